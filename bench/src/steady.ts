// A long dispatch under the conditions of production: receipts come after 2 to 30 seconds, some messages fail, some
// texts have two parts. The rate counts between a tenth and nine tenths of the messages, without start and end.
import { fillDispatch } from './end-to-end.ts';
import { openCallbackSink } from './harness/callback-sink.ts';
import type { Harness } from './harness/harness.ts';
import { pause } from './harness/wait.ts';
import { type ProgressSample, ratePerSecond, timeOfShare } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

export type SteadyRun = {
  messages: number;
  failed: number;
  /** Final messages, and answered callbacks. */
  settledPerSecond: number;
  callbacksPerSecond: number;
};

const RECEIPTS = {
  receiptDelayForm: 'log-normal',
  receiptDelayMinMs: 2_000,
  receiptDelayMaxMs: 30_000,
  undeliveredPercent: 5,
};
const LONG_EVERY = 5;
/** With it the text has 71 characters or more: two parts. */
const LONG_NAME = 'Александра Константиновна';
const SAMPLE_MS = 500;
const TIMEOUT_MS = 1_200_000;

export async function measureSteady(
  harness: Harness,
  subscribers: Subscribers,
  count: number,
  report: (text: string) => void,
): Promise<SteadyRun> {
  await harness.simulator.setScenario(RECEIPTS);
  const partner = await harness.givenPartner();
  const sink = await openCallbackSink();
  try {
    const events = { callbackUrl: sink.url, callbackEvents: ['delivered', 'failed'] };
    const { id } = await fillDispatch(partner, withLongNames(subscribers), { first: 0, count, ...events });
    await partner.startDispatch(id);
    const startMs = performance.now();
    const settled: ProgressSample[] = [{ atMs: startMs, done: 0 }];
    const callbacks: ProgressSample[] = [{ atMs: startMs, done: 0 }];
    for (;;) {
      const { delivered, failed } = await partner.progress(id);
      settled.push({ atMs: performance.now(), done: delivered + failed });
      callbacks.push({ atMs: performance.now(), done: sink.answered });
      if (delivered + failed >= count && sink.answered >= count)
        return {
          messages: count,
          failed,
          settledPerSecond: middleRate(settled, count),
          callbacksPerSecond: middleRate(callbacks, count),
        };
      if (performance.now() - startMs > TIMEOUT_MS)
        throw new Error(`${delivered + failed} of ${count} messages are final, ${sink.answered} callbacks came`);
      report(`${delivered + failed} final, ${sink.answered} callbacks`);
      await pause(SAMPLE_MS);
    }
  } finally {
    await sink.close();
  }
}

function middleRate(samples: readonly ProgressSample[], count: number): number {
  const spanMs = timeOfShare(samples, count, 0.9) - timeOfShare(samples, count, 0.1);
  return ratePerSecond(count * 0.8, spanMs);
}

const withLongNames = (subscribers: Subscribers): Subscribers => ({
  ...subscribers,
  recipients: (first, count) =>
    subscribers
      .recipients(first, count)
      .map((recipient, at) =>
        (first + at) % LONG_EVERY === 0 ? { ...recipient, substitutions: { name: LONG_NAME } } : recipient,
      ),
});
