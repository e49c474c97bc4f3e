// The margin report, from the sums that the recorder keeps per day. No message is read.
import { type MarginDimension, type MarginRow, marginRows } from '@volley/domain/money/margin.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectExchangeRates } from '../../tariffs/exchange-rates.sql.ts';
import {
  type MarginFilter,
  type Named,
  selectCompanyNames,
  selectLinkNames,
  selectMarginCells,
} from './margin-report.sql.ts';

const ROWS_MAX = 1_000;
const DAY_MS = 86_400_000;
const DAYS_MAX = 92;

export type MarginQuestion = MarginFilter & { readonly by: MarginDimension; readonly currency: string };

export type NamedRow = MarginRow & { readonly key: string; readonly name: string | null };

export type MarginReport = {
  readonly rows: readonly NamedRow[];
  readonly rowsTotal: number;
  readonly total: MarginRow;
  readonly links: readonly Named[];
};

export function reportMargin({ db }: Pick<Platform, 'db'>, asked: MarginQuestion): Promise<MarginReport> {
  checkDays(asked);
  const { by, currency } = asked;
  return read(db, async (tx) => {
    const cells = await selectMarginCells(tx, by, asked);
    const rates = await selectExchangeRates(tx);
    const rows = [...marginRows(cells, rates, currency)];
    const shown = (by === 'day' ? rows : rows.toSorted(([, one], [, other]) => other.messages - one.messages)).slice(
      0,
      ROWS_MAX,
    );
    const links = await selectLinkNames(tx);
    const names = await namesOf(tx, by, { links, keys: shown.map(([key]) => key) });
    return {
      rows: shown.map(([key, row]) => ({ ...row, key, name: names.get(key) ?? null })),
      rowsTotal: rows.length,
      total: totalOf(cells, rates, currency),
      links,
    };
  });
}

const EMPTY = { key: '', day: '1970-01-01', messages: 0, revenueMicros: 0n, costed: 0, costMicros: 0n };

/** Of the cells, not of the shown rows: the rows have a limit. */
function totalOf(
  cells: Parameters<typeof marginRows>[0],
  rates: Parameters<typeof marginRows>[1],
  currency: string,
): MarginRow {
  const all = [{ ...EMPTY, currency }, ...cells.map((cell) => ({ ...cell, key: '' }))];
  const [[, total] = []] = marginRows(all, rates, currency);
  if (total === undefined) throw new Error(`no total of ${cells.length} cells`);
  return total;
}

async function namesOf(
  tx: Tx,
  by: MarginDimension,
  { links, keys }: { readonly links: readonly Named[]; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const named = by === 'link' ? links : by === 'company' ? await selectCompanyNames(tx, keys.map(Number)) : [];
  return new Map(named.map(({ id, name }) => [String(id), name]));
}

function checkDays({ from, to }: MarginFilter): void {
  const [first, last] = [startOf('from', from), startOf('to', to)];
  const days = (last - first) / DAY_MS + 1;
  if (days < 1) throw new Refusal('bad-request', { field: 'to', problem: 'must not be before from' });
  if (days > DAYS_MAX) throw new Refusal('bad-request', { field: 'from', problem: `must be at most ${DAYS_MAX} days` });
}

function startOf(field: string, day: string): number {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day)
    throw new Refusal('bad-request', { field, problem: 'must be a day such as 2026-11-15' });
  return start.getTime();
}
