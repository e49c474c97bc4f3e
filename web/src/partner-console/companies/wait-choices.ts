// The waits for a route that the form of a company offers.
import { ROUTE_WAIT_SECONDS_MAX, type RouteWaits } from '@volley/domain/links/route-wait.ts';
import { TRAFFIC_TYPES, type TrafficType } from '@volley/domain/money/tariff.ts';

/** Seconds of the waits that have a name. */
export const NAMED_WAITS = new Map<number, 'week' | 'day' | 'hour' | 'tenMinutes'>([
  [ROUTE_WAIT_SECONDS_MAX, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [600, 'tenMinutes'],
]);

/** A type without a wait has a week. */
export const waitOf = (waits: RouteWaits, type: TrafficType): number => waits[type] ?? ROUTE_WAIT_SECONDS_MAX;

/** A wait that was set over the API stays on offer while another one is chosen. */
export function waitChoices(stored: RouteWaits, type: TrafficType): readonly number[] {
  const named = [...NAMED_WAITS.keys()];
  const own = waitOf(stored, type);
  return named.includes(own) ? named : [own, ...named];
}

export const isSameWaits = (one: RouteWaits, other: RouteWaits): boolean =>
  TRAFFIC_TYPES.every((type) => waitOf(one, type) === waitOf(other, type));
