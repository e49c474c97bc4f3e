// Wall times as clients of the messaging API write them: `YYYY-MM-DD hh:mm:ss`, a `T` between date and time also
// taken. They are kept as they came; what instant they are depends on the zone of the recipient.

import { zoneOffsetAt } from './sending-window.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;

/** The wall time as if it were UTC, in milliseconds; undefined when it is not such a time. */
export function parseLocalTime(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11)}Z`);
  // 31 June and hour 24 would be moved on to another day.
  return Number.isNaN(ms) || formatLocalTime(ms) !== `${text.slice(0, 10)} ${text.slice(11)}` ? undefined : ms;
}

export function formatLocalTime(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The instant at which clocks of the zone show the wall time; of two such instants or none, one close by. */
export function instantOfWall(wallMs: number, timezone: string): number {
  const guess = wallMs - zoneOffsetAt(timezone, wallMs);
  return wallMs - zoneOffsetAt(timezone, guess);
}
