// How fast a dispatch may go when its owner bounds it: `rate` messages per term, spread evenly. Messages leave one
// interval (term ÷ rate) after the other. Whoever comes late may catch up, but never by more than one second holds,
// so an hour's worth never leaves at once: from any instant on, a span holds at most what the rate gives for it,
// and one second's worth besides if the dispatch had been waiting before.

export const RATE_TERMS = ['s', 'm', 'h', 'd'] as const;

export type RateTerm = (typeof RATE_TERMS)[number];

export type DispatchRate = { readonly rate: number; readonly rateTerm: RateTerm };

/** The largest rate of each term. */
export const RATE_MAX: Readonly<Record<RateTerm, number>> = { s: 500, m: 30_000, h: 1_000_000, d: 10_000_000 };

const SECOND_MS = 1_000;
const TERM_MS: Readonly<Record<RateTerm, number>> = { s: SECOND_MS, m: 60_000, h: 3_600_000, d: 86_400_000 };

export type RateProblem = { readonly field: 'rate' | 'rateTerm'; readonly problem: string };

/** What is wrong with the pair; nothing when both are absent. */
export function rateProblem(rate: number | undefined, rateTerm: RateTerm | undefined): RateProblem | undefined {
  if (rate === undefined) return rateTerm && { field: 'rate', problem: 'is required with rateTerm' };
  if (rateTerm === undefined) return { field: 'rateTerm', problem: 'is required with rate' };
  const max = RATE_MAX[rateTerm];
  return Number.isInteger(rate) && rate >= 1 && rate <= max
    ? undefined
    : { field: 'rate', problem: `must be between 1 and ${max} for rateTerm ${rateTerm}` };
}

export const intervalOf = ({ rate, rateTerm }: DispatchRate) => TERM_MS[rateTerm] / rate;

/** How many may leave at one instant at most. */
export function burstOf(rate: DispatchRate): number {
  return Math.max(1, Math.floor(SECOND_MS / intervalOf(rate)));
}

/** How many may leave now, when the next one was ready at `readyMs`. */
export function allowedNow(rate: DispatchRate, readyMs: number, nowMs: number): number {
  if (nowMs < readyMs) return 0;
  return Math.min(burstOf(rate), Math.floor((nowMs - readyMs) / intervalOf(rate)) + 1);
}

/** When the next one is ready after `taken` have left now. */
export function readyAfter(rate: DispatchRate, readyMs: number, nowMs: number, taken: number): number {
  if (taken === 0) return readyMs;
  const interval = intervalOf(rate);
  return Math.max(readyMs, nowMs - (burstOf(rate) - 1) * interval) + taken * interval;
}
