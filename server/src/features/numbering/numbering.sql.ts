import type { Tx } from '../../platform/database.ts';

type RangeRow = {
  from: string;
  to: string;
  brand: number;
  hostBrand: number;
  kind: string;
  inn: string;
  region: string;
  timezone: string;
};

export async function replaceNumberRanges(tx: Tx, rows: readonly RangeRow[]): Promise<void> {
  await tx.query('delete from number_ranges');
  await tx.query(
    `insert into number_ranges (number_from, number_to, brand, host_brand, kind, inn, region, timezone)
     select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    [
      rows.map((row) => row.from),
      rows.map((row) => row.to),
      rows.map((row) => row.brand),
      rows.map((row) => row.hostBrand),
      rows.map((row) => row.kind),
      rows.map((row) => row.inn),
      rows.map((row) => row.region),
      rows.map((row) => row.timezone),
    ],
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
    'select number_from, number_to, brand, host_brand, kind, inn, region, timezone from number_ranges order by number_from',
  );
}

export function selectPortedNumbers(tx: Tx) {
  return tx.query<{ destination: bigint; brand: number }>('select destination, brand from ported_numbers');
}
