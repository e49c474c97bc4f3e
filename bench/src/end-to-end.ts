// A dispatch from the first accepted recipient to the last answered callback, with the time of every stage.
import type { CallbackSink } from './harness/callback-sink.ts';
import type { Harness } from './harness/harness.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import type { SimulatorCounters } from './harness/simulator-process.ts';
import { waitFor } from './harness/wait.ts';
import { ratePerSecond } from './statistics.ts';
import { dispatchText, type Subscribers } from './subscribers.ts';

export type EndToEndRun = {
  messages: number;
  /** Messages per second over accepting and sending together. */
  perSecond: number;
  acceptMs: number;
  /** Milliseconds from the start to the end of each stage. */
  submittedMs: number;
  receiptsMs: number;
  completedMs: number;
  callbacksMs: number;
};

type Filling = {
  readonly first: number;
  readonly count: number;
  readonly callbackUrl?: string;
  readonly callbackEvents?: readonly string[];
};

export type FilledDispatch = { id: number; acceptMs: number };

const CALL = 10_000;
/** Polls rarely, because every poll costs time of the measured system; the last callback is timed by its arrival. */
const POLL_MS = 100;

/** Creates a dispatch and appends to it until it has `count` recipients. */
export async function fillDispatch(
  partner: PartnerClient,
  subscribers: Subscribers,
  { first, count, callbackUrl, callbackEvents = ['delivered'] }: Filling,
): Promise<FilledDispatch> {
  let id: number | undefined;
  let acceptMs = 0;
  for (let from = 0; from < count; from += CALL) {
    const messages = subscribers.recipients(first + from, Math.min(CALL, count - from));
    const callback = callbackUrl === undefined ? {} : { callbackUrl, callbackEvents };
    const request = { name: 'end to end', text: dispatchText, messages, ...callback };
    const startMs = performance.now();
    const accepted =
      id === undefined ? await partner.createDispatch(request) : await partner.appendMessages(id, messages);
    acceptMs += performance.now() - startMs;
    if (accepted.success !== messages.length) throw new Error(`accepted ${accepted.success} of ${messages.length}`);
    id = accepted.id;
  }
  if (id === undefined) throw new RangeError(`a dispatch needs recipients, count is ${count}`);
  return { id, acceptMs };
}

export async function runEndToEnd(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  { first, count, sink, timeoutMs }: { first: number; count: number; sink: CallbackSink; timeoutMs: number },
): Promise<EndToEndRun> {
  sink.reset();
  const before = await harness.simulator.counters();
  const { id, acceptMs } = await fillDispatch(partner, subscribers, { first, count, callbackUrl: sink.url });
  const startMs = performance.now();
  await partner.startDispatch(id);
  const ends = await waitForEnds(harness, { id, count, before, startMs, timeoutMs, partner, sink });
  const { delivered } = await partner.progress(id);
  if (delivered !== count) throw new Error(`${delivered} of ${count} delivered`);
  const perSecond = ratePerSecond(count, acceptMs + Math.max(...Object.values(ends)));
  return { messages: count, perSecond, acceptMs, ...ends };
}

type Ends = Pick<EndToEndRun, 'submittedMs' | 'receiptsMs' | 'completedMs' | 'callbacksMs'>;

async function waitForEnds(
  harness: Harness,
  run: {
    id: number;
    count: number;
    before: SimulatorCounters;
    startMs: number;
    timeoutMs: number;
    partner: PartnerClient;
    sink: CallbackSink;
  },
): Promise<Ends> {
  const { count, sink } = run;
  const ends: Partial<Record<keyof Ends, number>> = {};
  const note = (name: keyof Ends, reached: boolean, atMs = performance.now()): void => {
    if (reached) ends[name] ??= atMs - run.startMs;
  };
  return waitFor(
    'the end of the dispatch',
    async () => {
      if (ends.receiptsMs === undefined || ends.submittedMs === undefined) {
        const now = await harness.simulator.counters();
        const since = (name: string): number => (now[name] ?? 0) - (run.before[name] ?? 0);
        note('submittedMs', since('accepted') >= count);
        note('receiptsMs', since('receiptsAcked') >= count);
      } else if (ends.completedMs === undefined) {
        note('completedMs', (await run.partner.progress(run.id)).status === 'COMPLETED');
      }
      note('callbacksMs', sink.answered >= count, sink.lastAtMs);
      const { submittedMs, receiptsMs, completedMs, callbacksMs } = ends;
      if (submittedMs === undefined || receiptsMs === undefined) return undefined;
      if (completedMs === undefined || callbacksMs === undefined) return undefined;
      return { submittedMs, receiptsMs, completedMs, callbacksMs };
    },
    { timeoutMs: run.timeoutMs, everyMs: POLL_MS },
  );
}
