// URL parameters of the pages of verification.

/** Days back from today, today included. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_DEFAULT: Period = 30;

export type CompanySearch = { readonly company?: number };
export type FigureSearch = CompanySearch & {
  readonly days?: Period;
  readonly gateway?: string;
  readonly widget?: string;
};

type Raw = Readonly<Record<string, unknown>>;

const SHORT_ID = /^[0-9A-Za-z]{6}$/;

export function companySearch({ company }: Raw): CompanySearch {
  const id = Number(company);
  return Number.isSafeInteger(id) && id > 0 ? { company: id } : {};
}

export function figureSearch(raw: Raw): FigureSearch {
  const days = PERIODS.find((known) => known === raw['days']);
  return {
    ...companySearch(raw),
    ...(days !== undefined && { days }),
    ...shortId('gateway', raw),
    ...shortId('widget', raw),
  };
}

/** An id of digits only arrives as a number. */
function shortId<Name extends 'gateway' | 'widget'>(name: Name, raw: Raw): { [Key in Name]?: string } {
  const text = String(raw[name]);
  return (SHORT_ID.test(text) ? { [name]: text } : {}) as { [Key in Name]?: string }; // exactly this member
}

const MOSCOW_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

/** First and last day of a period, in Europe/Moscow, where days are counted. */
export function daysOf(period: Period, now: number): { readonly from: string; readonly to: string } {
  const day = (at: number) => new Date(at + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);
  return { from: day(now - (period - 1) * DAY_MS), to: day(now) };
}
