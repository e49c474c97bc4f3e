// When a schedule lets a message go, in the recipient's own zone. The schedule is open at an instant when it has
// begun and the local hour and weekday are both listed; an empty list is no restriction. Local hours begin and zone
// offsets change on quarter hours of UTC only, so an answer is always the present instant or such a boundary.

export type Schedule = { startAtMs: number; hours: readonly number[]; days: readonly number[] };

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A listed local hour may be skipped by a clock change in one week, not in three running. */
const HORIZON_MS = 22 * DAY_MS;

export function isOpen(schedule: Schedule, timezone: string, nowMs: number): boolean {
  return nowMs >= schedule.startAtMs && isListed(schedule, nowMs + zoneOffsetAt(timezone, nowMs));
}

/** The first instant from now on at which the schedule is open; undefined when no hour or day can match. */
export function nextAllowedInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  return firstInstant(schedule, timezone, Math.max(nowMs, schedule.startAtMs), true);
}

/** The first instant from now on at which the schedule is closed; undefined when it never closes again. */
export function nextClosingInstant(schedule: Schedule, timezone: string, nowMs: number): number | undefined {
  if (nowMs < schedule.startAtMs) return nowMs;
  return firstInstant(schedule, timezone, nowMs, false);
}

function firstInstant(schedule: Schedule, timezone: string, fromMs: number, open: boolean): number | undefined {
  const offsetMs = zoneOffsetAt(timezone, fromMs);
  if (isListed(schedule, fromMs + offsetMs) === open) return fromMs;
  // With an unchanged offset the answer is plain arithmetic over one week of local hours.
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

/** The slow way, for the weeks in which clocks change. */
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

/** Whether the system knows a zone of this name. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Local time minus UTC. Building a formatter is slow and asking it is not fast, so both are remembered. */
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
  if (!found) throw new Error(`unexpected form of a zone offset: ${formatted}`);
  const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}
