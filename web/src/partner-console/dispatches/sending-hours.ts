// Sending hours and days in words: neighbors become a span.

export type Span = { readonly from: number; readonly to: number };

/** Ascending numbers as spans, both ends included. */
export function spansOf(numbers: readonly number[]): Span[] {
  const spans: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last !== undefined && last.to === number - 1) last.to = number;
    else spans.push({ from: number, to: number });
  }
  return spans;
}

/** `10:00–20:00`; the last hour is included to its end. */
export function hoursText(hours: readonly number[]): string {
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return spansOf(hours)
    .map(({ from, to }) => `${clock(from)}–${clock(to + 1)}`)
    .join(', ');
}

/** Monday is 1. */
export function daysText(days: readonly number[], language: string): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const name = (day: number) => weekday.format(new Date(Date.UTC(2024, 0, day)));
  return spansOf(days)
    .flatMap(({ from, to }) =>
      to - from === 1 ? [name(from), name(to)] : [from === to ? name(from) : `${name(from)}–${name(to)}`],
    )
    .join(', ');
}

/** All hours and all days are allowed. */
export function isAlways(hours: readonly number[], days: readonly number[]): boolean {
  return (hours.length === 0 || hours.length === 24) && (days.length === 0 || days.length === 7);
}
