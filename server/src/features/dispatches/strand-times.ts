// When messages of a strand may go, by the clock of its zone. A strand without a zone has no times.
import { instantOfWall, parseLocalTime } from '@volley/domain/local-time.ts';
import { nextAllowedInstant } from '@volley/domain/sending-window.ts';

export type SendingTimes = {
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | null;
  /** `YYYY-MM-DD hh:mm:ss`. */
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
};

export type StrandTimes = {
  /** The first instant at which something may go. */
  readonly eligibleAt: Date;
  /** What has not gone by then never does. */
  readonly giveUpAt: Date | null;
};

export function strandTimes(times: SendingTimes, timezone: string, nowMs: number): StrandTimes {
  const wall = (text: string | null) => {
    const ms = text === null ? undefined : parseLocalTime(text);
    return ms === undefined ? undefined : instantOfWall(ms, timezone);
  };
  const startMs = wall(times.localSendTime) ?? nowMs;
  const giveUpMs = wall(times.localCompletionTime);
  const schedule = { startAtMs: startMs, hours: times.hours ?? [], days: times.days ?? [] };
  const eligibleMs = timezone === '' ? nowMs : (nextAllowedInstant(schedule, timezone, nowMs) ?? startMs);
  return { eligibleAt: new Date(eligibleMs), giveUpAt: giveUpMs === undefined ? null : new Date(giveUpMs) };
}
