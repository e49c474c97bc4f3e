// When a dispatch will have handed over its last message: at its present rate, within its hours. And whether it waits
// for its hours now. Only what is known is used; without a rate there is no forecast.
import { isOpen, nextAllowedInstant, nextClosingInstant, type Schedule } from './sending-window.ts';

/** Recipients of one zone that still wait. */
export type WaitingZone = { readonly schedule: Schedule; readonly timezone: string; readonly messages: number };

/** More windows than this and the answer is so far away that it says nothing. */
const WINDOWS_MAX = 200;

/** The first instant at which something may go on; undefined when something may go now, or nothing waits. */
export function pausedUntil(zones: readonly WaitingZone[], nowMs: number): number | undefined {
  if (zones.length === 0 || zones.some(({ schedule, timezone }) => isOpen(schedule, timezone, nowMs))) return undefined;
  const next = zones.flatMap(({ schedule, timezone }) => nextAllowedInstant(schedule, timezone, nowMs) ?? []);
  return next.length === 0 ? undefined : Math.min(...next);
}

/** The hours are those of the zone most messages wait in. */
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
  for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
    const opensMs = nextAllowedInstant(schedule, timezone, fromMs);
    if (opensMs === undefined) return undefined;
    const closesMs = nextClosingInstant(schedule, timezone, opensMs);
    if (closesMs === undefined || opensMs + leftMs <= closesMs) return opensMs + leftMs;
    leftMs -= closesMs - opensMs;
    fromMs = closesMs;
  }
  return undefined;
}
