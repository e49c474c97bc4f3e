import type { Scenario } from '@volley/simulator/scenario.ts';
import { expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { pause, until } from '../../given/until.ts';

const cell = useCell({
  settings: {
    instanceLeaseMs: 1_000,
    submitTimeoutMs: 600,
    inDoubtWaitMs: 1_500,
    batchDeadlineMs: 8_000,
    claimLeaseMs: 2_000,
  },
});
const counters = () => cell().operators.counters('mts');
const counter = async (name: string) => {
  const rows = await cell().sql<{ value: bigint }>('select value from engine_counters where name = $1', [name]);
  return Number(rows[0]?.value ?? 0n);
};

/** Runs a dispatch under faults and checks that every message ended once and every extra copy was counted. */
async function runUnder(
  path: string,
  faults: Partial<Scenario>,
  cuts: number,
  text = 'Hi',
): Promise<{ copies: number }> {
  await cell().link('mts', { rate: 1_000 });
  await cell().operators.behave('mts', faults);
  const shop = await givenShop(cell());
  const [before, counted] = [await counters(), await counter('extra_submits')];
  const callbackUrl = cell().sink.url(path);
  // The same numbers each time: a receipt must find the message of its own dispatch.
  const id = await shop.run(1_500, { text, callbackUrl, callbackEvents: ['sent', 'delivered', 'failed'] });
  for (let cut = 1; cut <= cuts; cut += 1) {
    await until('more messages were accepted', async () => (await counters()).accepted - before.accepted > cut * 300);
    await cell().operators.cut('mts');
  }
  await pause(1_000);
  await cell().operators.behave('mts', { lostAnswerPercent: 0, cutAfterSubmits: 0 });
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toEqual({ total: 1_500, delivered: 1_500, failed: 0, pending: 0 });
  await until('every event has arrived', () => cell().sink.received(path).length >= 3_000);
  const told = Map.groupBy(cell().sink.received(path), ({ messageUuid }) => messageUuid);
  expect(told.size).toBe(1_500);
  for (const events of told.values()) expect(events.map(({ event }) => event)).toEqual(['sent', 'delivered']);
  const copies = async () => (await counters()).accepted - before.accepted - done.parts.total;
  await until(
    'every extra copy is counted',
    async () =>
      (await copies()) === (await counter('extra_submits')) - counted && (await counters()).receiptsWaiting === 0,
  ).catch(async (error: unknown) => {
    throw new Error(`copies ${await copies()}, counted ${(await counter('extra_submits')) - counted}`, {
      cause: error,
    });
  });
  return { copies: await copies() };
}

test('after lost answers, receipts that name our reference end the doubt without a second submit', async () => {
  const { copies } = await runUnder('/lost', { lostAnswerPercent: 3 }, 0);
  expect(copies).toBe(0);
});

test('after lost answers and late receipts, messages in doubt are sent again, and each copy is counted', async () => {
  // Much later than the decision about the doubts, on a busy machine too.
  const late = { receiptDelayMinMs: 25_000, receiptDelayMaxMs: 25_000 };
  const { copies } = await runUnder('/late', { lostAnswerPercent: 3, ...late }, 0);
  await cell().operators.behave('mts', { receiptDelayMinMs: 0, receiptDelayMaxMs: 0 });
  expect(copies).toBeGreaterThan(0);
});

test('when the operator cuts the links repeatedly, every message ends once', async () => {
  await runUnder('/cut', {}, 3);
});

test('when links are cut and receipts are late, every copy is counted', async () => {
  await runUnder('/cut-late', { receiptDelayMinMs: 10_000, receiptDelayMaxMs: 10_000, cutAfterSubmits: 400 }, 0);
  await cell().operators.behave('mts', { receiptDelayMinMs: 0, receiptDelayMaxMs: 0 });
});
