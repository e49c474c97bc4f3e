// Stop and hold marks of this process: told over the bus, confirmed by the database every second, asked
// before every single message; so is whether its hours are over.
import type { Batch } from '../../features/dispatches/batch.ts';
import { type Marks, readMarks } from '../../features/dispatches/read-marks.ts';
import type { Platform } from '../../platform/platform.ts';

const TOLD_KEPT_MS = 600_000;
const NONE: Marks = { stoppedDispatches: new Set(), heldSenders: new Set(), heldCompanies: new Set() };

export class StopMarks {
  readonly #platform: Platform;
  /** Dispatch and the moment it was told; the database knows it long before the entry is dropped. */
  readonly #toldStopped = new Map<number, number>();
  #known: Marks = NONE;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Told by whoever stopped the dispatch; it holds from this very moment. */
  tellStopped(dispatchId: number): void {
    this.#toldStopped.set(dispatchId, performance.now());
  }

  verdict(batch: Batch): 'go' | 'stopped' | 'held' | 'over' {
    if (this.#toldStopped.has(batch.dispatchId) || this.#known.stoppedDispatches.has(batch.dispatchId))
      return 'stopped';
    if (batch.untilMs !== undefined && this.#platform.clock.now().getTime() >= batch.untilMs) return 'over';
    return this.#known.heldSenders.has(batch.senderId) || this.#known.heldCompanies.has(batch.companyId)
      ? 'held'
      : 'go';
  }

  async refresh(batches: readonly Batch[]): Promise<void> {
    for (const [id, atMs] of this.#toldStopped)
      if (performance.now() - atMs > TOLD_KEPT_MS) this.#toldStopped.delete(id);
    if (batches.length === 0) {
      this.#known = NONE;
      return;
    }
    const unique = (of: (batch: Batch) => number) => [...new Set(batches.map(of))];
    this.#known = await readMarks(this.#platform, {
      dispatchIds: unique((batch) => batch.dispatchId),
      senderIds: unique((batch) => batch.senderId),
      companyIds: unique((batch) => batch.companyId),
    });
  }
}
