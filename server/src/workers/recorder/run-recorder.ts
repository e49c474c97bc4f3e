// Recorder: gathers outcomes from the bus and writes them, with due receipts, in one transaction; the outcomes are
// acknowledged after COMMIT. The next group gathers while a transaction runs, and for at least GATHER_MS: in a busy
// cell a transaction then holds hundreds of messages and costs little more than one with ten.
import { RECORDER, unpackOutcomes } from '../../features/queue/batches/outcome.ts';
import { recordOutcomes } from '../../features/settlement/record-outcomes.ts';
import type { Work } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { type GatheredOutcomes, mergeOutcomes, messagesIn, separateAttempts } from './merge-outcomes.ts';

const MESSAGES_MAX = 2_000;
/** Gathered while a transaction runs. */
const WAITING_MAX = 2 * MESSAGES_MAX;
/** From this many messages on, a transaction starts at once. */
const ENOUGH = MESSAGES_MAX / 2;
const GATHER_MS = 25;
const PENDING_MAX = 256;
const IDLE_MS = 50;
const ACK_WAIT_MS = 15_000;

/** Only the last part of a report carries `work`: it is acknowledged when all parts are stored. */
type Gathered = GatheredOutcomes & { readonly work?: Work };

export function runRecorder(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops, metrics } = platform;
  let waiting: Gathered[] = [];
  let waitingMessages = 0;
  let capacityFreed: (() => void) | undefined;
  let enoughGathered: (() => void) | undefined;
  let begunMs = 0;

  const gather = async () => {
    const leftMs = Math.min(GATHER_MS, begunMs + GATHER_MS - performance.now());
    if (leftMs > 0 && waitingMessages < ENOUGH)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        enoughGathered = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    enoughGathered = undefined;
    begunMs = performance.now();
  };

  const loop = loops.start({
    name: 'record',
    idleMs: IDLE_MS,
    round: async () => {
      await gather();
      const { merged, taken } = mergeOutcomes(waiting, MESSAGES_MAX);
      const startedAt = performance.now();
      const more = await recordOutcomes(platform, merged);
      const done = waiting.slice(0, taken);
      waiting = waiting.slice(taken);
      for (const { work, outcomes } of done) {
        work?.ack();
        waitingMessages -= messagesIn(outcomes);
      }
      capacityFreed?.();
      bus.wake('notify');
      if (taken > 0) bus.wake('pace');
      if (taken > 0) metrics.observe('volley_record_seconds', (performance.now() - startedAt) / 1_000);
      return more || waiting.length > 0;
    },
  });

  const consumption = bus.consume(
    { stream: 'outcome', key: '>', name: RECORDER, maxPending: PENDING_MAX, ackWaitMs: ACK_WAIT_MS },
    async (work) => {
      const outcomes = readOutcomes(platform, work);
      if (outcomes.length === 0) return work.ack();
      const parts = separateAttempts(outcomes);
      waiting.push(...parts.map((part, at) => ({ outcomes: part, ...(at === parts.length - 1 && { work }) })));
      waitingMessages += messagesIn(outcomes);
      loop.wake();
      if (waitingMessages >= ENOUGH) enoughGathered?.();
      while (waitingMessages >= WAITING_MAX) {
        await new Promise<void>((resolve) => {
          capacityFreed = resolve;
        });
      }
    },
  );
  bus.onWake('record', () => loop.wake());
  return {
    stop: async () => {
      await consumption.stop();
      await loop.stop();
    },
  };
}

/** Drops an unreadable outcome: its batch will be in doubt, and receipts resolve the doubt. */
function readOutcomes({ log }: Platform, work: Work) {
  try {
    return unpackOutcomes(work.payload);
  } catch (error) {
    log.error({ err: error }, 'outcomes on the bus cannot be read');
    return [];
  }
}
