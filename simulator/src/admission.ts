// Rate and window of an account: what it takes before it answers 0x58.
import type { Scenario } from './scenario.ts';

export class Admission {
  #tokens = 0;
  /** Before the first submit the bucket is full. */
  #filledAtMs = Number.NEGATIVE_INFINITY;
  /** Submits taken and not yet answered. */
  unanswered = 0;

  /** A bucket that holds one second of the rate. */
  admits(scenario: Scenario, nowMs: number): boolean {
    const { ratePerSecond, window } = scenario;
    if (this.unanswered >= window) return false;
    if (ratePerSecond === 0) return true;
    const earned = ((nowMs - this.#filledAtMs) * ratePerSecond) / 1_000;
    this.#tokens = Math.min(ratePerSecond, this.#tokens + earned);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
