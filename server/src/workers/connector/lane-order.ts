// The order in which the lanes of a link are served: urgent at once, then normal with a share for bulk.
import type { Batch } from '../../features/queue/batches/batch.ts';
import type { BatchRun } from './batch-run.ts';
import type { Lane } from './lane.ts';

/** After this many batches of the normal lane, a bulk batch is next. */
const NORMAL_IN_A_ROW = 4;

export class LaneOrder {
  readonly #lanes: readonly [urgent: Lane, normal: Lane, bulk: Lane];
  #current: BatchRun | undefined;
  #normalInARow = 0;

  constructor(lanes: readonly [urgent: Lane, normal: Lane, bulk: Lane]) {
    this.#lanes = lanes;
  }

  laneOf({ id, lane }: Batch): Lane {
    const found = this.#lanes[lane];
    if (found === undefined) throw new Error(`batch ${id} has an unknown lane: ${lane}`);
    return found;
  }

  /** The current run, unless an urgent run is ready; otherwise the next run by lane. */
  next(): BatchRun | undefined {
    const [urgent, normal, bulk] = this.#lanes;
    if (this.#current?.isExhausted) this.#current = undefined;
    if (urgent.hasReady && this.#current?.batch.lane !== 0) {
      if (this.#current !== undefined) this.laneOf(this.#current.batch).putBack(this.#current);
      this.#current = urgent.takeReady();
    }
    if (this.#current === undefined) {
      const bulkTurn = !normal.hasReady || (bulk.hasReady && this.#normalInARow >= NORMAL_IN_A_ROW);
      this.#normalInARow = bulkTurn ? 0 : this.#normalInARow + 1;
      this.#current = (bulkTurn ? bulk : normal).takeReady();
    }
    return this.#current;
  }
}
