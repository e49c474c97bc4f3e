// Evaluates a schedule in the time zone of the recipient. The schedule is open if it has started and both the local
// hour and the weekday are listed; an empty list is no restriction. Local hours and offset changes fall on quarter
// hours of UTC, so an answer is either the present instant or a quarter hour.

export type Schedule = { startAtMs: number; hours: readonly number[]; days: readonly number[] };

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A clock change may skip a listed local hour in one week, but not in three consecutive weeks. */
const HORIZON_MS = 22 * DAY_MS;

export function isOpen(schedule: Schedule, timezone: string, nowMs: number): boolean {
  return nowMs >= schedule.startAtMs && isListed(schedule, nowMs + zoneOffsetAt(timezone, nowMs));
}

/** First instant from now on at which the schedule is open; undefined if no hour or day can match. */
export function nextAllowedInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  return firstInstant(schedule, timezone, Math.max(nowMs, schedule.startAtMs), true);
}

/** First instant from now on at which the schedule is closed; undefined if it never closes again. */
export function nextClosingInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  if (nowMs < schedule.startAtMs) return nowMs;
  return firstInstant(schedule, timezone, nowMs, false);
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

function isListed({ hours, days }: Schedule, localMs: number): boolean {
  const local = new Date(localMs);
  return (
    (hours.length === 0 || hours.includes(local.getUTCHours())) &&
    (days.length === 0 || days.includes(local.getUTCDay() || 7))
  );
}

type ZoneClock = { format: Intl.DateTimeFormat; quarter: number; offsetMs: number };

const clocks = new Map<string, ZoneClock>();

export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Local time minus UTC. Caches the formatter and its last answer: both are slow. */
export function zoneOffsetAt(timezone: string, atMs: number): number {
  let clock = clocks.get(timezone);
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    clock = { format, quarter: Number.NaN, offsetMs: 0 };
    clocks.set(timezone, clock);
  }
  const quarter = Math.floor(atMs / QUARTER_MS);
  if (clock.quarter !== quarter) {
    clock.offsetMs = readOffset(clock.format.format(quarter * QUARTER_MS));
    clock.quarter = quarter;
  }
  return clock.offsetMs;
}

function readOffset(formatted: string): number {
  const found = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(formatted);
  if (!found) throw new Error(`cannot parse the zone offset in "${formatted}"`);
  const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}
