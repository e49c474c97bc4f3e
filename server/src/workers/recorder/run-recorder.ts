// Recorder: gathers outcomes from the bus and writes them, with the receipts that are due, in one
// transaction; the outcomes are acknowledged after it. While one transaction runs, the next gathers, and for at least
// GATHER_MS: of a busy cell a transaction then has hundreds of messages, and costs little more than one of ten.
import { RECORDER, unpackOutcomes } from '../../features/dispatches/outcome.ts';
import { recordOutcomes } from '../../features/settlement/record-outcomes.ts';
import type { Work } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { type GatheredOutcomes, mergeOutcomes, messagesIn, partAttempts } from './merge-outcomes.ts';

const MESSAGES_MAX = 2_000;
/** Gathered while a transaction runs. */
const WAITING_MAX = 2 * MESSAGES_MAX;
/** So many messages wait for no more. */
const ENOUGH = MESSAGES_MAX / 2;
const GATHER_MS = 25;
const PENDING_MAX = 256;
const IDLE_MS = 50;
const ACK_WAIT_MS = 15_000;

/** The last part of a report carries the work: it is acknowledged when all of it is stored. */
type Gathered = GatheredOutcomes & { readonly work?: Work };

export function runRecorder(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops, metrics } = platform;
  let waiting: Gathered[] = [];
  let waitingMessages = 0;
  let roomCame: (() => void) | undefined;
  let enoughCame: (() => void) | undefined;
  let begunMs = 0;

  const gather = async () => {
    const leftMs = Math.min(GATHER_MS, begunMs + GATHER_MS - performance.now());
    if (leftMs > 0 && waitingMessages < ENOUGH)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        enoughCame = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    enoughCame = undefined;
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
      roomCame?.();
      bus.ring('notify');
      if (taken > 0) bus.ring('pace');
      if (taken > 0) metrics.observeMs('volley_record_ms', performance.now() - startedAt);
      return more || waiting.length > 0;
    },
  });

  const consumption = bus.consume(
    { stream: 'outcome', key: '>', name: RECORDER, maxPending: PENDING_MAX, ackWaitMs: ACK_WAIT_MS },
    async (work) => {
      const outcomes = readOutcomes(platform, work);
      if (outcomes.length === 0) return work.ack();
      const parts = partAttempts(outcomes);
      waiting.push(...parts.map((part, at) => ({ outcomes: part, ...(at === parts.length - 1 && { work }) })));
      waitingMessages += messagesIn(outcomes);
      loop.wake();
      if (waitingMessages >= ENOUGH) enoughCame?.();
      while (waitingMessages >= WAITING_MAX) {
        await new Promise<void>((resolve) => {
          roomCame = resolve;
        });
      }
    },
  );
  bus.onRing('record', () => loop.wake());
  return {
    stop: async () => {
      await consumption.stop();
      await loop.stop();
    },
  };
}

/** An outcome that cannot be read is dropped: its batch ends in doubt, and receipts tell what happened. */
function readOutcomes({ log }: Platform, work: Work) {
  try {
    return unpackOutcomes(work.payload);
  } catch (error) {
    log.error({ err: error }, 'outcomes on the bus cannot be read');
    return [];
  }
}
