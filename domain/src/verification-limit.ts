// What keeps codes from being pumped: how often in a time, to which countries, and how numbers and addresses are
// counted. The limits themselves are settings of a profile.

export type Rate = {
  readonly most: number;
  readonly windowSeconds: number;
  /** Between one time and the next. */
  readonly pauseSeconds: number;
};

export const NUMBER_WINDOW_SECONDS = 600;
export const ADDRESS_WINDOW_SECONDS = 3_600;
export const PREFIX_WINDOW_SECONDS = 3_600;

/** Seconds until one more is allowed again; 0 when it is allowed now. */
export function waitSeconds(times: readonly Date[], { most, windowSeconds, pauseSeconds }: Rate, now: Date): number {
  const inWindow = times
    .map((time) => time.getTime())
    .filter((time) => time > now.getTime() - windowSeconds * 1000)
    .sort((a, b) => a - b);
  const newest = inWindow.at(-1);
  const pauseEnd = newest === undefined ? 0 : newest + pauseSeconds * 1000;
  const leaves = inWindow.length < most ? undefined : inWindow.at(-most);
  const windowEnd = leaves === undefined ? 0 : leaves + windowSeconds * 1000;
  return Math.max(0, Math.ceil((Math.max(pauseEnd, windowEnd) - now.getTime()) / 1000));
}

/** Ten thousand numbers that lie together: pumps own such blocks, people do not. */
export function numberPrefix(destination: string): string {
  return destination.slice(0, -4);
}

const CALLING_CODES: readonly (readonly [string, string])[] = [
  ['76', 'KZ'],
  ['77', 'KZ'],
  ['7', 'RU'],
  ['375', 'BY'],
  ['374', 'AM'],
  ['996', 'KG'],
  ['998', 'UZ'],
  ['992', 'TJ'],
  ['994', 'AZ'],
  ['995', 'GE'],
  ['373', 'MD'],
  ['90', 'TR'],
  ['971', 'AE'],
  ['381', 'RS'],
  ['49', 'DE'],
  ['86', 'CN'],
];

export const VERIFICATION_COUNTRIES = [...new Set(CALLING_CODES.map(([, country]) => country))];

/** By its first digits; undefined when it is of no country that codes are sent to. */
export function countryOfNumber(destination: string): string | undefined {
  return CALLING_CODES.find(([code]) => destination.startsWith(code))?.[1];
}

const MOSCOW_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

/** The day in Europe/Moscow, such as `2026-11-15`, and how long it still is. */
export function countingDay(now: Date): { readonly day: string; readonly secondsLeft: number } {
  const local = now.getTime() + MOSCOW_OFFSET_MS;
  return {
    day: new Date(local).toISOString().slice(0, 10),
    secondsLeft: Math.ceil((DAY_MS - (local % DAY_MS)) / 1000),
  };
}
