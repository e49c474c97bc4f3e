// The money of each month from three sources: the ledger, the prices of the messages sent in it, and the operators' log
// with the price list. Volumes start from zero in every month and company.

import type { Tariff } from '@volley/domain/money/tariff.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import type pg from 'pg';
import type { MessageRow } from './message-row.ts';
import { costOf } from './recount.ts';

export type LedgerMonth = { readonly month: string; readonly spentMicros: string; readonly reservedMicros: string };
export type MonthBooks = LedgerMonth & { readonly pricedMicros: string; readonly recountedMicros: string };

type Sent = Pick<MessageRow, 'destination' | 'brand' | 'company' | 'sent' | 'month' | 'micros' | 'begins'>;

/** Bucket for a message that an operator has and that the service does not know as sent. */
const NO_MONTH = 'no month';

export async function readLedger(client: pg.Client): Promise<LedgerMonth[]> {
  const { rows } = await client.query<LedgerMonth>(
    `select month::text, sum(spent_micros)::text as "spentMicros", sum(reserved_micros)::text as "reservedMicros"
     from ledger group by month order by month`,
  );
  return rows;
}

/**
 * The operators' log defines what was sent; the service defines the month. A message in doubt twice counts as handed
 * over and is charged when its lifetime ends, even if the operator never had it: those are counted as the service
 * reports them.
 */
export function compareMonths(
  ledger: readonly LedgerMonth[],
  rows: readonly Sent[],
  submits: ReadonlyMap<string, number>,
  tariffs: readonly Tariff[],
): MonthBooks[] {
  const gone = rows.filter(({ sent, begins, destination }) => sent || (!begins && submits.has(destination)));
  const byMonth = Map.groupBy(gone, ({ month }) => month ?? NO_MONTH);
  const months = [...new Set([...ledger.map(({ month }) => month), ...byMonth.keys()])].toSorted();
  return months.map((month) => {
    const booked = ledger.find((books) => books.month === month);
    const sent = byMonth.get(month) ?? [];
    return {
      month,
      spentMicros: booked?.spentMicros ?? '0',
      reservedMicros: booked?.reservedMicros ?? '0',
      pricedMicros: String(sent.reduce((sum, { micros }) => sum + BigInt(micros), 0n)),
      recountedMicros: String(recount(sent, tariffs)),
    };
  });
}

function recount(sent: readonly Sent[], tariffs: readonly Tariff[]): bigint {
  const byCompany = Map.groupBy(sent, ({ company }) => company);
  return [...byCompany.values()].reduce((sum, list) => sum + costOf(tariffs, countBrands(list)), 0n);
}

function countBrands(list: readonly Sent[]): Map<Brand, number> {
  const counts = new Map<Brand, number>();
  for (const { brand: id } of list) {
    const brand = BRANDS[id - 1];
    if (brand !== undefined) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  return counts;
}
