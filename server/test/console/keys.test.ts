import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { givenKeys } from '../given/rows/keys.ts';
import { until } from '../given/until.ts';

let api: Api;
let user: PartnerUser;
let companyId: number;
let foreign: Account;
beforeAll(async () => {
  api = await sharedApi();
  user = await givenPartnerUser(api);
  companyId = await givenCompany(api, user.token);
  foreign = await givenAccount(api);
});
afterAll(() => api.close());

const draft = (change: object = {}) => ({ companyId, name: 'Shop', type: 'MESSAGES', ...change });
const create = async (change: object = {}) => (await user.post('/keys', draft(change))).body;
const ping = (value: string) => api.call('GET', '/api/v1/balance', { token: value });

describe('a key', () => {
  test('is shown once, afterwards only its first and last characters', async () => {
    const created = await user.post('/keys', draft());
    const value = textAt(created.body, 'value');
    const keyId = textAt(created.body, 'keyId');
    expect([created.status, created.body]).toMatchObject([
      201,
      { companyName: 'Company', trafficCenterName: expect.any(String), lastUsedAt: null, status: 'ACTIVE' },
    ]);
    expect((await ping(value)).status).toBe(200);
    const listed = await user.get('/keys');
    expect(listed.text).not.toContain(value);
    expect(listed.body).toMatchObject({
      yourAddress: '127.0.0.1',
      items: [{ keyId, prefix: value.slice(0, 16), lastFour: value.slice(-4) }],
    });
    const used = await until('the last use is shown', async () => {
      const { body } = await user.get(`/keys?companyId=${companyId}`);
      const [key] = (body as { items: { lastUsedAt: string | null }[] }).items;
      return typeof key?.lastUsedAt === 'string' && key;
    });
    expect(used).toMatchObject({ lastUsedAddress: '127.0.0.1', lastUsedRoute: 'GET /api/v1/balance' });
  });

  test('is refused beyond 100 active ones of a company, also if several are created at once', async () => {
    const other = await givenPartnerUser(api);
    const company = await givenCompany(api, other.token);
    await givenKeys(api, company, 97);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => other.post('/keys', draft({ companyId: company }))),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 400, 400, 400, 400, 400,
    ]);
  });

  test('gets a new value at once when reissued, and none when ended', async () => {
    const first = await create();
    const path = `/keys/${textAt(first, 'keyId')}`;
    const again = await user.post(`${path}/reissue`);
    expect((await ping(textAt(first, 'value'))).status).toBe(401);
    expect((await ping(textAt(again.body, 'value'))).status).toBe(200);
    expect((await user.post(`${path}/deactivate`)).body).toMatchObject({ status: 'INACTIVE' });
    expect((await ping(textAt(again.body, 'value'))).status).toBe(401);
  });

  test('refuses addresses that lock out the caller, unless the caller confirms', async () => {
    const key = await create();
    const path = `/keys/${textAt(key, 'keyId')}/addresses`;
    const refused = await user.put(path, { allowedAddresses: ['10.0.0.0/8'] });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { reason: 'conflict', facts: { address: '127.0.0.1' } } },
    ]);
    expect((await user.put(path, { allowedAddresses: ['127.0.0.0/8'] })).status).toBe(200);
    expect((await ping(textAt(key, 'value'))).status).toBe(200);
    const meant = await user.put(path, { allowedAddresses: ['10.0.0.0/8'], confirmed: true });
    expect(meant.body).toMatchObject({ allowedAddresses: ['10.0.0.0/8'] });
    expect((await ping(textAt(key, 'value'))).body).toMatchObject({ error: { code: 4013 } });
    const nonsense = await user.put(path, { allowedAddresses: ['somewhere'] });
    expect([nonsense.status, nonsense.body]).toMatchObject([
      400,
      { error: { details: [{ field: 'allowedAddresses' }] } },
    ]);
    expect((await user.post('/keys', draft({ allowedAddresses: ['10.0.0.1'] }))).status).toBe(409);
  });

  test('of another partner answers 404', async () => {
    const { keyId } = foreign.actor;
    expect((await user.get('/keys')).text).not.toContain(keyId);
    for (const change of ['reissue', 'deactivate'])
      expect((await user.post(`/keys/${keyId}/${change}`)).status).toBe(404);
    expect((await user.put(`/keys/${keyId}/addresses`, { allowedAddresses: [] })).status).toBe(404);
    expect((await user.post('/keys', draft({ companyId: foreign.companyId }))).status).toBe(404);
    const centers = await user.get(`/centers?companyId=${companyId}`);
    const otherCompany = await givenCompany(api, user.token);
    const center = numberAt((centers.body as { items: unknown[] }).items[0], 'id');
    const mixed = draft({ companyId: otherCompany, trafficCenterId: center });
    expect((await user.post('/keys', mixed)).status).toBe(404);
    expect((await foreign.ask('GET', '/balance')).status).toBe(200);
  });
});

test('a callback secret is shown once and belongs to the partner', async () => {
  const made = await user.post('/callback-secrets', { companyId });
  expect([made.status, made.body]).toMatchObject([201, { secret: expect.stringMatching(/^whsec_/), endsAt: null }]);
  const listed = await user.get(`/callback-secrets?companyId=${companyId}`);
  expect(listed.body).toMatchObject({ items: [{ endsAt: null }] });
  expect(listed.text).not.toContain('whsec_');
  expect((await user.post('/callback-secrets', { companyId: foreign.companyId })).status).toBe(404);
  expect((await user.get(`/callback-secrets?companyId=${foreign.companyId}`)).status).toBe(404);
});
