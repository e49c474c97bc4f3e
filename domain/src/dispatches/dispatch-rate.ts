// Pacing of a dispatch with a rate limit: `rate` messages per term, evenly spread at intervals of term ÷ rate. A late
// pacer may catch up by at most one second's worth of messages, so an hour's worth never leaves at once. From any
// instant on, a period carries at most its rate, plus one second's worth if the dispatch waited before.

import type { FaultCode } from '../refusals/fault.ts';

export const RATE_TERMS = ['s', 'm', 'h', 'd'] as const;

export type RateTerm = (typeof RATE_TERMS)[number];

export type DispatchRate = { readonly rate: number; readonly rateTerm: RateTerm };

/** Highest rate per term. */
export const RATE_MAX: Readonly<Record<RateTerm, number>> = { s: 500, m: 30_000, h: 1_000_000, d: 10_000_000 };

const SECOND_MS = 1_000;
const TERM_MS: Readonly<Record<RateTerm, number>> = { s: SECOND_MS, m: 60_000, h: 3_600_000, d: 86_400_000 };

export type RateProblem = {
  readonly field: 'rate' | 'rateTerm';
  readonly problem: string;
  readonly code: FaultCode;
};

/** Undefined if the pair is valid or both are absent. */
export function rateProblem(rate: number | undefined, rateTerm: RateTerm | undefined): RateProblem | undefined {
  if (rate === undefined) return rateTerm && { field: 'rate', problem: 'is required with rateTerm', code: 'required' };
  if (rateTerm === undefined) return { field: 'rateTerm', problem: 'is required with rate', code: 'required' };
  if (!Number.isInteger(rate)) return { field: 'rate', problem: 'must be an integer', code: 'wrong-type' };
  const max = RATE_MAX[rateTerm];
  if (rate >= 1 && rate <= max) return undefined;
  const problem = `must be between 1 and ${max} for rateTerm ${rateTerm}`;
  return { field: 'rate', problem, code: rate < 1 ? 'too-small' : 'too-large' };
}

export const intervalOf = ({ rate, rateTerm }: DispatchRate) => TERM_MS[rateTerm] / rate;

/** Most messages that may leave at one instant. */
export function burstOf(rate: DispatchRate): number {
  return Math.max(1, Math.floor(SECOND_MS / intervalOf(rate)));
}

/** Messages that may leave now, if the next message was ready at `readyMs`. */
export function allowedNow(rate: DispatchRate, readyMs: number, nowMs: number): number {
  if (nowMs < readyMs) return 0;
  return Math.min(burstOf(rate), Math.floor((nowMs - readyMs) / intervalOf(rate)) + 1);
}

/** When the next message is ready after `taken` messages left now. */
export function readyAfter(rate: DispatchRate, readyMs: number, nowMs: number, taken: number): number {
  if (taken === 0) return readyMs;
  const interval = intervalOf(rate);
  return Math.max(readyMs, nowMs - (burstOf(rate) - 1) * interval) + taken * interval;
}
