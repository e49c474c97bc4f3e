// Which visits of a short link are a person's click. The others are kept with the reason, and tell nobody.
import type { AgentClass } from './click-agent.ts';

/** Scanners of operators look at a link at once, and at many links; people do neither. */
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
  /** When the operator took the message; null: not known to have been taken yet. */
  readonly handedOverAtMs: number | null;
};

/** What one address did with one link lately. */
export type RecentVisit = {
  readonly code: string;
  readonly address: string;
  readonly atMs: number;
  readonly humanAtMs: number | null;
};

/** One verdict per visit, in their order; each visit counts for those after it. */
export function judgeVisits(visits: readonly Visit[], recent: readonly RecentVisit[]): ClickVerdict[] {
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
