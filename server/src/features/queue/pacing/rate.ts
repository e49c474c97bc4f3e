// Dispatches with a rate of their own. The strands of such a dispatch share its allowance of the round. The messages
// handed out move `ready_ms`, the instant of the next message, in the transaction of the pacer: a pacer that takes over
// continues from there.
import { allowedNow, type DispatchRate, readyAfter } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { saveReady, selectRates } from './rates.sql.ts';

/** A dispatch with a rate gets at most ten rounds per second: batches of one message each would cost too much. */
const ROUND_MS = 100;

export type Waiting = { readonly dispatch_id: number; readonly strand: number; readonly waiting: number };

export type Pace = { readonly rate: DispatchRate; readonly readyMs: number };

export type RatedRound<T extends Waiting> = {
  /** Strands that may send now; `waiting` is cut down to their share. */
  readonly open: T[];
  /** Strands without a share, and the instant of their next round. */
  readonly later: readonly { readonly strand: T; readonly at: Date }[];
  /** Records the messages handed out. Returns the instant of the next round per dispatch. */
  settle(taken: readonly { dispatchId: number; messages: number }[]): Promise<(dispatchId: number) => Date>;
};

export async function openRates<T extends Waiting & { readonly kind: string }>(
  tx: Tx,
  strands: readonly T[],
): Promise<RatedRound<T>> {
  const ids = new Set(strands.filter(({ kind }) => kind === 'MESSAGING').map((strand) => strand.dispatch_id));
  const rows = ids.size === 0 ? [] : await selectRates(tx, [...ids]);
  const paces = new Map(
    rows.map((row) => [
      row.dispatch_id,
      { rate: { rate: row.rate, rateTerm: row.rate_term }, readyMs: row.ready_ms } satisfies Pace,
    ]),
  );
  const nowMs = tx.now.getTime();
  return {
    ...shareAllowance(strands, paces, nowMs),
    settle: async (taken) => {
      const next = new Map<number, number>();
      for (const { dispatchId, messages } of taken) {
        const pace = paces.get(dispatchId);
        if (pace === undefined) continue;
        const readyMs = next.get(dispatchId) ?? pace.readyMs;
        next.set(dispatchId, readyAfter(pace.rate, readyMs, nowMs, messages));
      }
      if (next.size > 0)
        await saveReady(
          tx,
          [...next].map(([dispatchId, readyMs]) => ({ dispatchId, readyMs })),
        );
      return (dispatchId) => {
        const readyMs = next.get(dispatchId);
        return readyMs === undefined ? tx.now : nextRoundAt(readyMs, nowMs);
      };
    },
  };
}

export const nextRoundAt = (readyMs: number, nowMs: number) => new Date(Math.ceil(Math.max(readyMs, nowMs + ROUND_MS)));

/**
 * Splits the allowance of a dispatch, or of another owner of strands, evenly over its strands, the strand with the
 * fewest messages first.
 */
export function shareAllowance<T extends Waiting>(
  strands: readonly T[],
  paces: ReadonlyMap<number, Pace>,
  nowMs: number,
  ownerOf: (strand: T) => number = (strand) => strand.dispatch_id,
): Pick<RatedRound<T>, 'open' | 'later'> {
  const open: T[] = [];
  const later: { strand: T; at: Date }[] = [];
  for (const [owner, own] of Map.groupBy(strands, ownerOf)) {
    const pace = paces.get(owner);
    if (pace === undefined) {
      open.push(...own);
      continue;
    }
    let left = allowedNow(pace.rate, pace.readyMs, nowMs);
    let sharers = own.length;
    for (const strand of own.toSorted((a, b) => a.waiting - b.waiting)) {
      const share = Math.min(strand.waiting, Math.ceil(left / sharers));
      if (share > 0) open.push({ ...strand, waiting: share });
      else later.push({ strand, at: nextRoundAt(pace.readyMs, nowMs) });
      left -= share;
      sharers -= 1;
    }
  }
  return { open, later };
}
