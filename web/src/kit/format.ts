// Numbers, money and times in the reader's language. All pages format with these functions.
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

export type Amount = { readonly value: number; readonly currency: string };

export type Format = {
  readonly number: (value: number) => string;
  /** Takes a share between 0 and 1. */
  readonly percent: (share: number) => string;
  readonly money: (amount: Amount) => string;
  readonly dateTime: (at: string | Date) => string;
  readonly date: (at: string | Date) => string;
  readonly time: (at: string | Date) => string;
  /** For lists: `15:04` today, `14 Nov, 15:04` on other days, with the year if it differs. */
  readonly moment: (at: string | Date, now?: number) => string;
  /** For logs: as `moment`, with seconds. */
  readonly log: (at: string | Date, now?: number) => string;
  /** Takes a month such as `2026-11`, or a day in it. */
  readonly month: (month: string) => string;
  readonly relative: (at: string | Date, now?: number) => string;
  readonly duration: (seconds: number) => string;
  readonly bytes: (count: number) => string;
};

const LOCALES: Readonly<Record<string, string>> = { ru: 'ru-RU', en: 'en-GB' };
const KEPT_ZONE = 'volley-time-zone';

export function useFormat(): Format {
  const { i18n } = useLingui();
  return useMemo(() => formatIn(i18n.locale, keptZone()), [i18n.locale]);
}

/** The time zone chosen in settings; undefined: the browser's own. */
export function keptZone(): string | undefined {
  try {
    return localStorage.getItem(KEPT_ZONE) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A non-zero share never rounds to 0 %. */
const LEAST_SHARE = 0.001;

const made = new Map<string, Format>();

/** Cached: creating Intl formats takes longer than formatting a page of numbers. */
export function formatIn(language: string, timeZone?: string): Format {
  const name = `${language} ${timeZone ?? ''}`;
  const format = made.get(name) ?? makeFormat(language, timeZone);
  made.set(name, format);
  return format;
}

function makeFormat(language: string, timeZone: string | undefined): Format {
  const locale = LOCALES[language] ?? 'en-GB';
  const zone = timeZone === undefined ? {} : { timeZone };
  const whole = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...zone });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => whole.format(value),
    percent: (value) =>
      value > 0 && value < LEAST_SHARE ? `<\u00a0${share.format(LEAST_SHARE)}` : share.format(value),
    money: ({ value, currency }) => moneyFormat(locale, currency).format(value),
    dateTime: (at) => full.format(new Date(at)),
    date: (at) => day.format(new Date(at)),
    time: (at) => hour.format(new Date(at)),
    moment: momentFormat(locale, zone, {}),
    log: momentFormat(locale, zone, { second: '2-digit' }),
    month: (month) => months.format(new Date(`${month.slice(0, 7)}-15T12:00:00Z`)),
    relative: (at, now = Date.now()) => relativeText(ago, (new Date(at).getTime() - now) / 1_000),
    duration: (seconds) => durationText(locale, seconds),
    bytes: (count) => bytesText(locale, count),
  };
}

type Zone = Pick<Intl.DateTimeFormatOptions, 'timeZone'>;

function momentFormat(locale: string, zone: Zone, seconds: Intl.DateTimeFormatOptions): Format['moment'] {
  const clock = { hour: '2-digit', minute: '2-digit', ...seconds, ...zone } as const;
  const today = new Intl.DateTimeFormat(locale, clock);
  const thisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock });
  const otherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...clock });
  const day = new Intl.DateTimeFormat('sv-SE', zone);
  return (at, now = Date.now()) => {
    const [then, current] = [day.format(new Date(at)), day.format(now)];
    if (then === current) return today.format(new Date(at));
    return (then.slice(0, 4) === current.slice(0, 4) ? thisYear : otherYear).format(new Date(at));
  };
}

/** Two decimals, up to six for the price of one message. */
function moneyFormat(locale: string, currency: string): Intl.NumberFormat {
  return numberFormat(locale, currency, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  });
}

function unitFormat(locale: string, unit: string, digits: number): Intl.NumberFormat {
  return numberFormat(locale, `${unit} ${digits}`, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  });
}

const madeOfNumbers = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, what: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${what}`;
  const format = madeOfNumbers.get(name) ?? new Intl.NumberFormat(locale, options);
  madeOfNumbers.set(name, format);
  return format;
}

const STEPS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60, 'second'],
  [3_600, 'minute'],
  [86_400, 'hour'],
  [30 * 86_400, 'day'],
  [365 * 86_400, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
];

/** Tolerates clock skew: a time a few seconds ahead is shown as now. */
const AHEAD_SECONDS = 10;

function relativeText(ago: Intl.RelativeTimeFormat, seconds: number): string {
  if (seconds > 0 && seconds < AHEAD_SECONDS) return ago.format(0, 'second');
  let unitSeconds = 1;
  for (const [below, unit] of STEPS) {
    if (Math.abs(seconds) < below) return ago.format(Math.trunc(seconds / unitSeconds), unit);
    unitSeconds = below;
  }
  return ago.format(Math.trunc(seconds / unitSeconds), 'year');
}

const DURATION_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units, or a fraction of a second. */
function durationText(locale: string, seconds: number): string {
  const unit = (name: string, value: number, digits = 0) => unitFormat(locale, name, digits).format(value);
  if (seconds < 10) return unit('second', seconds, 1);
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [name, size] of DURATION_UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(unit(name, count));
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

function bytesText(locale: string, count: number): string {
  const [name, size] = count >= 1e6 ? (['megabyte', 1e6] as const) : (['kilobyte', 1e3] as const);
  return unitFormat(locale, name, 1).format(count / size);
}
