// Rate of a link: a token bucket at the contract's rate, lowered by a tenth each time the operator answers "throttled"
// and raised again over time. Throttling also halves the window, which each accepted message raises by one, and pauses
// the link: shortly at first, because operators count by the second or less.
const BURST_SECONDS = 0.1;
const SLOWER = 0.9;
const FASTER_PER_SECOND = 1.01;
const SLOWEST = 0.1;
const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 60_000;

export type LinkRate = {
  /** Takes a token; returns 0, or the milliseconds to wait. */
  take(nowMs: number): number;
  /** `forMs`: the wait that the operator asked for, if any. */
  throttled(nowMs: number, forMs?: number): void;
  accepted(): void;
  /** Messages that may be open at a time, at most the window of the link. */
  readonly window: number;
};

export function createLinkRate(perSecond: number | null, windowMax: number): LinkRate {
  let window = windowMax;
  let factor = 1;
  let tokens = 1;
  let refilledAtMs = 0;
  let pausedUntilMs = 0;
  let pauses = 0;
  const refill = (nowMs: number, rate: number) => {
    const seconds = Math.max(0, (nowMs - refilledAtMs) / 1_000);
    refilledAtMs = nowMs;
    factor = Math.min(1, factor * FASTER_PER_SECOND ** seconds);
    tokens = Math.min(Math.max(1, rate * BURST_SECONDS), tokens + seconds * rate * factor);
  };
  return {
    take: (nowMs) => {
      if (nowMs < pausedUntilMs) return pausedUntilMs - nowMs;
      if (perSecond === null) return 0;
      refill(nowMs, perSecond);
      if (tokens < 1) return Math.max(1, ((1 - tokens) / (perSecond * factor)) * 1_000);
      tokens -= 1;
      return 0;
    },
    throttled: (nowMs, forMs = 0) => {
      if (nowMs < pausedUntilMs) return;
      pausedUntilMs = nowMs + Math.max(forMs, Math.min(PAUSE_MS_MIN * 2 ** pauses, PAUSE_MS_MAX));
      pauses += 1;
      window = Math.max(1, Math.floor(window / 2));
      factor = Math.max(SLOWEST, factor * SLOWER);
    },
    accepted: () => {
      pauses = 0;
      window = Math.min(windowMax, window + 1);
    },
    get window() {
      return window;
    },
  };
}
