import type { TrafficType } from '../money/tariff.ts';

/** Seconds that messages of a company wait while every open link costs more than it pays. Absent: a week. */
export type RouteWaits = Partial<Readonly<Record<TrafficType, number>>>;

export const ROUTE_WAIT_SECONDS_MIN = 60;
export const ROUTE_WAIT_SECONDS_MAX = 7 * 86_400;
