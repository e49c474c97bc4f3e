// Local times as clients of the messaging API write them: `YYYY-MM-DD hh:mm:ss`, or with `T` between date and time.
// They are stored unchanged; the instant depends on the time zone of the recipient.

import { zoneOffsetAt, zonesOf } from './timezone.ts';

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

/**
 * From the first to the last of two local times, both as if they were UTC. For a set of time zones: while it lies
 * between them in all zones, or in the main zone if that leaves no time after `nowMs`.
 */
export function intervalOfWalls(
  walls: { readonly fromMs: number | undefined; readonly toMs: number | undefined },
  timezone: string,
  nowMs: number,
): { fromMs: number; toMs: number | undefined } {
  const zones = zonesOf(timezone);
  const within = (those: readonly string[]) => ({
    fromMs: walls.fromMs === undefined ? nowMs : Math.max(...instantsOfWall(walls.fromMs, those)),
    toMs: walls.toMs === undefined ? undefined : Math.min(...instantsOfWall(walls.toMs, those)),
  });
  const common = within(zones);
  const isEmpty = common.toMs !== undefined && common.toMs <= Math.max(common.fromMs, nowMs);
  return isEmpty ? within(zones.slice(0, 1)) : common;
}

const instantsOfWall = (wallMs: number, zones: readonly string[]) => zones.map((zone) => instantOfWall(wallMs, zone));

/** Instant at which the zone shows this local time; a nearby instant if a clock change skips or repeats it. */
function instantOfWall(wallMs: number, zone: string): number {
  const guess = wallMs - zoneOffsetAt(zone, wallMs);
  return wallMs - zoneOffsetAt(zone, guess);
}
