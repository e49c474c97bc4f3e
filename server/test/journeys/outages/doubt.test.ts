import type { Scenario } from '@volley/simulator/scenario.ts';
import { expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import type { OperatorCounters } from '../../given/providers/operators.ts';
import { extraSubmits } from '../../given/rows/engine.ts';
import { statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const cell = useCell({
  settings: {
    instanceLeaseMs: 1_000,
    submitTimeoutMs: 600,
    // No message is sent again before the last cut: after a second doubt it would count as handed over.
    inDoubtWaitMs: 3_000,
    batchDeadlineMs: 8_000,
    claimLeaseMs: 2_000,
  },
});
const COUNT = 400;
/** Messages between two cuts of a link. */
const CUT_AFTER = 100;
const CUTS = 2;
const counters = () => cell().operators.counters('mts');

/** Submits that the operator accepted since the start, beyond one per message. */
type Copies = () => Promise<number>;

async function untilCounted(copies: Copies, countedBefore: number): Promise<void> {
  const counted = async () => (await extraSubmits(cell())) - countedBefore;
  await until('every extra copy is counted', async () => {
    const { receiptsWaiting } = await counters();
    return receiptsWaiting === 0 && (await copies()) === (await counted());
  }).catch(async (error: unknown) => {
    throw new Error(`copies ${await copies()}, counted ${await counted()}`, { cause: error });
  });
}

/** The receipts of a late operator arrive when the engine has decided about every doubt without them. */
async function releaseReceipts(id: number): Promise<void> {
  await until(
    'every message is with the operator',
    async () => (await statusCountsOf(cell(), id)).CREATED === undefined,
  );
  await cell().operators.behave('mts', { receiptsHeld: false });
}

async function expectOneEnd(shop: Shop, id: number, path: string): Promise<void> {
  // Asks the receiver first: an answer of the API costs more.
  await until('every event has arrived', () => cell().sink.received(path).length >= 2 * COUNT);
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toEqual({ total: COUNT, delivered: COUNT, failed: 0, pending: 0 });
  const told = Map.groupBy(cell().sink.received(path), ({ messageUuid }) => messageUuid);
  expect(told.size).toBe(COUNT);
  for (const events of told.values()) expect(events.map(({ event }) => event)).toEqual(['sent', 'delivered']);
}

/** True: the operator has lost answers of every message, or has cut the link often enough. */
async function isOver(faults: Partial<Scenario>, before: OperatorCounters): Promise<boolean> {
  const now = await counters();
  return faults.cutAfterSubmits === undefined
    ? now.accepted - before.accepted >= COUNT
    : now.binds - before.binds >= CUTS;
}

/** Runs a dispatch under faults and checks that every message ended once and every extra copy was counted. */
async function runUnder(path: string, faults: Partial<Scenario>): Promise<{ copies: number }> {
  await cell().link('mts', { rate: 500 });
  await cell().operators.behave('mts', faults);
  const shop = await givenShop(cell());
  const [before, countedBefore] = [await counters(), await extraSubmits(cell())];
  const copies = async () => (await counters()).accepted - before.accepted - COUNT;
  const callbackUrl = cell().sink.url(path);
  // The same numbers each time: a receipt must find the message of its own dispatch.
  const id = await shop.run(COUNT, { callbackUrl, callbackEvents: ['sent', 'delivered', 'failed'] });
  await until('the faults have happened', () => isOver(faults, before));
  await cell().operators.behave('mts', { lostAnswerPercent: 0, cutAfterSubmits: 0 });
  if (faults.receiptsHeld === true) await releaseReceipts(id);
  await expectOneEnd(shop, id, path);
  await untilCounted(copies, countedBefore);
  return { copies: await copies() };
}

test('after lost answers, receipts that name our reference end the doubt without a second submit', async () => {
  const { copies } = await runUnder('/lost', { lostAnswerPercent: 3 });
  expect(copies).toBe(0);
});

test('after lost answers and late receipts, messages in doubt are sent again, and each copy is counted', async () => {
  const { copies } = await runUnder('/late', { lostAnswerPercent: 3, receiptsHeld: true });
  expect(copies).toBeGreaterThan(0);
});

test('when the operator cuts the link repeatedly, every message ends once', async () => {
  await runUnder('/cut', { cutAfterSubmits: CUT_AFTER });
});

test('when the link is cut and receipts are late, every copy is counted', async () => {
  await runUnder('/cut-late', { cutAfterSubmits: CUT_AFTER, receiptsHeld: true });
});
