// The first instant at which messages of a strand may be sent: by the schedule in the recipient's time zone, and not
// before the sender name is valid. A start reserves in the month of this instant, and an estimate counts in it.

import { nextAllowedInstant, type Schedule } from '@volley/domain/dispatches/sending-schedule.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import type { DispatchRow } from './dispatches.sql.ts';

type Strand = { readonly timezone: string; readonly dateFrom: Date | null | undefined };

/** `schedule` undefined: sent at once. */
export function firstInstantOf(
  schedule: Schedule | undefined,
  moderation: Moderation,
  now: Date,
): (strand: Strand) => Date {
  const known = new Map<string, Date>();
  return ({ timezone, dateFrom }) => {
    const fromMs = Math.max(now.getTime(), moderation === 'manual' ? (dateFrom?.getTime() ?? 0) : 0);
    const key = `${timezone}|${fromMs}`;
    const instant =
      known.get(key) ??
      new Date(schedule === undefined ? fromMs : (nextAllowedInstant(schedule, timezone, fromMs) ?? fromMs));
    known.set(key, instant);
    return instant;
  };
}

/** The month in which a start would reserve the messages of a strand; never before the present month. */
export function firstMonthOf(...terms: Parameters<typeof firstInstantOf>): (strand: Strand) => string {
  const instantOf = firstInstantOf(...terms);
  return (strand) => billingMonth(instantOf(strand).getTime());
}

export function scheduleOf(
  row: Pick<DispatchRow, 'schedule_start_at' | 'schedule_hours' | 'schedule_days'>,
): Schedule | undefined {
  const { schedule_start_at: startAt, schedule_hours: hours, schedule_days: days } = row;
  return startAt === null ? undefined : { startAtMs: startAt.getTime(), hours: hours ?? [], days: days ?? [] };
}
