// How long a message may wait at each stage. Waiting counts from the first eligible instant, the lifetime from the
// hand-over to the operator. A deadline is the first instant that is too late.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** For a receipt, when the client set no lifetime of its own. */
export const LIFETIME_DEFAULT_MS = 25 * HOUR_MS;
/** For the hand-over; a scheduled or paced dispatch has no such bound. */
export const WAITING_MAX_MS = 7 * DAY_MS;
/** How far ahead a start may lie. */
export const SCHEDULE_AHEAD_MAX_MS = 70 * DAY_MS;
/** For a receipt of a submit that was never answered, before it is sent once more. */
export const DOUBT_WAIT_MS = 2 * 60_000;

export function receiptDeadline(handedOverAtMs: number, ttlSeconds?: number): number {
  return handedOverAtMs + (ttlSeconds === undefined ? LIFETIME_DEFAULT_MS : ttlSeconds * 1000);
}

/** `completionAtMs` is the client's own end of sending and replaces the general bound. */
export function handOverDeadline(firstEligibleAtMs: number, completionAtMs?: number): number {
  return completionAtMs ?? firstEligibleAtMs + WAITING_MAX_MS;
}

export function doubtDeadline(submittedAtMs: number): number {
  return submittedAtMs + DOUBT_WAIT_MS;
}

export function isOver(deadlineMs: number, nowMs: number): boolean {
  return nowMs >= deadlineMs;
}

export function isStartTooFarAhead(startAtMs: number, nowMs: number): boolean {
  return startAtMs - nowMs > SCHEDULE_AHEAD_MAX_MS;
}
