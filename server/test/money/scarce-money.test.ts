// Concurrent sends while money runs short: it is spent to the last unit that fits, never beyond, and a message that
// fits is not refused.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { inTransaction, openDatabase } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, type Seller, type ShownItem, sms } from '../given/people/seller.ts';
import { changeCompany, sharedNameUses } from '../given/rows/companies.ts';

const CALLS = 64;
const PRICE = 3.2;

let api: Api;
let platform: Platform;
beforeAll(async () => {
  api = await givenApi({ databasePool: 12 });
  const { databaseUrl } = api.platform.config;
  platform = { ...api.platform, db: openDatabase(databaseUrl, { poolMax: 4, onIdleError: () => undefined }) };
});
afterEach(async () => expect(await auditMoney(platform)).toEqual([]));
afterAll(async () => {
  await platform.db.close();
  await api.close();
});

const many = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, at) => sms({ destination: String(79_161_230_000 + at), ...change }));

let keys = 0;
/** Under its own key, so that it shares its transaction with no other send. */
async function sendAlone(seller: Seller, items: readonly object[]): Promise<readonly ShownItem[]> {
  keys += 1;
  const headers = { 'idempotency-key': `alone-${keys}` };
  const reply = await api.call('POST', '/api/v1/message', { token: seller.keys.MESSAGES, body: items, headers });
  if (reply.status !== 200) throw new Error(`POST /message answered ${reply.status}: ${reply.text}`);
  return (reply.body as { items: ShownItem[] }).items; // checked against the contract by the client
}
const accepted = (items: readonly ShownItem[]) => items.filter(({ code }) => code === 201).length;

test('64 concurrent sends spend wallet and budget to the last message that fits', async () => {
  for (const [balance, budget] of [
    [PRICE * 100, 1_000_000],
    [1_000_000, PRICE * 100],
  ] as const) {
    const seller = await givenSeller(api, { balance });
    await changeCompany(api, seller.companyId, { budgetMicros: Math.round(budget * 1_000_000) });
    const replies = await Promise.all(Array.from({ length: CALLS }, (_, at) => sendAlone(seller, many(1 + (at % 5)))));
    expect(replies.reduce((sum, items) => sum + accepted(items), 0)).toBe(100);
  }
});

test('a large call gets the remaining money while small calls spend all the time', async () => {
  const seller = await givenSeller(api, { balance: PRICE * 900 });
  let isDone = false;
  const nibble = async () => {
    let taken = 0;
    while (!isDone) taken += accepted(await sendAlone(seller, many(1)));
    return taken;
  };
  const nibblers = Array.from({ length: 24 }, nibble);
  const large = await sendAlone(seller, many(1_000)).finally(() => {
    isDone = true;
  });
  const small = (await Promise.all(nibblers)).reduce((sum, taken) => sum + taken, 0);
  expect(large.map(({ code }) => code)).toEqual(large.map((_, at) => (at < accepted(large) ? 201 : 402)));
  expect(accepted(large) + small).toBe(900);
  expect(await seller.balance()).toBe(0);
});

test('in one call money goes to the first message, and to later ones that still fit', async () => {
  const seller = await givenSeller(api, { balance: 12.8 });
  const long = { content: 'л'.repeat(150) };
  const items = [sms(), sms(long), sms(), sms(), sms()];
  // 1 + 3 parts use all money; a cheaper message than the rest would still be accepted.
  expect((await seller.results(...items)).map(({ code }) => code)).toEqual([201, 201, 402, 402, 402]);
  const other = await givenSeller(api, { balance: 9.6 });
  expect((await other.results(...items)).map(({ code }) => code)).toEqual([201, 402, 201, 201, 402]);
});

test('a message that costs nothing needs no wallet', async () => {
  await inTransaction(platform.db, (tx) =>
    publishTariff(tx, {
      priceListId: 1,
      senderType: 'START',
      brand: 'TELE2',
      currency: 'RUB',
      pricingModel: 'FIXED',
      prices: [{ from: 0, priceMicros: 0n, priceMauBatchMicros: null }],
    }),
  );
  const seller = await givenSeller(api, { balance: 0, brands: ['TELE2'] });
  const free = { destination: '79011230001' };
  expect((await seller.results(sms(free))).map(({ code }) => code)).toEqual([201]);
  const other = await givenSeller(api, { balance: 0, brands: ['TELE2'] });
  const { dispatchId } = await other.dispatch('Hi', [free.destination]);
  expect(dispatchId).toBeGreaterThan(0);
});

test('the test name keeps its daily quota for messages refused for lack of money', async () => {
  const seller = await givenSeller(api, { balance: 0 });
  const tried = many(100, { senderName: 'sms_promo' });
  expect(new Set((await seller.results(...tried)).map(({ code }) => code))).toEqual(new Set([402]));
  expect(await sharedNameUses(api, seller.companyId)).toBe(0);
});
