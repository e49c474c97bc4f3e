// Detects that the database's clock stepped back, by comparison with the monotonic clock of this process. Waits and
// leases are stored as database times; after a step back each would last longer by the step.

/** A reading of the database's clock, taken between two readings of the monotonic clock. */
export type ClockReading = { readonly databaseMs: number; readonly beforeMs: number; readonly afterMs: number };

/** Slewing and rounding stay below this. */
const TOLERANCE_MS = 250;

export class ClockSteps {
  #aheadMinMs: number | undefined;

  /**
   * True when the clock stepped back since the last reading, and at the first reading: earlier steps are unknown. A
   * slow reading can hide a step but never invents one.
   */
  hasSteppedBack({ databaseMs, beforeMs, afterMs }: ClockReading): boolean {
    const last = this.#aheadMinMs;
    this.#aheadMinMs = databaseMs - afterMs;
    return last === undefined || databaseMs - beforeMs < last - TOLERANCE_MS;
  }
}
