// Revenue, cost and margin of messages. Money is summed in its own currency and converted by the rate of the day on
// which the messages were sent, so a new rate does not change past days. Without a rate the sum stays beside,
// unconverted.
import { converterAt, type ExchangeRate } from './exchange-rate.ts';
import type { Micros } from './money.ts';

/** A row of the report stands for one of these. */
export const MARGIN_DIMENSIONS = ['day', 'link', 'channel', 'company'] as const;
export type MarginDimension = (typeof MARGIN_DIMENSIONS)[number];

/** The change of a day by some of its messages. */
export type MarginSum = {
  readonly messages: number;
  readonly revenueMicros: Micros;
  /** Messages with a known cost. */
  readonly costed: number;
  readonly costMicros: Micros;
};

/** Sums of one day in one currency. `key`: the row of the report. */
export type MarginCell = MarginSum & { readonly key: string; readonly day: string; readonly currency: string };

export type Unconverted = Pick<MarginSum, 'revenueMicros' | 'costMicros'> & { readonly currency: string };

export type MarginRow = MarginSum & {
  readonly marginMicros: Micros;
  /** Messages whose cost is unknown. */
  readonly unknown: number;
  /** Sums in currencies without a rate, which the other amounts leave out. */
  readonly unconverted: readonly Unconverted[];
};

/** The end of a day in Europe/Moscow: the rate that a day ends with holds for the day. */
const endOfDayMs = (day: string) => Date.parse(`${day}T23:59:59.999+03:00`);

/** By the key of the cells, in the order of their first cell. */
export function marginRows(
  cells: readonly MarginCell[],
  rates: readonly ExchangeRate[],
  currency: string,
): Map<string, MarginRow> {
  const converters = new Map<string, ReturnType<typeof converterAt>>();
  const converterOf = (day: string) => {
    const known = converters.get(day) ?? converterAt(rates, endOfDayMs(day));
    converters.set(day, known);
    return known;
  };
  const rows = new Map<string, MarginRow>();
  for (const cell of cells) {
    const convert = converterOf(cell.day);
    const revenueMicros = convert(cell.revenueMicros, cell.currency, currency);
    const costMicros = convert(cell.costMicros, cell.currency, currency);
    const isConverted = revenueMicros !== undefined && costMicros !== undefined;
    const money = isConverted ? { revenueMicros, costMicros } : NO_MONEY;
    const row = plus(rows.get(cell.key) ?? EMPTY, { ...cell, ...money });
    const isLeftOut = !isConverted && (cell.revenueMicros !== 0n || cell.costMicros !== 0n);
    rows.set(cell.key, isLeftOut ? { ...row, unconverted: besides(row.unconverted, cell) } : row);
  }
  return rows;
}

const NO_MONEY = { revenueMicros: 0n, costMicros: 0n };
const EMPTY: MarginRow = { messages: 0, costed: 0, ...NO_MONEY, marginMicros: 0n, unknown: 0, unconverted: [] };

function plus(row: MarginRow, sum: MarginSum): MarginRow {
  const messages = row.messages + sum.messages;
  const costed = row.costed + sum.costed;
  const revenueMicros = row.revenueMicros + sum.revenueMicros;
  const costMicros = row.costMicros + sum.costMicros;
  const marginMicros = revenueMicros - costMicros;
  return {
    messages,
    costed,
    revenueMicros,
    costMicros,
    marginMicros,
    unknown: messages - costed,
    unconverted: row.unconverted,
  };
}

function besides(known: readonly Unconverted[], cell: MarginCell): Unconverted[] {
  const { currency, revenueMicros, costMicros } = cell;
  if (!known.some((sum) => sum.currency === currency)) return [...known, { currency, revenueMicros, costMicros }];
  return known.map((sum) =>
    sum.currency === currency
      ? { currency, revenueMicros: sum.revenueMicros + revenueMicros, costMicros: sum.costMicros + costMicros }
      : sum,
  );
}
