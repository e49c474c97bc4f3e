// Notices that the database's clock has stepped back, by comparing it with the monotonic clock of this process. Waits
// and leases are stored as times of the database; after a step back each would last longer by the step.

/** One look at the database's clock: its time lies between the two of the monotonic clock. */
export type ClockReading = { readonly databaseMs: number; readonly beforeMs: number; readonly afterMs: number };

/** Clocks that are slewed, and rounding, move by less. */
const TOLERANCE_MS = 250;

export class ClockSteps {
  #aheadMinMs: number | undefined;

  /**
   * True when the clock stepped back since the last reading; also at the first one, because nobody knows what happened
   * before. A slow reading only makes the step harder to see, never up.
   */
  hasSteppedBack({ databaseMs, beforeMs, afterMs }: ClockReading): boolean {
    const last = this.#aheadMinMs;
    this.#aheadMinMs = databaseMs - afterMs;
    return last === undefined || databaseMs - beforeMs < last - TOLERANCE_MS;
  }
}
