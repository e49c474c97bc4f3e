// Token buckets in memory: `burst` calls at once and `perSecond` in the long run, per key. A limit protects the service
// and promises nothing, so separate buckets per process suffice. Time is monotonic; a full bucket is dropped.

/** `windowSeconds`: the period of the limit that callers are shown; default one second. */
export type RateLimit = { readonly perSecond: number; readonly burst: number; readonly windowSeconds?: number };

/**
 * State after a call; `retryAfterSeconds` is set when the call is refused. `limit`: calls per window in the long run;
 * `remaining`: those left. The burst above the limit is not reported.
 */
export type RateVerdict = {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds?: number;
};

export const PARTNER_LIMIT: RateLimit = { perSecond: 20, burst: 40 };
/** Per key of the messaging API. */
export const KEY_LIMIT: RateLimit = { perSecond: 50, burst: 100 };
/** Per login and address. */
export const LOGIN_LIMIT: RateLimit = { perSecond: 10 / 60, burst: 10, windowSeconds: 60 };
/** Failed attempts per address, for all logins. */
export const ADDRESS_LIMIT: RateLimit = { perSecond: 10 / 60, burst: 30, windowSeconds: 60 };

type Bucket = { tokens: number; atMs: number };

const BUCKETS_MAX = 100_000;

export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string | number, Bucket>();

  constructor(limit: RateLimit, nowMs: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  take(key: string | number): RateVerdict {
    const { perSecond, burst, windowSeconds = 1 } = this.#limit;
    const limit = Math.round(perSecond * windowSeconds);
    const nowMs = this.#nowMs();
    const bucket = this.#bucket(key, nowMs);
    bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    const refused = bucket.tokens < 1;
    if (!refused) bucket.tokens -= 1;
    return {
      limit,
      remaining: Math.min(limit, Math.floor(bucket.tokens)),
      resetSeconds: Math.max(0, Math.ceil((limit - bucket.tokens) / perSecond)),
      ...(refused && { retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)) }),
    };
  }

  /** Whether the next call would be refused; consumes nothing. */
  isSpent(key: string | number): boolean {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return false;
    return bucket.tokens + ((this.#nowMs() - bucket.atMs) / 1000) * this.#limit.perSecond < 1;
  }

  /** Returns the token of a call that does not count. */
  giveBack(key: string | number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#limit.burst, bucket.tokens + 1);
  }

  #bucket(key: string | number, nowMs: number): Bucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= BUCKETS_MAX) this.#forgetFull(nowMs);
    const fresh = { tokens: this.#limit.burst, atMs: nowMs };
    this.#buckets.set(key, fresh);
    return fresh;
  }

  #forgetFull(nowMs: number): void {
    const fullAfterMs = (this.#limit.burst / this.#limit.perSecond) * 1000;
    for (const [key, bucket] of this.#buckets) {
      if (nowMs - bucket.atMs >= fullAfterMs) this.#buckets.delete(key);
    }
    // A full table means an attack from many addresses; bounding the memory matters more than the limits.
    if (this.#buckets.size >= BUCKETS_MAX) this.#buckets.clear();
  }
}
