import type { RateTerm } from '@volley/domain/dispatch-rate.ts';
import type { Tx } from '../../platform/database.ts';

export type RateRow = { dispatch_id: number; rate: number; rate_term: RateTerm; ready_ms: number };

export async function insertRate(
  tx: Tx,
  row: { dispatchId: number; companyId: number; rate: number; rateTerm: RateTerm },
): Promise<void> {
  await tx.query('insert into dispatch_rates (dispatch_id, company_id, rate, rate_term) values ($1, $2, $3, $4)', [
    row.dispatchId,
    row.companyId,
    row.rate,
    row.rateTerm,
  ]);
}

export function selectRates(tx: Tx, dispatchIds: readonly number[]) {
  return tx.query<RateRow>(
    'select dispatch_id, rate, rate_term, ready_ms from dispatch_rates where dispatch_id = any($1::int[])',
    [dispatchIds],
  );
}

/** Nothing where the dispatch has no rate. */
export async function saveReady(tx: Tx, rows: readonly { dispatchId: number; readyMs: number }[]): Promise<void> {
  await tx.query(
    `update dispatch_rates r set ready_ms = u.ready_ms from unnest($1::int[], $2::double precision[]) as u(dispatch_id, ready_ms)
     where r.dispatch_id = u.dispatch_id`,
    [rows.map((row) => row.dispatchId), rows.map((row) => row.readyMs)],
  );
}
