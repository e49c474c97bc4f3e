import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Batch } from '../../features/queue/batches/batch.ts';
import type { Outcome } from '../../features/queue/batches/outcome.ts';
import { BatchRun } from './batch-run.ts';
import { OutcomeReports } from './outcome-reports.ts';

const WORK = { payload: new Uint8Array(), ack: () => undefined, nak: () => undefined, working: () => undefined };
const LINK = { id: 7, account_id: 3, receipts_per_part: 'all', protocol: 'SMPP' } as const;

function runOf(id: string, count: number, parts = 1): BatchRun {
  const messages = Array.from({ length: count }, (_, at) => ({
    id: `${id}-${at}`,
    seq: at + 1,
    destination: '79161230000',
    text: 'Hi',
    parts,
  }));
  const fields = { companyId: 1, dispatchId: 1, senderId: 1, senderName: 'Shop', linkId: 7, lane: 2 } as const;
  const batch: Batch = { id, attempt: 1, ...fields, channelType: 'SMS', trafficType: 'PROMO', messages };
  return new BatchRun(batch, WORK, 1);
}

/** A broker whose answers the test controls. */
function openReports(window: number) {
  const stored: { readonly id: string; readonly outcomes: readonly Outcome[] }[] = [];
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  const ended: string[] = [];
  const reports = new OutcomeReports({
    window,
    outcomeOf: (run) => run.takeOutcome(LINK, 5),
    store: (id, outcomes) => {
      stored.push({ id, outcomes });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    onEnded: ({ batch }) => ended.push(batch.id),
    onFreed: () => undefined,
    onStoreFailed: () => undefined,
  });
  const answer = async (error?: Error) => {
    const [first] = waiting.splice(0, 1);
    if (first === undefined) throw new Error('no store call is waiting');
    if (error === undefined) first.resolve();
    else first.reject(error);
    await soon();
  };
  return { reports, stored, ended, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Answers are gathered until the next turn of the event loop. */
const soon = () => pass(1);

function send(reports: OutcomeReports, run: BatchRun, isAnswered = true): void {
  const message = run.takeNext();
  if (message === undefined) throw new Error(`batch ${run.batch.id} has no message left`);
  reports.handedOut(message.parts);
  if (!isAnswered) return;
  run.settle(message, { kind: 'sent', operatorIds: [message.id] });
  reports.answered(run, message.parts);
  if (run.isDone) reports.ended(run);
}

const idsOf = ({ outcomes }: { outcomes: readonly Outcome[] }) =>
  outcomes.flatMap(({ sent }) => sent.map(([id]) => id));

describe('capacity of a link', () => {
  test('the capacity is the window, and an answer frees its part when it is stored', async () => {
    const { reports, answer } = openReports(2);
    const run = runOf('a', 5);
    send(reports, run, false);
    send(reports, run);
    expect(reports.hasCapacityFor(1)).toBe(false);
    await soon();
    expect(reports.hasCapacityFor(1)).toBe(false);
    await answer();
    expect([reports.hasCapacityFor(1), reports.hasCapacityFor(2)]).toEqual([true, false]);
  });

  test('a message with more parts than the window goes alone', async () => {
    const { reports, answer } = openReports(2);
    const run = runOf('a', 2, 3);
    expect(reports.hasCapacityFor(3)).toBe(true);
    send(reports, run);
    expect(reports.hasCapacityFor(1)).toBe(false);
    await soon();
    await answer();
    expect(reports.hasCapacityFor(3)).toBe(true);
  });

  test('a message without an answer uses the window until the end of its batch is stored', async () => {
    const { reports, answer, ended, stored } = openReports(1);
    const run = runOf('a', 3);
    const message = run.takeNext();
    if (message === undefined) throw new Error(`batch ${run.batch.id} has no message left`);
    reports.handedOut(1);
    run.settle(message, { kind: 'doubt' });
    expect(reports.hasCapacityFor(1)).toBe(false);
    reports.ended(run);
    await soon();
    expect(stored[0]?.outcomes).toMatchObject([{ rest: 'doubt', untouchedFrom: 2 }]);
    await answer();
    expect([reports.hasCapacityFor(1), ended]).toEqual([true, ['a']]);
  });
});

describe('answers of the operator', () => {
  test('answers of several batches are stored together, and later answers in the next group', async () => {
    const { reports, stored, answer, ended } = openReports(400);
    const [first, second] = [runOf('a', 2), runOf('b', 2)];
    send(reports, first);
    send(reports, second);
    await soon();
    send(reports, first);
    send(reports, second);
    await soon();
    expect(stored.map(idsOf)).toEqual([['a-0', 'b-0']]);
    await answer();
    expect(stored.map(idsOf)).toEqual([
      ['a-0', 'b-0'],
      ['a-1', 'b-1'],
    ]);
    expect([stored[0]?.outcomes.map(({ rest }) => rest), ended]).toEqual([['open', 'open'], []]);
    await answer();
    expect(ended).toEqual(['a', 'b']);
  });

  test('an answer waits at most 20 ms for others while messages are on the wire', async () => {
    const { reports, stored } = openReports(400);
    const run = runOf('a', 3);
    send(reports, run, false);
    send(reports, run);
    await pass(19);
    expect(stored).toEqual([]);
    await pass(2);
    expect(idsOf(stored[0] ?? { outcomes: [] })).toEqual(['a-1']);
  });

  test('fifty answers are stored without a wait', async () => {
    const { reports, stored } = openReports(400);
    const run = runOf('a', 60);
    send(reports, run, false);
    for (let n = 0; n < 50; n += 1) send(reports, run);
    await soon();
    expect(stored.map((group) => idsOf(group).length)).toEqual([50]);
  });

  test('a group is repeated under the same id until the broker has stored it, before any other group', async () => {
    const { reports, stored, answer } = openReports(10);
    const run = runOf('a', 3);
    send(reports, run);
    await soon();
    await answer(new Error('broker unavailable'));
    send(reports, run);
    await pass(1_000);
    expect(stored.map(idsOf)).toEqual([['a-0'], ['a-0']]);
    expect(stored[1]?.id).toBe(stored[0]?.id);
    await answer();
    expect(stored.map(idsOf)[2]).toEqual(['a-1']);
  });

  test('unstored answers are abandoned at the timeout of close', async () => {
    const { reports, stored, ended, answer } = openReports(10);
    const run = runOf('a', 1);
    send(reports, run);
    const closed = reports.close(50);
    await pass(100);
    await closed;
    expect([stored.length, ended]).toEqual([1, []]);
    // Later answers are not stored either, and leave no timer.
    await answer(new Error('broker unavailable'));
    send(reports, runOf('b', 1));
    await pass(5_000);
    expect([stored.length, ended, vi.getTimerCount()]).toEqual([1, [], 0]);
  });
});
