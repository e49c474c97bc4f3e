import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Cabinet, givenCabinet } from '../given/console.ts';
import { numberAt } from '../given/http-client.ts';

let api: Api;
let cabinet: Cabinet;
let stranger: Cabinet;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  cabinet = await givenCabinet(api);
  stranger = await givenCabinet(api);
  companyId = await givenCompany(api, cabinet.token);
});
afterAll(() => api.close());

const centers = async () =>
  ((await cabinet.get(`/centers?companyId=${companyId}`)).body as { items: { id: number }[] }).items;

test('centers are made, one is the default, and their use is told', async () => {
  const made = await cabinet.post('/centers', { companyId, name: 'Shop' });
  expect([made.status, made.body]).toMatchObject([201, { name: 'Shop', isDefault: false, keys: 0, rules: 0 }]);
  const id = numberAt(made.body, 'id');
  expect((await cabinet.post('/centers', { companyId, name: 'Shop' })).status).toBe(400);
  await cabinet.post('/keys', { companyId, name: 'Key', type: 'SYSTEM', trafficCenterId: id });
  expect((await cabinet.post(`/centers/${id}/default`)).body).toMatchObject({ isDefault: true, keys: 1 });
  expect(await centers()).toMatchObject([{ isDefault: false }, { id, isDefault: true }]);
  expect((await stranger.post(`/centers/${id}/default`)).status).toBe(404);
  expect((await stranger.get(`/centers?companyId=${companyId}`)).status).toBe(404);
  expect((await stranger.post('/centers', { companyId, name: 'Theirs' })).status).toBe(404);
});

test('rules are made, changed and removed; the one that would match is told', async () => {
  const [first, second] = await centers();
  const url = 'https://user:topsecret@shop.test/in';
  const all = await cabinet.post('/inbound/rules', { companyId, trafficCenterId: first?.id, callbackUrl: url });
  expect([all.status, all.body]).toMatchObject([201, { callbackUrl: 'https://shop.test/in', senderNames: [] }]);
  const named = await cabinet.post('/inbound/rules', { companyId, trafficCenterId: second?.id, senderNames: ['Shop'] });
  const match = async (senderName: string) =>
    (await cabinet.get(`/inbound/match?companyId=${companyId}&senderName=${senderName}`)).body;
  expect(await match('Shop')).toMatchObject({ enabled: false, ruleId: numberAt(named.body, 'id'), callbackUrl: null });
  expect(await match('Other')).toMatchObject({ ruleId: numberAt(all.body, 'id'), trafficCenterId: first?.id });

  // Without an address in the change, the rule keeps its own, password included.
  const id = numberAt(all.body, 'id');
  const changed = await cabinet.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id, senderNames: ['One'] });
  expect(changed.body).toMatchObject({ trafficCenterId: second?.id, callbackUrl: 'https://shop.test/in' });
  const silent = await cabinet.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id, callbackUrl: null });
  expect(silent.body).toMatchObject({ callbackUrl: null, senderNames: [] });

  expect((await stranger.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id })).status).toBe(404);
  expect((await stranger.post(`/inbound/rules/${id}/remove`)).status).toBe(404);
  expect((await stranger.get(`/inbound?companyId=${companyId}`)).status).toBe(404);
  expect((await cabinet.post(`/inbound/rules/${id}/remove`)).body).toEqual({ removed: true });
  expect((await cabinet.get(`/inbound?companyId=${companyId}`)).body).toMatchObject({
    enabled: false,
    rules: [{ senderNames: ['Shop'] }],
  });
  expect(await match('Other')).toMatchObject({ ruleId: null, trafficCenterId: second?.id });
});
