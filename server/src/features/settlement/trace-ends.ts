// Spans of messages that end, or count as handed over, without an answer of the operator: one per traced message.
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { timesSince } from '../../platform/traces/otlp.ts';
import { type RangeMove, selectFailedRanges } from '../messages/move-ranges.sql.ts';

type Traces = Platform['traces'];

export type Ended = {
  readonly id: string;
  /** `unsent`: never handed over. `expired`: no receipt within the lifetime. `undecided`: in doubt to the end, SENT. */
  readonly end: 'unsent' | 'expired' | 'undecided';
  readonly errorCode?: number | null;
};

/** Messages of the ranges that this transaction has moved to FAILED. While traces are off it reads nothing. */
export async function readFailed(
  tx: Tx,
  traces: Traces,
  ranges: readonly RangeMove[],
  end: Ended['end'],
): Promise<Ended[]> {
  if (!traces.isOn) return [];
  const failed = await selectFailedRanges(tx, ranges);
  return failed.map(({ id, at }) => ({ id, end, errorCode: ranges[at]?.errorCode ?? null }));
}

/** Call it after COMMIT. `startedAt`: of `performance.now()`. */
export function traceEnds(traces: Traces, ended: readonly Ended[], startedAt: number): void {
  if (!traces.isOn || ended.length === 0) return;
  const times = timesSince(startedAt);
  for (const { id, end, errorCode } of ended) {
    if (!traces.has(id)) continue;
    const attributes = { 'volley.end': end, 'volley.error.code': errorCode ?? undefined };
    traces.add(id, { name: 'end without answer', kind: 'internal', ...times, attributes });
  }
}
