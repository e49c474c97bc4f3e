// Evaluates a schedule in the time zone of the recipient. The schedule is open if it has started and both the local
// hour and the weekday are listed; an empty list is no restriction. Local hours and offset changes fall on quarter
// hours of UTC, so an answer is either the present instant or a quarter hour.
//
// For a set of zones the schedule is open while it is open in all of them. If it is not so within eight days of the
// start of a day (UTC), the main zone decides alone on that day: else the message would wait for a change of the
// clocks, or would never be sent. The day alone tells which zones decide, so all processes agree.

import { type ZoneSet, zoneOffsetAt, zonesOf } from './timezone.ts';

export type Schedule = { startAtMs: number; hours: readonly number[]; days: readonly number[] };

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock change may skip a listed local hour in one week, but not in three consecutive weeks. */
const HORIZON_MS = 22 * DAY_MS;
/** A week of local hours from any instant of the day on. */
const COMMON_HORIZON_MS = 8 * DAY_MS;

export function isOpen(schedule: Schedule, timezone: string, nowMs: number): boolean {
  return nowMs >= schedule.startAtMs && isListedIn(schedule, decidingZones(schedule, zonesOf(timezone), nowMs), nowMs);
}

/** First instant from now on at which the schedule is open; undefined if no hour or day can match. */
export function nextAllowedInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  const fromMs = Math.max(nowMs, schedule.startAtMs);
  const zones = zonesOf(timezone);
  if (zones.length === 1) return firstInstant(schedule, zones[0], fromMs, true);
  for (let atMs = fromMs; atMs <= fromMs + HORIZON_MS; atMs = dayAfter(atMs)) {
    const deciding = decidingZones(schedule, zones, atMs);
    const opensMs = firstCommonInstant(schedule, deciding, atMs);
    // The day of the opening may have other deciding zones.
    if (opensMs !== undefined && isOpen(schedule, timezone, opensMs)) return opensMs;
  }
  return undefined;
}

/** First instant from now on at which the schedule is closed; undefined if it never closes again. */
export function nextClosingInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  if (nowMs < schedule.startAtMs) return nowMs;
  const zones = zonesOf(timezone);
  for (let atMs = nowMs; atMs <= nowMs + HORIZON_MS; atMs = dayAfter(atMs)) {
    const deciding = decidingZones(schedule, zones, atMs);
    if (!isListedIn(schedule, deciding, atMs)) return atMs;
    const closesMs = firstClosing(schedule, deciding, atMs);
    // Without a set, no other zones decide on a later day; a schedule that never closes lists every hour.
    if (closesMs === undefined || zones.length === 1 || closesMs < dayAfter(atMs)) return closesMs;
  }
  return undefined;
}

function firstClosing(schedule: Schedule, zones: ZoneSet, fromMs: number): number | undefined {
  const closings = zones.map((zone) => firstInstant(schedule, zone, fromMs, false) ?? Number.POSITIVE_INFINITY);
  const closesMs = Math.min(...closings);
  return closesMs === Number.POSITIVE_INFINITY ? undefined : closesMs;
}

/** Start of the next day of UTC. */
const dayAfter = (atMs: number): number => (Math.floor(atMs / DAY_MS) + 1) * DAY_MS;

/** By zones, schedule and day: the search takes up to a millisecond. */
const hasCommon = new Map<string, boolean>();
const REMEMBERED_MAX = 1_000;

/** All zones of the set, or the main zone if the schedule is not open in all soon. */
function decidingZones(schedule: Schedule, zones: ZoneSet, atMs: number): ZoneSet {
  if (zones.length === 1) return zones;
  const dayMs = dayAfter(atMs) - DAY_MS;
  const key = `${zones.join()}|${schedule.hours.join()}|${schedule.days.join()}|${dayMs}`;
  let known = hasCommon.get(key);
  if (known === undefined) {
    if (hasCommon.size >= REMEMBERED_MAX) hasCommon.clear();
    known = firstCommonInstant(schedule, zones, dayMs) !== undefined;
    hasCommon.set(key, known);
  }
  return known ? zones : [zones[0]];
}

/** Every zone that is closed moves the search to its next opening, until all are open. */
function firstCommonInstant(schedule: Schedule, zones: ZoneSet, fromMs: number): number | undefined {
  let atMs = fromMs;
  while (atMs <= fromMs + COMMON_HORIZON_MS) {
    const startMs = atMs;
    for (const zone of zones) {
      const opensMs = firstInstant(schedule, zone, atMs, true);
      if (opensMs === undefined) return undefined;
      atMs = opensMs;
    }
    if (atMs === startMs) return atMs;
  }
  return undefined;
}

function firstInstant(schedule: Schedule, timezone: string, fromMs: number, open: boolean): number | undefined {
  const offsetMs = zoneOffsetAt(timezone, fromMs);
  if (isListed(schedule, fromMs + offsetMs) === open) return fromMs;
  // With a constant offset the answer is arithmetic over one week of local hours.
  const firstHourMs = Math.floor((fromMs + offsetMs) / HOUR_MS) * HOUR_MS;
  for (let hours = 1; hours <= 7 * 24; hours += 1) {
    const localMs = firstHourMs + hours * HOUR_MS;
    if (isListed(schedule, localMs) !== open) continue;
    const atMs = localMs - offsetMs;
    return zoneOffsetAt(timezone, atMs) === offsetMs ? atMs : walkQuarters(schedule, timezone, fromMs, open);
  }
  return zoneOffsetAt(timezone, fromMs + 7 * DAY_MS) === offsetMs
    ? undefined
    : walkQuarters(schedule, timezone, fromMs, open);
}

/** Slow path for weeks with a clock change. */
function walkQuarters(schedule: Schedule, timezone: string, fromMs: number, open: boolean): number | undefined {
  const firstMs = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS;
  for (let atMs = firstMs + QUARTER_MS; atMs <= fromMs + HORIZON_MS; atMs += QUARTER_MS) {
    if (isListed(schedule, atMs + zoneOffsetAt(timezone, atMs)) === open) return atMs;
  }
  return undefined;
}

const isListedIn = (schedule: Schedule, zones: ZoneSet, atMs: number): boolean =>
  zones.every((zone) => isListed(schedule, atMs + zoneOffsetAt(zone, atMs)));

function isListed({ hours, days }: Schedule, localMs: number): boolean {
  const local = new Date(localMs);
  return (
    (hours.length === 0 || hours.includes(local.getUTCHours())) &&
    (days.length === 0 || days.includes(local.getUTCDay() || 7))
  );
}
