// Forecasts when a dispatch hands over its last message, at its present rate and within its schedule, and whether it
// waits for its schedule now. Without a rate it returns no forecast.
import { isOpen, nextAllowedInstant, nextClosingInstant, type Schedule } from './sending-schedule.ts';

/** Waiting messages of one time zone. */
export type WaitingZone = { readonly schedule: Schedule; readonly timezone: string; readonly messages: number };

/** A forecast beyond this many openings of the schedule is too far away to be useful. */
const OPENINGS_MAX = 200;

/** First instant at which a zone opens; undefined if a zone is open now or no message waits. */
export function pausedUntil(zones: readonly WaitingZone[], nowMs: number): number | undefined {
  if (zones.length === 0 || zones.some(({ schedule, timezone }) => isOpen(schedule, timezone, nowMs))) return undefined;
  const next = zones.flatMap(({ schedule, timezone }) => nextAllowedInstant(schedule, timezone, nowMs) ?? []);
  return next.length === 0 ? undefined : Math.min(...next);
}

/** Uses the schedule of the zone with the most waiting messages. */
export function finishAt(
  zones: readonly WaitingZone[],
  { queued, ratePerSecond, nowMs }: { queued: number; ratePerSecond: number; nowMs: number },
): number | undefined {
  if (ratePerSecond <= 0 || queued <= 0) return undefined;
  let leftMs = (queued / ratePerSecond) * 1000;
  const [zone] = zones.toSorted((one, other) => other.messages - one.messages);
  if (zone === undefined) return nowMs + leftMs;
  const { schedule, timezone } = zone;
  let fromMs = nowMs;
  for (let openings = 0; openings < OPENINGS_MAX; openings += 1) {
    const opensMs = nextAllowedInstant(schedule, timezone, fromMs);
    if (opensMs === undefined) return undefined;
    const closesMs = nextClosingInstant(schedule, timezone, opensMs);
    if (closesMs === undefined || opensMs + leftMs <= closesMs) return opensMs + leftMs;
    leftMs -= closesMs - opensMs;
    fromMs = closesMs;
  }
  return undefined;
}
