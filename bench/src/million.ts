// Properties of a long run: a million messages are as fast at the end as at the beginning, memory does not grow, and a
// stop takes effect immediately with any number of waiting messages.
import { fillDispatch } from './end-to-end.ts';
import type { CallbackSink } from './harness/callback-sink.ts';
import type { Harness } from './harness/harness.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import { pause, waitFor } from './harness/wait.ts';
import { residentMb } from './machine.ts';
import { lastOverFirstTenth, type ProgressSample, ratePerSecond } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

export type ProcessMemory = { name: string; atFifthMb: number; finalMb: number; growth: number };

export type LongRun = {
  messages: number;
  acceptMs: number;
  runMs: number;
  perSecond: number;
  /** Rate in the last tenth relative to the first tenth: settled messages and answered callbacks. */
  settledLastOverFirst: number;
  callbacksLastOverFirst: number;
  memory: ProcessMemory[];
};

const SAMPLE_MS = 1_000;

export async function measureLongRun(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  { count, sink, report }: { count: number; sink: CallbackSink; report: (text: string) => void },
): Promise<LongRun> {
  sink.reset();
  const { id, acceptMs } = await fillDispatch(partner, subscribers, { first: 0, count, callbackUrl: sink.url });
  report(`accepted in ${Math.round(acceptMs)} ms`);
  const startMs = performance.now();
  const settled: ProgressSample[] = [{ atMs: startMs, done: 0 }];
  const callbacks: ProgressSample[] = [{ atMs: startMs, done: 0 }];
  let atFifth: number[] | undefined;
  await partner.startDispatch(id);
  for (;;) {
    const { status, delivered, failed } = await partner.progress(id);
    settled.push({ atMs: performance.now(), done: delivered + failed });
    callbacks.push({ atMs: performance.now(), done: sink.answered });
    if (delivered >= count / 5) atFifth ??= harness.processes.map(({ pid }) => residentMb(pid));
    report(`${delivered} settled, ${sink.answered} callbacks`);
    if (status === 'COMPLETED' && sink.answered >= count) break;
    await pause(SAMPLE_MS);
  }
  const runMs = performance.now() - startMs;
  return {
    messages: count,
    acceptMs,
    runMs,
    perSecond: ratePerSecond(count, acceptMs + runMs),
    settledLastOverFirst: lastOverFirstTenth(settled, count),
    callbacksLastOverFirst: lastOverFirstTenth(callbacks, count),
    memory: harness.processes.map(({ name, pid }, at) => {
      const atFifthMb = atFifth?.[at] ?? Number.NaN;
      const finalMb = residentMb(pid);
      return { name, atFifthMb, finalMb, growth: finalMb / atFifthMb };
    }),
  };
}

export type StopRun = {
  answerMs: number;
  submittedBefore: number;
  /** Messages per operator account that were submitted after the stop was answered. */
  submittedAfter: Record<string, number>;
};

const SETTLE_MS = 5_000;
const LISTED_MAX = 10_000;

/** Starts a dispatch, lets a twentieth of it pass, and stops it. */
export async function measureStop(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  { count, first }: { count: number; first: number },
): Promise<StopRun> {
  const { simulator } = harness;
  const { id } = await fillDispatch(partner, subscribers, { first, count });
  const before = await simulator.receivedTotal();
  await partner.startDispatch(id);
  await waitFor('a twentieth', async () => (await simulator.receivedTotal()) - before >= count / 20, {
    timeoutMs: 600_000,
  });
  const startMs = performance.now();
  await partner.stopDispatch(id);
  const answeredAtMs = Date.now();
  const answerMs = performance.now() - startMs;
  await pause(SETTLE_MS);
  const total = await simulator.receivedTotal();
  const last = await simulator.received({ after: Math.max(0, total - LISTED_MAX), limit: LISTED_MAX });
  const late = last.filter(({ atMs }) => atMs > answeredAtMs);
  const submittedAfter: Record<string, number> = {};
  for (const { account } of late) submittedAfter[account] = (submittedAfter[account] ?? 0) + 1;
  return { answerMs, submittedBefore: total - before - late.length, submittedAfter };
}
