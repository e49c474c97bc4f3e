// Recorder: gathers outcomes from the bus and writes them, with the receipts that are due, in one
// transaction; the outcomes are acknowledged after it. While one transaction runs, the next gathers.
import type { Outcome } from '../../features/dispatches/outcome.ts';
import { unpackOutcome } from '../../features/dispatches/outcome.ts';
import { recordOutcomes } from '../../features/settlement/record-outcomes.ts';
import type { Work } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';

const MESSAGES_MAX = 2_000;
const WAITING_MAX = 24;
const IDLE_MS = 50;
const ACK_WAIT_MS = 15_000;

type Gathered = { readonly outcome: Outcome; readonly work: Work };

export function runRecorder(platform: Platform): { stop(): Promise<void> } {
  const { bus, loops, metrics } = platform;
  let waiting: Gathered[] = [];
  let roomCame: (() => void) | undefined;

  /** Two reports of one batch never share a transaction: the second is judged by what the first has stored. */
  const takeSome = (): Gathered[] => {
    const taken = new Map<string, Gathered>();
    let messages = 0;
    for (const gathered of waiting) {
      if (taken.size > 0 && messages >= MESSAGES_MAX) break;
      if (taken.has(gathered.outcome.batchId)) continue;
      taken.set(gathered.outcome.batchId, gathered);
      messages += gathered.outcome.sent.length + gathered.outcome.failed.length;
    }
    const some = [...taken.values()];
    waiting = waiting.filter((gathered) => taken.get(gathered.outcome.batchId) !== gathered);
    roomCame?.();
    return some;
  };

  const loop = loops.start({
    name: 'record',
    idleMs: IDLE_MS,
    round: async () => {
      const gathered = takeSome();
      const startedAt = performance.now();
      try {
        const more = await recordOutcomes(
          platform,
          gathered.map(({ outcome }) => outcome),
        );
        for (const { work } of gathered) work.ack();
        bus.ring('notify');
        if (gathered.length > 0) bus.ring('pace');
        if (gathered.length > 0) metrics.observeMs('volley_record_ms', performance.now() - startedAt);
        return more || waiting.length > 0;
      } catch (error) {
        waiting = [...gathered, ...waiting];
        throw error;
      }
    },
  });

  const consumption = bus.consume(
    { stream: 'outcome', key: '>', name: 'recorder', maxPending: WAITING_MAX * 2, ackWaitMs: ACK_WAIT_MS },
    async (work) => {
      const outcome = readOutcome(platform, work);
      if (outcome === undefined) return work.ack();
      waiting.push({ outcome, work });
      loop.wake();
      while (waiting.length >= WAITING_MAX) {
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
function readOutcome({ log }: Platform, work: Work): Outcome | undefined {
  try {
    return unpackOutcome(work.payload);
  } catch (error) {
    log.error({ err: error }, 'an outcome on the bus cannot be read');
    return undefined;
  }
}
