import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

type RangeRow = {
  numberFrom: string;
  numberTo: string;
  brand: number;
  hostBrand: number;
  kind: string;
  inn: string;
  region: string;
  timezone: string;
};

const rangeColumns = bulkColumns({
  numberFrom: 'bigint',
  numberTo: 'bigint',
  brand: 'smallint',
  hostBrand: 'smallint',
  kind: 'text',
  inn: 'text',
  region: 'text',
  timezone: 'text',
});

export async function replaceNumberRanges(tx: Tx, rows: readonly RangeRow[]): Promise<void> {
  await tx.query('delete from number_ranges');
  await tx.query(
    `insert into number_ranges (${rangeColumns.names})
     select *
     from ${rangeColumns.as('u')}`,
    rangeColumns.values(rows),
  );
}

export function selectNumberRanges(tx: Tx) {
  return tx.query<{
    number_from: bigint;
    number_to: bigint;
    brand: number;
    host_brand: number;
    kind: string;
    inn: string;
    region: string;
    timezone: string;
  }>(
    `select number_from, number_to, brand, host_brand, kind, inn, region, timezone
     from number_ranges
     order by number_from`,
  );
}

export function selectPortedNumbers(tx: Tx) {
  return tx.query<{ destination: bigint; brand: number }>('select destination, brand from ported_numbers');
}
