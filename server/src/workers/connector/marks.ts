// Stop and hold marks of this process: received over the bus, confirmed by the database every second, and checked, like
// the end of the schedule, before every message.
import type { Batch } from '../../features/queue/batches/batch.ts';
import { type Marks, readMarks } from '../../features/queue/pacing/read-marks.ts';
import type { Platform } from '../../platform/platform.ts';

const NOTIFIED_KEPT_MS = 600_000;
const NONE: Marks = { stoppedDispatches: new Set(), heldSenders: new Set(), heldCompanies: new Set() };

export class StopMarks {
  readonly #platform: Platform;
  /** Dispatch id → time of the notification. The database confirms the stop long before the entry is deleted. */
  readonly #notifiedStops = new Map<number, number>();
  #known: Marks = NONE;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Call on the notification of a stop; effective at once. */
  markStopped(dispatchId: number): void {
    this.#notifiedStops.set(dispatchId, performance.now());
  }

  decide(batch: Batch): 'go' | 'stopped' | 'held' | 'over' {
    if (this.#notifiedStops.has(batch.dispatchId) || this.#known.stoppedDispatches.has(batch.dispatchId))
      return 'stopped';
    if (batch.untilMs !== undefined && this.#platform.clock.now().getTime() >= batch.untilMs) return 'over';
    return this.#known.heldSenders.has(batch.senderId) || this.#known.heldCompanies.has(batch.companyId)
      ? 'held'
      : 'go';
  }

  async refresh(batches: readonly Batch[]): Promise<void> {
    for (const [id, atMs] of this.#notifiedStops)
      if (performance.now() - atMs > NOTIFIED_KEPT_MS) this.#notifiedStops.delete(id);
    if (batches.length === 0) {
      this.#known = NONE;
      return;
    }
    const unique = (idOf: (batch: Batch) => number) => [...new Set(batches.map(idOf))];
    this.#known = await readMarks(this.#platform, {
      dispatchIds: unique((batch) => batch.dispatchId),
      senderIds: unique((batch) => batch.senderId),
      companyIds: unique((batch) => batch.companyId),
    });
  }
}
