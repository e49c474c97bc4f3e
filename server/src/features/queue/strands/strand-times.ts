// Sending times of a strand in its local time zone. A strand without a zone may send at any time.
import { intervalOfWalls, parseLocalTime } from '@volley/domain/dispatches/local-time.ts';
import { nextAllowedInstant, nextClosingInstant } from '@volley/domain/dispatches/sending-schedule.ts';

type Hours = { readonly hours: readonly number[] | null; readonly days: readonly number[] | null };

export type SendingTimes = Hours & {
  /** `YYYY-MM-DD hh:mm:ss`. */
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
};

export type StrandTimes = {
  /** First instant of sending. */
  readonly eligibleAt: Date;
  /** Messages that are not sent by then fail. */
  readonly giveUpAt: Date | null;
};

export function strandTimes(times: SendingTimes, timezone: string, nowMs: number): StrandTimes {
  const wall = (text: string | null) => (text === null ? undefined : parseLocalTime(text));
  const walls = { fromMs: wall(times.localSendTime), toMs: wall(times.localCompletionTime) };
  const { fromMs: startMs, toMs: giveUpMs } = intervalOfWalls(walls, timezone, nowMs);
  const schedule = { startAtMs: startMs, hours: times.hours ?? [], days: times.days ?? [] };
  const eligibleMs = timezone === '' ? nowMs : (nextAllowedInstant(schedule, timezone, nowMs) ?? startMs);
  return { eligibleAt: new Date(eligibleMs), giveUpAt: giveUpMs === undefined ? null : new Date(giveUpMs) };
}

/** End of the open schedule or `giveUpAt`, whichever is earlier. Undefined: no limit. */
export function openUntil({ hours, days }: Hours, timezone: string, giveUpAt: Date | null, nowMs: number) {
  const closes = hours !== null || days !== null;
  const schedule = { startAtMs: 0, hours: hours ?? [], days: days ?? [] };
  const closesMs = closes ? nextClosingInstant(schedule, timezone, nowMs) : undefined;
  const ends = [closesMs, giveUpAt?.getTime()].filter((ms) => ms !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}
