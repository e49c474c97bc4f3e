import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstAndLast } from './move-messages.sql.ts';

export type KnownCost = { readonly id: string; readonly micros: bigint; readonly currency: string | null };

const costs = bulkColumns({ id: 'uuid', micros: 'bigint', currency: 'text' }, 3);
const UPDATE_COSTS = `
  update messages m
  set cost_micros = u.micros,
    cost_currency = u.currency
  from ${costs.as('u')}
  where m.id = u.id
    and m.id = any($3::uuid[])
    and m.id between $1 and $2`;

/** The caller has locked the messages and books the difference. */
export async function updateCosts(tx: Tx, rows: readonly KnownCost[]): Promise<void> {
  await tx.query(UPDATE_COSTS, [...firstAndLast(rows.map(({ id }) => id)), ...costs.values(rows)]);
}
