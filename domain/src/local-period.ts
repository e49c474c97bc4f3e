// When a client wants sending to begin and to end, in wall time. Wall times of all zones lie within half a day of
// UTC, so both are held against UTC with that much room.
import { parseLocalTime } from './local-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A begin may lie this far back, and mean at once. */
const BACK_MAX_MS = 12 * HOUR_MS;
const SEND_AHEAD_MAX_MS = 7 * DAY_MS;
const COMPLETION_AHEAD_MAX_MS = 70 * DAY_MS;

export type LocalPeriod = { readonly localSendTime: string | null; readonly localCompletionTime: string | null };

export type PeriodProblem = { readonly field: keyof LocalPeriod; readonly problem: string };

export function localPeriodProblem(period: LocalPeriod, nowMs: number): PeriodProblem | undefined {
  const send = period.localSendTime === null ? undefined : parseLocalTime(period.localSendTime);
  const completion = period.localCompletionTime === null ? undefined : parseLocalTime(period.localCompletionTime);
  if (period.localSendTime !== null) {
    const problem = problemOf(send, nowMs, SEND_AHEAD_MAX_MS, '7 days');
    if (problem !== undefined) return { field: 'localSendTime', problem };
  }
  if (period.localCompletionTime === null) return undefined;
  const problem = problemOf(completion, nowMs, COMPLETION_AHEAD_MAX_MS, '70 days');
  if (problem !== undefined) return { field: 'localCompletionTime', problem };
  return (completion ?? 0) <= (send ?? Number.NEGATIVE_INFINITY)
    ? { field: 'localCompletionTime', problem: 'must be later than localSendTime' }
    : undefined;
}

function problemOf(wallMs: number | undefined, nowMs: number, aheadMaxMs: number, ahead: string): string | undefined {
  if (wallMs === undefined) return 'must be a time like 2024-07-01 09:00:00';
  if (wallMs < nowMs - BACK_MAX_MS) return 'is more than 12 hours past';
  return wallMs > nowMs + aheadMaxMs ? `is more than ${ahead} ahead` : undefined;
}
