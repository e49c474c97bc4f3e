import type { RateTerm } from '@volley/domain/dispatches/dispatch-rate.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type RateRow = { dispatch_id: number; rate: number; rate_term: RateTerm; ready_ms: number };

export async function insertRate(
  tx: Tx,
  row: { dispatchId: number; companyId: number; rate: number; rateTerm: RateTerm },
): Promise<void> {
  await tx.query(
    `insert into dispatch_rates (dispatch_id, company_id, rate, rate_term)
     values ($1, $2, $3, $4)`,
    [row.dispatchId, row.companyId, row.rate, row.rateTerm],
  );
}

export function selectRates(tx: Tx, dispatchIds: readonly number[]) {
  return tx.query<RateRow>(
    `select dispatch_id, rate, rate_term, ready_ms
     from dispatch_rates
     where dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

const readyTimes = bulkColumns({ dispatchId: 'int', readyMs: 'double precision' });
const SAVE_READY = `
  update dispatch_rates r
  set ready_ms = u.ready_ms
  from ${readyTimes.as('u')}
  where r.dispatch_id = u.dispatch_id`;

/** Ignores dispatches without a rate. */
export async function saveReady(tx: Tx, rows: readonly { dispatchId: number; readyMs: number }[]): Promise<void> {
  await tx.query(SAVE_READY, readyTimes.values(rows));
}
