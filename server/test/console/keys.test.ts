import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, givenAccount } from '../given/account.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Cabinet, givenCabinet } from '../given/console.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { until } from '../given/until.ts';

let api: Api;
let cabinet: Cabinet;
let companyId: number;
let foreign: Account;
beforeAll(async () => {
  api = await givenApi();
  cabinet = await givenCabinet(api);
  companyId = await givenCompany(api, cabinet.token);
  foreign = await givenAccount(api);
});
afterAll(() => api.close());

const draft = (change: object = {}) => ({ companyId, name: 'Shop', type: 'MESSAGES', ...change });
const create = async (change: object = {}) => (await cabinet.post('/keys', draft(change))).body;
const ping = (value: string) => api.call('GET', '/api/v1/balance', { token: value });

describe('a key', () => {
  test('is shown once, then by its beginning and its end', async () => {
    const created = await cabinet.post('/keys', draft());
    const value = textAt(created.body, 'value');
    const keyId = textAt(created.body, 'keyId');
    expect([created.status, created.body]).toMatchObject([
      201,
      { companyName: 'Company', trafficCenterName: expect.any(String), lastUsedAt: null, status: 'ACTIVE' },
    ]);
    expect((await ping(value)).status).toBe(200);
    const listed = await cabinet.get('/keys');
    expect(listed.text).not.toContain(value);
    expect(listed.body).toMatchObject({
      yourAddress: '127.0.0.1',
      items: [{ keyId, prefix: value.slice(0, 16), lastFour: value.slice(-4) }],
    });
    const used = await until('its use is told', async () => {
      const { body } = await cabinet.get(`/keys?companyId=${companyId}`);
      const [key] = (body as { items: { lastUsedAt: string | null }[] }).items;
      return typeof key?.lastUsedAt === 'string' && key;
    });
    expect(used).toMatchObject({ lastUsedAddress: '127.0.0.1', lastUsedRoute: 'GET /api/v1/balance' });
  });

  test('that is reissued has another value at once; one that is ended has none', async () => {
    const first = await create();
    const path = `/keys/${textAt(first, 'keyId')}`;
    const again = await cabinet.post(`${path}/reissue`);
    expect((await ping(textAt(first, 'value'))).status).toBe(401);
    expect((await ping(textAt(again.body, 'value'))).status).toBe(200);
    expect((await cabinet.post(`${path}/deactivate`)).body).toMatchObject({ status: 'INACTIVE' });
    expect((await ping(textAt(again.body, 'value'))).status).toBe(401);
  });

  test('does not lock out whoever sets its addresses, unless they say so', async () => {
    const key = await create();
    const path = `/keys/${textAt(key, 'keyId')}/addresses`;
    const refused = await cabinet.put(path, { allowedAddresses: ['10.0.0.0/8'] });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { reason: 'conflict', facts: { address: '127.0.0.1' } } },
    ]);
    expect((await cabinet.put(path, { allowedAddresses: ['127.0.0.0/8'] })).status).toBe(200);
    expect((await ping(textAt(key, 'value'))).status).toBe(200);
    const meant = await cabinet.put(path, { allowedAddresses: ['10.0.0.0/8'], confirmed: true });
    expect(meant.body).toMatchObject({ allowedAddresses: ['10.0.0.0/8'] });
    expect((await ping(textAt(key, 'value'))).body).toMatchObject({ error: { code: 4013 } });
    const nonsense = await cabinet.put(path, { allowedAddresses: ['somewhere'] });
    expect([nonsense.status, nonsense.body]).toMatchObject([
      400,
      { error: { details: [{ field: 'allowedAddresses' }] } },
    ]);
    expect((await cabinet.post('/keys', draft({ allowedAddresses: ['10.0.0.1'] }))).status).toBe(409);
  });

  test('of another partner is not there', async () => {
    const { keyId } = foreign.actor;
    expect((await cabinet.get('/keys')).text).not.toContain(keyId);
    for (const change of ['reissue', 'deactivate'])
      expect((await cabinet.post(`/keys/${keyId}/${change}`)).status).toBe(404);
    expect((await cabinet.put(`/keys/${keyId}/addresses`, { allowedAddresses: [] })).status).toBe(404);
    expect((await cabinet.post('/keys', draft({ companyId: foreign.companyId }))).status).toBe(404);
    const centers = await cabinet.get(`/centers?companyId=${companyId}`);
    const otherCompany = await givenCompany(api, cabinet.token);
    const center = numberAt((centers.body as { items: unknown[] }).items[0], 'id');
    const mixed = draft({ companyId: otherCompany, trafficCenterId: center });
    expect((await cabinet.post('/keys', mixed)).status).toBe(404);
    expect((await foreign.ask('GET', '/balance')).status).toBe(200);
  });

  test('is for those who have the right', async () => {
    const finance = await givenCabinet(api, { role: 'finance', partner: cabinet });
    expect((await finance.get('/keys')).status).toBe(403);
    const developer = await givenCabinet(api, { role: 'developer', partner: cabinet });
    expect((await developer.post('/keys', draft())).status).toBe(201);
  });
});

test('a secret of callbacks is shown once, and belongs to the partner', async () => {
  const made = await cabinet.post('/callback-secrets', { companyId });
  expect([made.status, made.body]).toMatchObject([201, { secret: expect.stringMatching(/^whsec_/), endsAt: null }]);
  const listed = await cabinet.get(`/callback-secrets?companyId=${companyId}`);
  expect(listed.body).toMatchObject({ items: [{ endsAt: null }] });
  expect(listed.text).not.toContain('whsec_');
  expect((await cabinet.post('/callback-secrets', { companyId: foreign.companyId })).status).toBe(404);
  expect((await cabinet.get(`/callback-secrets?companyId=${foreign.companyId}`)).status).toBe(404);
});
