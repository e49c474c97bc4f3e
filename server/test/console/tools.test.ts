import type * as contract from '@volley/contract/console/tools.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Console, givenPartnerUser } from '../given/people/console.ts';
import { registerName } from '../given/people/seller.ts';

type Checked = ReplyOf<typeof contract.checkNumbers>['items'];

let api: Api;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
});
afterAll(() => api.close());

async function check(user: Console, body: object): Promise<Checked> {
  const reply = await user.post('/tools/numbers', body);
  if (reply.status !== 200) throw new Error(`the check of numbers answered ${reply.status}: ${reply.text}`);
  return (reply.body as { items: Checked }).items; // checked against the contract by the client
}

test('numbers in any form are resolved to operator, region and zone', async () => {
  const owner = await givenPartnerUser(api);
  const numbers = ['8 (916) 123-45-67', '70002000000', '77011234567', '6281112345678', 'nobody'];
  expect(await check(owner, { numbers })).toMatchObject([
    { destination: '79161234567', country: 'RU', operator: 'MTS', timezone: 'Europe/Moscow', errorCode: null },
    { destination: '70002000000', operator: 'BEELINE', sender: null, price: null },
    { destination: '77011234567', country: 'KZ', operator: null, timezone: 'Asia/Almaty' },
    { destination: '6281112345678', country: 'ID', timezone: 'Asia/Jakarta, Asia/Makassar' },
    { input: 'nobody', destination: null, errorCode: 7401 },
  ]);
});

test('a missing country code is added and reported, and kinds of numbers are named', async () => {
  const owner = await givenPartnerUser(api);
  const companyId = await givenCompany(api, owner.token);
  await registerName(api, { companyId, token: owner.token }, { senderName: 'Shop', brand: 'MTS' });
  const numbers = ['9161234567', '8 495 123-45-67', '8-800-555-35-35', '77012345678', '71234567890'];
  expect(await check(owner, { numbers, companyId })).toMatchObject([
    { destination: '79161234567', addedSeven: true, numberClass: 'mobile', errorCode: null },
    { destination: '74951234567', addedSeven: false, numberClass: 'landline', errorCode: 7401 },
    { destination: '78005553535', numberClass: 'toll-free', errorCode: 7401 },
    { destination: '77012345678', numberClass: 'foreign', country: 'KZ', errorCode: 455, price: null },
    { destination: '71234567890', numberClass: 'unknown', country: null, errorCode: 7401 },
  ]);
});

test('with a company, the check names the sender, the price and the blacklist', async () => {
  const owner = await givenPartnerUser(api);
  const companyId = await givenCompany(api, owner.token);
  const place = { companyId, token: owner.token };
  expect(await check(owner, { numbers: ['79161234567'], companyId })).toMatchObject([{ errorCode: 457, sender: null }]);
  const id = await registerName(api, place, { senderName: 'Shop', brand: 'MTS' });
  await owner.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234568' }] });
  const numbers = ['79161234567', '79161234568', '79031234567'];
  const [own, blocked, fallback] = await check(owner, { numbers, companyId });
  expect(own).toMatchObject({
    sender: { id, senderName: 'Shop', match: 'brand' },
    errorCode: null,
    isBlacklisted: false,
  });
  expect(own?.price?.value).toBeGreaterThan(0);
  expect(blocked).toMatchObject({ errorCode: 453, isBlacklisted: true });
  expect(fallback).toMatchObject({ operator: 'BEELINE', sender: { id, match: 'fallback' }, errorCode: null });

  // The accepted message costs the price of the check.
  const draft = { companyId, name: 'July', senderIds: [id], channelType: 'SMS', text: 'Hi' };
  const made = await api.call('POST', '/dispatches', {
    token: owner.token,
    body: { ...draft, messages: [{ destination: '79161234567' }] },
  });
  expect(made.body).toMatchObject({ priceEstimate: { total: own?.price?.value } });

  const reader = await givenPartnerUser(api, { role: 'reader', partner: owner });
  expect((await check(reader, { numbers, companyId }))[0]).toMatchObject({ price: null, sender: { id } });
});

test('rows of another partner are never used, and a thousand numbers are the limit', async () => {
  const [mine, theirs] = [await givenPartnerUser(api), await givenPartnerUser(api)];
  const companyId = await givenCompany(api, theirs.token);
  expect((await mine.post('/tools/numbers', { numbers: ['79161234567'], companyId })).status).toBe(404);
  const numbers = Array.from({ length: 1_000 }, (_, at) => String(79_161_230_000 + at));
  expect(await check(mine, { numbers })).toHaveLength(1_000);
  expect((await mine.post('/tools/numbers', { numbers: [...numbers, '1'] })).status).toBe(400);
});
