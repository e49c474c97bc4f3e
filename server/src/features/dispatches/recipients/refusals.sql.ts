// Numbers of recipients that a dispatch did not accept, by error code.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { DUPLICATE_CODE } from '@volley/domain/sending/not-sent.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** `codes`: one per rejected recipient. */
export async function addRefusals(tx: Tx, dispatchId: number, codes: readonly number[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.query(
    `insert into dispatch_refusals (dispatch_id, source, error_code, recipients)
     select $1, 'api', code, count(*)
     from unnest($2::smallint[]) as u(code)
     group by code
     on conflict (dispatch_id, source, error_code)
     do update set recipients = dispatch_refusals.recipients + excluded.recipients`,
    [dispatchId, codes],
  );
}

export type LeftOut = { readonly duplicates: number; readonly badNumbers: number };

const fileColumns = bulkColumns({ errorCode: 'smallint', recipients: 'int' }, 3);
const UPSERT_FILE_REFUSALS = `insert into dispatch_refusals (dispatch_id, source, error_code, recipients)
     select d.id, 'file', u.error_code, u.recipients
     from dispatches d, ${fileColumns.as('u')}
     where d.id = $1
       and d.partner_id = $2
       and d.kind <> 'SEND'
     on conflict (dispatch_id, source, error_code)
     do update set recipients = excluded.recipients
     returning dispatch_id as id`;

/** Last write wins. False: the partner has no such dispatch. */
export async function upsertFileRefusals(
  tx: Tx,
  partnerId: number,
  dispatchId: number,
  { duplicates, badNumbers }: LeftOut,
): Promise<boolean> {
  const counts = [
    { errorCode: DUPLICATE_CODE, recipients: duplicates },
    { errorCode: ERROR.numberUnusable, recipients: badNumbers },
  ];
  const rows = await tx.query(UPSERT_FILE_REFUSALS, [dispatchId, partnerId, ...fileColumns.values(counts)]);
  return rows.length > 0;
}

export async function deleteRefusals(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query(
    `delete from dispatch_refusals
     where dispatch_id = $1`,
    [dispatchId],
  );
}
