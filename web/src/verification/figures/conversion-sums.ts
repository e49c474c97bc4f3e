// Sums of the figures of codes: in total, per day, per channel, per operator and channel.
import type { Conversion } from '../owner.tsx';

export type CodeCounts = {
  readonly sent: number;
  readonly delivered: number;
  readonly entered: number;
  readonly expired: number;
  readonly cost: number;
};

const NONE: CodeCounts = { sent: 0, delivered: 0, entered: 0, expired: 0, cost: 0 };

type Counted = Pick<Conversion, 'sent' | 'delivered' | 'entered' | 'expired' | 'cost'>;

export function sumOf(rows: readonly Counted[]): CodeCounts {
  return rows.reduce<CodeCounts>(
    (sum, row) => ({
      sent: sum.sent + row.sent,
      delivered: sum.delivered + row.delivered,
      entered: sum.entered + row.entered,
      expired: sum.expired + row.expired,
      cost: sum.cost + row.cost.value,
    }),
    NONE,
  );
}

export type Group = CodeCounts & { readonly key: string; readonly rows: readonly Conversion[] };

/** Groups in the order of their size. */
export function sumsBy(rows: readonly Conversion[], keyOf: (row: Conversion) => string): Group[] {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, own]) => ({ key, rows: own, ...sumOf(own) }))
    .toSorted((one, other) => other.sent - one.sent || one.key.localeCompare(other.key));
}

/** Share of sent codes that were entered; undefined: nothing was sent. */
export function conversionOf({ sent, entered }: Pick<CodeCounts, 'sent' | 'entered'>): number | undefined {
  return sent === 0 ? undefined : Math.min(1, entered / sent);
}

const DAY_MS = 86_400_000;

/** Every day of a period, also days without codes. Noon keeps the date in every time zone of Russia. */
export function daySums(rows: readonly Conversion[], { from, to }: { readonly from: string; readonly to: string }) {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const first = Date.parse(`${from}T09:00:00Z`);
  const count = Math.round((Date.parse(`${to}T09:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => {
    const time = first + at * DAY_MS;
    const day = new Date(time).toISOString().slice(0, 10);
    return { day, seconds: time / 1_000, ...sumOf(byDay.get(day) ?? []) };
  });
}
