import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';

let api: Api;
let user: PartnerUser;
let stranger: PartnerUser;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  user = await givenPartnerUser(api);
  stranger = await givenPartnerUser(api);
  companyId = await givenCompany(api, user.token);
});
afterAll(() => api.close());

const centers = async () =>
  ((await user.get(`/centers?companyId=${companyId}`)).body as { items: { id: number }[] }).items;

test('centers are created, one is the default, and their use is shown', async () => {
  const made = await user.post('/centers', { companyId, name: 'Shop' });
  expect([made.status, made.body]).toMatchObject([201, { name: 'Shop', isDefault: false, keys: 0, rules: 0 }]);
  const id = numberAt(made.body, 'id');
  expect((await user.post('/centers', { companyId, name: 'Shop' })).status).toBe(400);
  await user.post('/keys', { companyId, name: 'Key', type: 'SYSTEM', trafficCenterId: id });
  expect((await user.post(`/centers/${id}/default`)).body).toMatchObject({ isDefault: true, keys: 1 });
  expect(await centers()).toMatchObject([{ isDefault: false }, { id, isDefault: true }]);
  expect((await stranger.post(`/centers/${id}/default`)).status).toBe(404);
  expect((await stranger.get(`/centers?companyId=${companyId}`)).status).toBe(404);
  expect((await stranger.post('/centers', { companyId, name: 'Theirs' })).status).toBe(404);
});

test('rules are created, changed and removed, and the matching rule of a message is shown', async () => {
  const [first, second] = await centers();
  const url = 'https://user:topsecret@shop.test/in';
  const all = await user.post('/inbound/rules', { companyId, trafficCenterId: first?.id, callbackUrl: url });
  expect([all.status, all.body]).toMatchObject([201, { callbackUrl: 'https://shop.test/in', senderNames: [] }]);
  const named = await user.post('/inbound/rules', { companyId, trafficCenterId: second?.id, senderNames: ['Shop'] });
  const match = async (senderName: string) =>
    (await user.get(`/inbound/match?companyId=${companyId}&senderName=${senderName}`)).body;
  expect(await match('Shop')).toMatchObject({ enabled: false, ruleId: numberAt(named.body, 'id'), callbackUrl: null });
  expect(await match('Other')).toMatchObject({ ruleId: numberAt(all.body, 'id'), trafficCenterId: first?.id });

  // A change without an address keeps the rule's address, with its password.
  const id = numberAt(all.body, 'id');
  const changed = await user.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id, senderNames: ['One'] });
  expect(changed.body).toMatchObject({ trafficCenterId: second?.id, callbackUrl: 'https://shop.test/in' });
  const silent = await user.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id, callbackUrl: null });
  expect(silent.body).toMatchObject({ callbackUrl: null, senderNames: [] });

  expect((await stranger.put(`/inbound/rules/${id}`, { trafficCenterId: second?.id })).status).toBe(404);
  expect((await stranger.post(`/inbound/rules/${id}/remove`)).status).toBe(404);
  expect((await stranger.get(`/inbound?companyId=${companyId}`)).status).toBe(404);
  expect((await user.post(`/inbound/rules/${id}/remove`)).body).toEqual({ removed: true });
  expect((await user.get(`/inbound?companyId=${companyId}`)).body).toMatchObject({
    enabled: false,
    rules: [{ senderNames: ['Shop'] }],
  });
  expect(await match('Other')).toMatchObject({ ruleId: null, trafficCenterId: second?.id });
});
