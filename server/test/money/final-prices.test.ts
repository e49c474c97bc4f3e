// Final prices of the messaging API: an undelivered message is paid for SMS only, and a package that a message opens is
// on the month's bill, not in the message's price.
import { type ChannelType } from '@volley/domain/sending/channel.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { numberEvents } from '../../src/features/callbacks/feed/number-events.ts';
import { readFeed } from '../../src/features/callbacks/feed/read-feed.ts';
import { beginBatches } from '../../src/features/queue/batches/begin-batches.ts';
import { RECEIPT_STATES } from '../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../src/features/receipts/store-receipts.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { endLifetimes } from '../../src/features/settlement/end-waiting.ts';
import { recordOutcomes } from '../../src/features/settlement/record-outcomes.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';
import { makeBatchesDue } from '../given/rows/batches.ts';
import { monthsOf } from '../given/rows/companies.ts';
import { givenPlayedLink, moveLinks } from '../given/rows/links.ts';

const BALANCE = 10_000;

let api: Api;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  await givenPlayedLink(api, { brands: ['MTS', 'MEGAFON'], ratePerSecond: 100 });
});
afterEach(async () => expect(await auditMoney(api.platform)).toEqual([]));
afterAll(() => api.close());

async function givenSellerOf(channelType: ChannelType): Promise<Seller> {
  const seller = await givenSeller(api, { balance: BALANCE, brands: ['MTS', 'MEGAFON'] });
  if (channelType !== 'SMS') await registerName(api, seller, { channelType });
  // The test plays the connector of the link, for every channel.
  await moveLinks(api, channelType);
  return seller;
}

/** The operator accepts every waiting message; the test chooses the operator's ids. */
async function handOver(): Promise<number> {
  // The batch was published at its acceptance, and no connector runs here.
  await makeBatchesDue(api, { state: 'claimed' });
  const { outgoing } = await requeueDueBatches(api.platform);
  const batches = outgoing.map(({ batch }) => batch);
  await beginBatches(api.platform, batches, { window: 10 });
  const atMs = api.platform.clock.now().getTime();
  await recordOutcomes(
    api.platform,
    batches.map(({ id: batchId, attempt, linkId, trafficType, messages }) => {
      const sent = messages.map(({ id }) => [id, [id]] as const);
      return { batchId, attempt, linkId, trafficType, atMs, sent, failed: [], rest: 'none' };
    }),
  );
  return batches[0]?.linkId ?? 0;
}

async function receive(linkId: number, operatorMessageId: string, state: keyof typeof RECEIPT_STATES): Promise<void> {
  const row = {
    accountId: linkId,
    operatorMessageId,
    errorCode: ERROR.subscriberAbsent,
    providerCode: null,
    destination: null,
    reference: null,
  };
  const receivedAt = api.platform.clock.now();
  await storeReceipts(api.platform, [{ ...row, state: RECEIPT_STATES[state], receivedAt }]);
  await recordOutcomes(api.platform, []);
}

async function pricesOf({ companyId }: Seller, uuid: string): Promise<number[]> {
  while (await numberEvents(api.platform));
  const { events } = await readFeed(api.platform, { companyId, type: 'MESSAGES' }, { after: 0, limit: 1_000 });
  return events.flatMap(({ event }) =>
    event.kind === 'price' && event.messageUuid === uuid ? Number(event.priceMicros) / 1_000_000 : [],
  );
}

describe.each([
  ['SMS', 3.2, [3.2]],
  ['VIBER', 0, [3.2, 0]],
] as const)('an undelivered message over %s', (channelType, price, told) => {
  test('ends with its final price by a receipt', async () => {
    const seller = await givenSellerOf(channelType);
    const uuid = await seller.sendOne({ channelType });
    const linkId = await handOver();
    expect(await seller.balance()).toBe(BALANCE - 3.2);
    await receive(linkId, uuid, 'undelivered');
    expect(await seller.message(uuid)).toMatchObject({ status: 'undelivered', price: { totalPrice: price } });
    expect([await seller.balance(), await pricesOf(seller, uuid)]).toEqual([BALANCE - price, told]);
    // A later delivery sends no event and costs nothing.
    await receive(linkId, uuid, 'delivered');
    expect([await seller.balance(), await pricesOf(seller, uuid)]).toEqual([BALANCE - price, told]);
  });

  test('ends with its final price by the end of its lifetime', async () => {
    const seller = await givenSellerOf(channelType);
    const uuid = await seller.sendOne({ channelType, ttl: 60 });
    await handOver();
    await advanceSandboxClock(api.platform.db, 61);
    await api.platform.clock.resync();
    while (await endLifetimes(api.platform));
    expect(await seller.message(uuid)).toMatchObject({ status: 'undelivered', errorCode: ERROR.lifetimeOver });
    expect([await seller.balance(), await pricesOf(seller, uuid)]).toEqual([BALANCE - price, told]);
  });
});

test('a message that opens a package has its own price; the package is on the bill of the month', async () => {
  const step = { from: 0, priceMicros: 2_000_000n, priceMauBatchMicros: 50_000_000n };
  const tariff = { priceListId: 1, senderType: 'START', brand: 'MEGAFON', currency: 'RUB' } as const;
  await inTransaction(api.platform.db, (tx) => publishTariff(tx, { ...tariff, pricingModel: 'MAU', prices: [step] }));
  const seller = await givenSellerOf('SMS');
  const uuid = await seller.sendOne({ destination: '79261230001' });
  const linkId = await handOver();
  await receive(linkId, uuid, 'delivered');
  expect(await seller.message(uuid)).toMatchObject({ status: 'delivered', price: { totalPrice: 2 } });
  expect([await seller.balance(), await pricesOf(seller, uuid)]).toEqual([BALANCE - 2, [2]]);
  expect(await monthsOf(api, seller.companyId)).toMatchObject([{ spent: 52_000_000n }]);
});
