// Recipients that a dispatch did not take, counted by reason.
import { DUPLICATE_CODE } from '@volley/domain/not-sent.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Codes as they came, one for each recipient. */
export async function countRefusals(tx: Tx, dispatchId: number, codes: readonly number[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.query(
    `insert into dispatch_refusals (dispatch_id, source, error_code, recipients)
     select $1, 'api', code, count(*) from unnest($2::smallint[]) as u(code) group by code
     on conflict (dispatch_id, source, error_code) do update set recipients = dispatch_refusals.recipients + excluded.recipients`,
    [dispatchId, codes],
  );
}

const NO_NUMBER = 7401;

export type LeftOut = { readonly duplicates: number; readonly badNumbers: number };

/** What was left out of a file before it was sent here. Said again, it replaces what was said. */
export async function noteLeftOut(
  { db }: Pick<Platform, 'db'>,
  partnerId: number,
  dispatchId: number,
  { duplicates, badNumbers }: LeftOut,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx.query<{ id: number }>(
      `insert into dispatch_refusals (dispatch_id, source, error_code, recipients)
       select d.id, 'file', u.code, u.recipients
       from dispatches d, unnest($3::smallint[], $4::int[]) as u(code, recipients)
       where d.id = $1 and d.partner_id = $2 and d.kind <> 'SEND'
       on conflict (dispatch_id, source, error_code) do update set recipients = excluded.recipients
       returning dispatch_id as id`,
      [dispatchId, partnerId, [DUPLICATE_CODE, NO_NUMBER], [duplicates, badNumbers]],
    );
    if (rows.length === 0) throw new Refusal('not-found', { kind: 'Dispatch', id: dispatchId });
  });
}
