// Dispatches with a rate of their own, in the pacer's round. What such a dispatch may hand out now is shared by its
// strands; what it did hand out moves the instant from which the next message may go, in the pacer's transaction,
// so that a new pacer goes on where the last one was.
import { allowedNow, type DispatchRate, readyAfter } from '@volley/domain/dispatch-rate.ts';
import type { Tx } from '../../platform/database.ts';
import { saveReady, selectRates } from './rates.sql.ts';

/** A dispatch is looked at ten times a second at most: batches of one message each would cost more than they carry. */
const LOOK_MS = 100;

type Waiting = { readonly dispatch_id: number; readonly strand: number; readonly waiting: number };

type Pace = { readonly rate: DispatchRate; readonly readyMs: number };

export type RatedRound<T extends Waiting> = {
  /** What may be dealt now, `waiting` cut down to it. */
  readonly open: T[];
  /** Those whose turn has not come, and when it does. */
  readonly later: readonly { readonly strand: T; readonly at: Date }[];
  /** Books what was handed out. Returns when a dispatch with a rate is to be looked at next. */
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
    ...shareOut(strands, paces, nowMs),
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
        return readyMs === undefined ? tx.now : lookAt(readyMs, nowMs);
      };
    },
  };
}

const lookAt = (readyMs: number, nowMs: number) => new Date(Math.ceil(Math.max(readyMs, nowMs + LOOK_MS)));

/** The strands of a dispatch take its allowance in turn, evenly, those with least to send first. */
export function shareOut<T extends Waiting>(
  strands: readonly T[],
  paces: ReadonlyMap<number, Pace>,
  nowMs: number,
): Pick<RatedRound<T>, 'open' | 'later'> {
  const open: T[] = [];
  const later: { strand: T; at: Date }[] = [];
  for (const [dispatchId, own] of Map.groupBy(strands, (strand) => strand.dispatch_id)) {
    const pace = paces.get(dispatchId);
    if (pace === undefined) {
      open.push(...own);
      continue;
    }
    let left = allowedNow(pace.rate, pace.readyMs, nowMs);
    let sharers = own.length;
    for (const strand of own.toSorted((a, b) => a.waiting - b.waiting)) {
      const share = Math.min(strand.waiting, Math.ceil(left / sharers));
      if (share > 0) open.push({ ...strand, waiting: share });
      else later.push({ strand, at: lookAt(pace.readyMs, nowMs) });
      left -= share;
      sharers -= 1;
    }
  }
  return { open, later };
}
