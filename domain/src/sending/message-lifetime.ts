// Time limits of a message. Waiting counts from the first eligible instant, the lifetime from the hand-over to the
// operator.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Longest wait for a receipt if the client sets no lifetime. */
export const LIFETIME_DEFAULT_MS = 25 * HOUR_MS;
/** Longest wait for the hand-over. Does not apply to scheduled or paced dispatches. */
export const WAITING_MAX_MS = 7 * DAY_MS;
/** The start of a dispatch lies at most this far ahead. */
export const SCHEDULE_AHEAD_MAX_MS = 70 * DAY_MS;

export function isStartTooFarAhead(startAtMs: number, nowMs: number): boolean {
  return startAtMs - nowMs > SCHEDULE_AHEAD_MAX_MS;
}
