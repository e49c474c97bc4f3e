// Age of an act that a messenger reports, when its report arrived; 0 if the report names no time or a time to come.
import { wholeOf } from './json-members.ts';

/** Of a time in whole seconds. The act is taken to be at the end of its second. */
export function ageOfSeconds(date: unknown, nowMs: number): number {
  const seconds = wholeOf(date);
  return seconds === undefined ? 0 : Math.max(0, nowMs - (seconds + 1) * 1_000);
}

/** Of a time in milliseconds. */
export function ageOfMs(timestamp: unknown, nowMs: number): number {
  const atMs = wholeOf(timestamp);
  return atMs === undefined ? 0 : Math.max(0, nowMs - atMs);
}
