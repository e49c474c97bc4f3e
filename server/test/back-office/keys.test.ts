import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { storedKey } from '../given/rows/keys.ts';

let api: Api;
let admin: GivenStaff;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  companyId = await givenCompany(api, (await api.givenPartner()).token);
});
afterAll(() => api.close());

const create = (change: object = {}) =>
  admin.ask('POST', '/keys', { companyId, name: 'Shop', type: 'MESSAGES', ...change });

const digestOf = (value: string) => {
  const [, password = ''] = Buffer.from(value, 'base64').toString().split(':');
  return createHash('sha256').update(password).digest();
};

const stored = (keyId: string) => storedKey(api, keyId);

describe('a key of the messaging API', () => {
  covers('messaging.auth.created-once');
  test('is shown once, as Base64 of id and password, and only its digest is stored', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const [keyId, value] = [textAt(body, 'keyId'), textAt(body, 'value')];
    const [id, password = ''] = Buffer.from(value, 'base64').toString().split(':');
    expect(id).toBe(keyId);
    const row = await stored(keyId);
    expect(row.digest.equals(digestOf(value))).toBe(true);
    expect(row.row).not.toContain(password);
    const listed = await admin.ask('GET', `/keys?companyId=${companyId}`);
    expect(listed.text).not.toContain(value);
    expect(listed.body).toMatchObject({ items: [{ keyId, type: 'MESSAGES', status: 'ACTIVE', lastUsedAt: null }] });
    expect(JSON.stringify(await actionsOf(api.platform, admin.staffId))).not.toContain(password);
  });

  test('gets a new value when reissued, and the old digest is stored as superseded', async () => {
    const first = (await create()).body;
    const keyId = textAt(first, 'keyId');
    const second = (await admin.ask('POST', `/keys/${keyId}/reissue`)).body;
    const [old, fresh] = [textAt(first, 'value'), textAt(second, 'value')];
    expect(fresh).not.toBe(old);
    const row = await stored(keyId);
    expect(row.digest.equals(digestOf(fresh))).toBe(true);
    expect(row.superseded.map((digest) => digest.toString('hex'))).toEqual([digestOf(old).toString('hex')]);
  });

  test('is deactivated', async () => {
    const keyId = textAt((await create()).body, 'keyId');
    expect((await admin.ask('POST', `/keys/${keyId}/deactivate`)).body).toMatchObject({ keyId, status: 'INACTIVE' });
  });

  test('has a list of addresses and ranges in canonical form', async () => {
    const allowedAddresses = ['10.1.2.3/8', '192.0.2.1', '2001:db8::1/32'];
    const keyId = textAt((await create({ allowedAddresses })).body, 'keyId');
    const put = (addresses: unknown) => admin.ask('PUT', `/keys/${keyId}/addresses`, { allowedAddresses: addresses });
    expect((await put(['10.1.2.3/8', '192.0.2.1', '2001:db8::1/32'])).body).toMatchObject({
      allowedAddresses: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'],
    });
    expect((await put([])).body).toMatchObject({ allowedAddresses: [] });
    for (const wrong of ['10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'example.org', '', '::1%lo', '10.0.0.0/-1']) {
      expect([wrong, (await put([wrong])).status]).toEqual([wrong, 400]);
    }
  });

  test.each([{ companyId: 999_999 }, { type: 'TOKEN_1' }, { name: ' ' }])('is not created with %j', async (change) => {
    expect([400, 404]).toContain((await create(change)).status);
  });

  test.each(['reissue', 'deactivate'])('that is unknown answers 404 to %s', async (what) => {
    expect((await admin.ask('POST', `/keys/AAAAAAAAAAAA/${what}`)).status).toBe(404);
    expect((await admin.ask('POST', `/keys/nonsense/${what}`)).status).toBe(404);
  });
});
