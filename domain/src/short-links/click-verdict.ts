// Decides which visits of a short link are clicks of a person. All other visits are stored with the reason and cause
// no callback.
import type { AgentClass } from './click-agent.ts';

/** Operator scanners open a short link immediately, and many short links at once; people do neither. */
const EARLY_MS = 2_000;
const MANY_CODES = 20;
export const MANY_WITHIN_MS = 60_000;
const REPEAT_MS = 10_000;

export type ClickVerdict = 'human' | 'robot' | 'prefetch' | 'early' | 'many' | 'repeat';

export type Visit = {
  readonly code: string;
  readonly address: string;
  readonly atMs: number;
  readonly agent: AgentClass;
  readonly isPrefetch: boolean;
  /** Hand-over of the message; null: no hand-over known yet. */
  readonly handedOverAtMs: number | null;
};

/** Latest visit of an address to a short link. */
export type RecentVisit = {
  readonly code: string;
  readonly address: string;
  readonly atMs: number;
  readonly humanAtMs: number | null;
};

/** A verdict per visit, in order; each visit counts for the visits after it. */
export function classifyVisits(visits: readonly Visit[], recent: readonly RecentVisit[]): ClickVerdict[] {
  const byAddress = new Map<string, Map<string, { atMs: number; humanAtMs: number | null }>>();
  const codesOf = (address: string) => {
    const codes = byAddress.get(address) ?? new Map<string, { atMs: number; humanAtMs: number | null }>();
    byAddress.set(address, codes);
    return codes;
  };
  for (const { code, address, atMs, humanAtMs } of recent) codesOf(address).set(code, { atMs, humanAtMs });
  return visits.map((visit) => {
    const codes = codesOf(visit.address);
    const humanAtMs = codes.get(visit.code)?.humanAtMs ?? null;
    codes.set(visit.code, { atMs: visit.atMs, humanAtMs });
    const verdict = judge(visit, humanAtMs, () => countSince(codes.values(), visit.atMs - MANY_WITHIN_MS));
    if (verdict === 'human') codes.set(visit.code, { atMs: visit.atMs, humanAtMs: visit.atMs });
    return verdict;
  });
}

function judge(visit: Visit, humanAtMs: number | null, countCodes: () => number): ClickVerdict {
  if (visit.agent === 'robot') return 'robot';
  if (visit.isPrefetch) return 'prefetch';
  if (visit.handedOverAtMs === null || visit.atMs - visit.handedOverAtMs < EARLY_MS) return 'early';
  if (countCodes() >= MANY_CODES) return 'many';
  return humanAtMs !== null && visit.atMs - humanAtMs < REPEAT_MS ? 'repeat' : 'human';
}

function countSince(visits: Iterable<{ readonly atMs: number }>, sinceMs: number): number {
  let count = 0;
  for (const { atMs } of visits) if (atMs > sinceMs) count += 1;
  return count;
}
