// Rate and window of an account: above them it answers 0x58.
import type { Scenario } from './scenario.ts';

export class Admission {
  #tokens = 0;
  /** The bucket is full before the first submit. */
  #filledAtMs = Number.NEGATIVE_INFINITY;
  /** Accepted submits without an answer. */
  unanswered = 0;

  /** A token bucket with one second's worth of the rate. */
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
