import type { Tx } from '../../platform/database.ts';

export async function upsertPortedNumbers(tx: Tx, rows: readonly (readonly [number, number])[]): Promise<number> {
  const changed = await tx.query(
    `insert into ported_numbers (destination, brand) select * from unnest($1::bigint[], $2::smallint[])
     on conflict (destination) do update set brand = excluded.brand where ported_numbers.brand <> excluded.brand
     returning brand`,
    [rows.map(([destination]) => destination), rows.map(([, brand]) => brand)],
  );
  return changed.length;
}

export async function deletePortedNumbers(tx: Tx, destinations: readonly number[]): Promise<number> {
  const gone = await tx.query('delete from ported_numbers where destination = any($1::bigint[]) returning brand', [
    destinations,
  ]);
  return gone.length;
}
