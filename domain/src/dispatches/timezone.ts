// Clocks of time zones by their IANA names. The zone of a recipient may be a set: names separated by spaces, the main
// zone first. A number belongs to a set if its prefix is in use in several zones.

const QUARTER_MS = 15 * 60_000;

type ZoneClock = { format: Intl.DateTimeFormat; quarter: number; offsetMs: number };

const clocks = new Map<string, ZoneClock>();

export type ZoneSet = readonly [main: string, ...others: string[]];

export function zonesOf(timezone: string): ZoneSet {
  const [main = '', ...others] = timezone.split(' ');
  return [main, ...others];
}

/** For people; null: no zone is known. */
export const shownZones = (timezone: string | undefined): string | null =>
  timezone === undefined ? null : zonesOf(timezone).join(', ');

/** `Intl` does not list UTC, and takes every name in any case: each spelling would get a clock of its own. */
const KNOWN: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Whether this is the name of one zone as `Intl` lists it. */
export const isTimezone = (name: string): boolean => KNOWN.has(name);

/** Local time of one zone minus UTC. Caches the formatter and its last answer: both are slow. */
export function zoneOffsetAt(zone: string, atMs: number): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    clock = { format, quarter: Number.NaN, offsetMs: 0 };
    clocks.set(zone, clock);
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
