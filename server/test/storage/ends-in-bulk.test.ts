// Single messages are batches of one: expiry must handle many batches per round.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginBatches } from '../../src/features/queue/batches/begin-batches.ts';
import type { OutgoingBatch } from '../../src/features/queue/batches/cut-batches.ts';
import { RECEIPT_STATES } from '../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../src/features/receipts/store-receipts.ts';
import type { SendItem } from '../../src/features/sends/send.ts';
import { acceptSends } from '../../src/features/sends/send-within.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { endLifetimes } from '../../src/features/settlement/end-waiting.ts';
import { recordOutcomes } from '../../src/features/settlement/record-outcomes.ts';
import { publishTariff } from '../../src/features/tariffs/publish-prices.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller } from '../given/people/seller.ts';
import { makeBatchesDue } from '../given/rows/batches.ts';
import { givenPlayedLink } from '../given/rows/links.ts';
import { countEarlyEnds, endCounts } from '../given/rows/message-ends.ts';

const COUNT = 110;
const DAY = 86_400;
const PLAIN = { useLocalTime: false, localSendTime: null, localCompletionTime: null, hours: null, days: null };
const step = (from: number, rubles: number) => ({
  from,
  priceMicros: BigInt(rubles) * 1_000_000n,
  priceMauBatchMicros: null,
});

let api: Api;
beforeEach(async () => {
  api = await givenApi({ testMode: true });
  // A quarter of a second at this rate is one message.
  for (const brand of ['MTS', 'BEELINE'] as const)
    await givenPlayedLink(api, { name: brand, brands: [brand], ratePerSecond: 4 });
  const scaled = { priceListId: 1, senderType: 'START', brand: 'BEELINE', currency: 'RUB' } as const;
  const prices = [step(0, 3), step(100, 2)];
  await inTransaction(api.platform.db, (tx) => publishTariff(tx, { ...scaled, pricingModel: 'SCALED', prices }));
});
afterEach(async () => {
  expect(await auditMoney(api.platform)).toEqual([]);
  await api.close();
});

async function accept(account: KeyActor, first: number): Promise<readonly OutgoingBatch[]> {
  const items = Array.from(
    { length: COUNT },
    (_, at): SendItem => ({
      channelType: 'SMS',
      senderName: 'Shop',
      destination: String(first + at),
      content: { text: 'Hi', special: null },
      settings: { ...PLAIN, ttlSeconds: null, shortUrl: false, callbackUrl: null, callbackEvents: [] },
      externalMessageId: null,
      tags: null,
      claimedTrafficType: null,
      cascade: [],
    }),
  );
  const { outgoing } = await inTransaction(api.platform.db, (tx) =>
    acceptSends(tx, api.platform, { account, items, origin: { sendingMethod: 'API' } }),
  );
  expect(outgoing).toHaveLength(COUNT);
  return outgoing;
}

/** Two accounts, one of them with a volume price. */
async function givenBatches() {
  const fixed = await givenSeller(api);
  const scaled = await givenSeller(api, { brands: ['BEELINE'] });
  const outgoing = [...(await accept(fixed.actor, 79_161_230_000)), ...(await accept(scaled.actor, 79_031_230_000))];
  return { fixed, scaled, outgoing };
}

async function pass(seconds: number): Promise<void> {
  await advanceSandboxClock(api.platform.db, seconds);
  await api.platform.clock.resync();
}

/** The operator has accepted all messages; the test chooses the operator's ids. */
async function handOver(outgoing: readonly OutgoingBatch[]): Promise<void> {
  const atMs = api.platform.clock.now().getTime();
  const batches = outgoing.map(({ batch }) => batch);
  await beginBatches(api.platform, batches, { window: 10 });
  await recordOutcomes(
    api.platform,
    batches.map(({ id: batchId, attempt, linkId, trafficType, messages }) => {
      const sent = messages.map(({ id }) => [id, [id]] as const);
      return { batchId, attempt, linkId, trafficType, atMs, sent, failed: [], rest: 'none' };
    }),
  );
}

const EXPIRED = { status: 'FAILED', errorCode: ERROR.lifetimeOver, messages: COUNT } as const;

test('lifetimes of hundreds of batches end together, each at its own price', async () => {
  const { fixed, scaled, outgoing } = await givenBatches();
  await handOver(outgoing);
  await pass(2 * DAY);
  expect(await endLifetimes(api.platform)).toBe(true);
  expect(await endCounts(api)).toEqual([
    { ...EXPIRED, companyId: fixed.companyId, spent: BigInt(3_200_000 * COUNT) },
    { ...EXPIRED, companyId: scaled.companyId, spent: 320_000_000n },
  ]);
  expect(await endLifetimes(api.platform)).toBe(false);
});

test('messages that were never claimed expire in portions, at no cost', async () => {
  const { fixed, scaled } = await givenBatches();
  await pass(8 * DAY);
  await makeBatchesDue(api);
  const rounds = [];
  for (let at = 0; at < 4; at += 1) rounds.push(await requeueDueBatches(api.platform));
  expect(rounds.map(({ outgoing, more }) => [outgoing.length, more])).toEqual([
    [0, true],
    [0, true],
    [0, false],
    [0, false],
  ]);
  expect(await endCounts(api)).toEqual([
    { ...EXPIRED, companyId: fixed.companyId, spent: 0n },
    { ...EXPIRED, companyId: scaled.companyId, spent: 0n },
  ]);
  expect([await fixed.balance(), await scaled.balance()]).toEqual([10_000, 10_000]);
});

test('a receipt that arrives before its batch is reported does not end a message before its sending time', async () => {
  const { fixed, scaled, outgoing } = await givenBatches();
  const receivedAt = api.platform.clock.now();
  await pass(1);
  await handOver(outgoing);
  await storeReceipts(
    api.platform,
    outgoing.flatMap(({ batch: { linkId, messages } }) =>
      messages.map(({ id }) => ({
        accountId: linkId,
        operatorMessageId: id,
        state: RECEIPT_STATES.delivered,
        errorCode: null,
        providerCode: null,
        destination: null,
        reference: null,
        receivedAt,
      })),
    ),
  );
  while (await recordOutcomes(api.platform, []));
  expect(await endCounts(api)).toMatchObject([
    { companyId: fixed.companyId, status: 'DELIVERED', messages: COUNT },
    { companyId: scaled.companyId, status: 'DELIVERED', messages: COUNT },
  ]);
  expect(await countEarlyEnds(api)).toBe(0);
});
