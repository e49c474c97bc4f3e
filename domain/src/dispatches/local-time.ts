// Local times as clients of the messaging API write them: `YYYY-MM-DD hh:mm:ss`, or with `T` between date and time.
// They are stored unchanged; the instant depends on the time zone of the recipient.

import { zoneOffsetAt } from './sending-schedule.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;

/** The local time as if it were UTC, in milliseconds. Undefined: not a local time. */
export function parseLocalTime(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`);
  // Date.parse moves 31 June and hour 24 to the next day.
  return Number.isNaN(ms) || formatLocalTime(ms) !== `${text.slice(0, 10)} ${text.slice(11)}` ? undefined : ms;
}

export function formatLocalTime(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Instant at which the zone shows this local time; a nearby instant if a clock change skips or repeats it. */
export function instantOfWall(wallMs: number, timezone: string): number {
  const guess = wallMs - zoneOffsetAt(timezone, wallMs);
  return wallMs - zoneOffsetAt(timezone, guess);
}
