// validity_period in the relative form YYMMDDhhmmss000R, which is independent of clocks and zones.

const maxSeconds = 31 * 86_400;

const two = (value: number): string => String(value).padStart(2, '0');

/** Months have no fixed length, so only days and below are used and more than 31 days are refused. */
export function relativeValidity(seconds: number): string {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxSeconds) {
    throw new RangeError(`validity of ${seconds} seconds is outside 1 to ${maxSeconds}`);
  }
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(seconds % 60)}000R`;
}
