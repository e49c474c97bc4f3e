import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

const portedNumbers = bulkColumns({ destination: 'bigint', brand: 'smallint' });

export async function upsertPortedNumbers(
  tx: Tx,
  rows: readonly { readonly destination: number; readonly brand: number }[],
): Promise<number> {
  const changed = await tx.query(
    `insert into ported_numbers (${portedNumbers.names})
     select *
     from ${portedNumbers.as('u')}
     on conflict (destination)
     do update set brand = excluded.brand
     where ported_numbers.brand <> excluded.brand
     returning brand`,
    portedNumbers.values(rows),
  );
  return changed.length;
}

export async function deletePortedNumbers(tx: Tx, destinations: readonly number[]): Promise<number> {
  const gone = await tx.query(
    `delete from ported_numbers
     where destination = any($1::bigint[])
     returning brand`,
    [destinations],
  );
  return gone.length;
}
