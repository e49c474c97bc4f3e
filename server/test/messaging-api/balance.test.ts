import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { type Account, giveMoney, givenAccount } from '../given/people/account.ts';
import { givenWallet, setWalletReserve } from '../given/rows/wallets.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api, { balance: 0 });
});
afterAll(() => api.close());

covers('messaging.balance.new-account', 'messaging.balance.get.200');
test('a new account has a balance of zero in its own currency', async () => {
  const { status, text } = await account.ask('GET', '/balance');
  expect([status, text]).toEqual([200, '{"RUB":0}']);
});

covers('messaging.balance.any-key-type');
test.each(KEY_TYPES)('a key of type %s may read the balance', async (type) => {
  expect((await account.ask('GET', '/balance', undefined, type)).status).toBe(200);
});

covers(
  'messaging.service.balance-query',
  'messaging.balance.by-currency',
  'messaging.balance.available',
  'messaging.balance.two-decimals',
  'messaging.balance.numeric',
);
test('the balance is the money free to spend, rounded to two decimals, by currency', async () => {
  await giveMoney(api, account.companyId, 12.345);
  await setWalletReserve(api, account.companyId, 5_000_000n);
  expect((await account.ask('GET', '/balance')).body).toEqual({ RUB: 12.35 });
  await givenWallet(api, account.companyId, 'KZT', 7_004_999n);
  expect((await account.ask('GET', '/balance')).body).toEqual({ KZT: 7, RUB: 12.35 });
});

test('another account of the same partner has its own balance', async () => {
  const { token, partnerId } = account;
  const company = { token, partnerId, companyId: await givenCompany(api, token) };
  const other = await givenAccount(api, { company, balance: 1 });
  expect((await other.ask('GET', '/balance')).body).toEqual({ RUB: 1 });
});

covers('messaging.ping.head');
test('ping answers HEAD too, without a key', async () => {
  const { status, text, headers } = await api.call('HEAD', '/api/v1/ping');
  expect([status, text, headers.get('content-length')]).toEqual([200, '', '4']);
});
