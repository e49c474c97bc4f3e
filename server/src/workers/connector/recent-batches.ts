// Batches that this process received recently, so that a repetition from the bus is dropped without a query.
import type { Batch } from '../../features/queue/batches/batch.ts';

const REMEMBERED_MAX = 5_000;

export class RecentBatches {
  readonly #keys = new Set<string>();

  /** True once per batch and attempt. */
  isNew(batch: Batch): boolean {
    const key = keyOf(batch);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#keys.size > REMEMBERED_MAX) {
      const [oldest] = this.#keys;
      if (oldest !== undefined) this.#keys.delete(oldest);
    }
    return true;
  }

  forget(batch: Batch): void {
    this.#keys.delete(keyOf(batch));
  }
}

const keyOf = (batch: Batch) => `${batch.id}.${batch.attempt}`;
