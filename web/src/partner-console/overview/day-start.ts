// The start of the reader's day in the chosen zone.

/** The last midnight before `now` in the zone. */
export function dayStart(now: Date, timeZone?: string): Date {
  const parts = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const seconds = part('hour') * 3_600 + part('minute') * 60 + part('second');
  const ms = now.getTime();
  return new Date(ms - (ms % 1_000) - seconds * 1_000);
}
