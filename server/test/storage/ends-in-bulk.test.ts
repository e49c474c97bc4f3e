// Single messages are batches of one: expiry must handle many batches per round.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putLink } from '../../src/features/operator-links/own-links.ts';
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
import { inTransaction } from '../../src/platform/database/database.ts';
import { advanceSandboxClock } from '../../src/platform/sandbox-clock.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller } from '../given/people/seller.ts';

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
  const operator = { host: '127.0.0.1', port: 1, systemId: 'x', password: 'x', tls: false, idForm: 'as-is' } as const;
  // A quarter of a second at this rate is one message.
  for (const brand of [1, 2])
    await putLink(api.platform, { name: `${brand}`, brands: [brand], ratePerSecond: 4, windowSize: 10, ...operator });
  await sql(`update operator_links set bound = true, lease_until = 'infinity'`);
  const scaled = { priceListId: 1, senderType: 'START', brand: 'BEELINE', currency: 'RUB' } as const;
  const prices = [step(0, 3), step(100, 2)];
  await inTransaction(api.platform.db, (tx) => publishTariff(tx, { ...scaled, pricingModel: 'SCALED', prices }));
});
afterEach(async () => {
  expect(await auditMoney(api.platform)).toEqual([]);
  await api.close();
});

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text, values));

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

const endsOf = async () =>
  sql(
    `select d.company_id, m.status, m.error_code as code, count(*)::int as messages, sum(m.price_micros)::text as spent
     from messages m join dispatches d on d.id = m.dispatch_id group by 1, 2, 3 order by 1`,
  );

test('lifetimes of hundreds of batches end together, each at its own price', async () => {
  const { fixed, scaled, outgoing } = await givenBatches();
  await handOver(outgoing);
  await pass(2 * DAY);
  expect(await endLifetimes(api.platform)).toBe(true);
  expect(await endsOf()).toEqual([
    { company_id: fixed.companyId, status: 3, code: 7060, messages: COUNT, spent: String(3_200_000 * COUNT) },
    { company_id: scaled.companyId, status: 3, code: 7060, messages: COUNT, spent: '320000000' },
  ]);
  expect(await endLifetimes(api.platform)).toBe(false);
});

test('messages that were never claimed expire in portions, at no cost', async () => {
  const { fixed, scaled } = await givenBatches();
  await pass(8 * DAY);
  await sql('update batches set due_at = clock_timestamp()');
  const rounds = [];
  for (let at = 0; at < 4; at += 1) rounds.push(await requeueDueBatches(api.platform));
  expect(rounds.map(({ outgoing, more }) => [outgoing.length, more])).toEqual([
    [0, true],
    [0, true],
    [0, false],
    [0, false],
  ]);
  expect(await endsOf()).toEqual([
    { company_id: fixed.companyId, status: 3, code: 7060, messages: COUNT, spent: '0' },
    { company_id: scaled.companyId, status: 3, code: 7060, messages: COUNT, spent: '0' },
  ]);
  expect([await fixed.balance(), await scaled.balance()]).toEqual([10_000, 10_000]);
});

test('a receipt that arrives before its batch is reported does not end a message before its sending time', async () => {
  const { outgoing } = await givenBatches();
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
  const early = 'count(*) filter (where final_at < sent_at)::int as early';
  expect(await sql(`select status, count(*)::int as messages, ${early} from messages group by 1`)).toEqual([
    { status: 2, messages: 2 * COUNT, early: 0 },
  ]);
});
