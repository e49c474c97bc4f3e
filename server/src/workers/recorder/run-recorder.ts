// Recorder: gathers outcomes from the bus and writes them, with the receipts that are due, in one
// transaction; the outcomes are acknowledged after it. While one transaction runs, the next gathers.
import type { Outcome } from '../../features/dispatches/outcome.ts';
import { unpackOutcome } from '../../features/dispatches/outcome.ts';
import { recordOutcomes } from '../../features/settlement/record-outcomes.ts';
import type { Work } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { startLoop } from '../../platform/worker-loop.ts';

const MESSAGES_MAX = 2_000;
const WAITING_MAX = 24;
const IDLE_MS = 50;
const ACK_WAIT_MS = 15_000;

type Gathered = { readonly outcome: Outcome; readonly work: Work };

export function runRecorder(platform: Platform): { stop(): Promise<void> } {
  const { bus, log, metrics } = platform;
  const waiting: Gathered[] = [];
  let roomCame: (() => void) | undefined;

  const takeSome = (): Gathered[] => {
    let messages = 0;
    let count = 0;
    for (const { outcome } of waiting) {
      if (count > 0 && messages + outcome.sent.length > MESSAGES_MAX) break;
      messages += outcome.sent.length + outcome.failed.length;
      count += 1;
    }
    const taken = waiting.splice(0, count);
    roomCame?.();
    return taken;
  };

  const loop = startLoop({
    name: 'record',
    log,
    metrics,
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
        waiting.unshift(...gathered);
        throw error;
      }
    },
  });

  const consumption = bus.consume(
    { stream: 'outcome', key: '>', name: 'recorder', maxPending: WAITING_MAX * 2, ackWaitMs: ACK_WAIT_MS },
    async (work) => {
      waiting.push({ outcome: unpackOutcome(work.payload), work });
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
