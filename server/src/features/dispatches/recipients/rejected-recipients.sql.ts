import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

type NewRejected = {
  readonly place: number;
  readonly index: number;
  readonly destination: string;
  readonly digits: string | null;
  readonly errorCode: number;
  readonly msg: string;
};

export type RejectedRow = {
  readonly index: number;
  readonly destination: string;
  readonly errorCode: number;
  readonly msg: string;
  readonly rejectedAt: Date;
};

const PORTION = 50_000;

/** Places have no gaps, so the last place is also the number of rows. */
export async function lastPlace(tx: Tx, dispatchId: number): Promise<number> {
  const rows = await tx.query<{ place: number }>(
    `select place
     from rejected_recipients
     where dispatch_id = $1
     order by place desc
     limit 1`,
    [dispatchId],
  );
  return rows[0]?.place ?? 0;
}

const rejectedColumns = bulkColumns(
  { place: 'int', index: 'int', destination: 'text', digits: 'bigint', errorCode: 'smallint', msg: 'text' },
  3,
);
const INSERT_REJECTED = `insert into rejected_recipients (dispatch_id, created_at, ${rejectedColumns.names})
     select $1, $2, *
     from ${rejectedColumns.as('u')}`;

export async function insertRejected(tx: Tx, dispatchId: number, rows: readonly NewRejected[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(INSERT_REJECTED, [dispatchId, tx.now, ...rejectedColumns.values(rows)]);
}

export function selectRejected(
  tx: Tx,
  dispatchId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RejectedRow[]> {
  return tx.query<RejectedRow>(
    `select index, destination, error_code as "errorCode", msg, created_at as "rejectedAt"
     from rejected_recipients
     where dispatch_id = $1
       and place > $2::bigint
     order by place
     limit $3`,
    [dispatchId, offset, limit],
  );
}

export async function deleteRejected(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query(
    `delete from rejected_recipients
     where dispatch_id = $1`,
    [dispatchId],
  );
}

/** True when there may be more. */
export async function deleteRejectedBefore(tx: Tx, before: Date): Promise<boolean> {
  const rows = await tx.query(
    `delete from rejected_recipients
     where (dispatch_id, place) in (
       select dispatch_id, place
       from rejected_recipients
       where created_at < $1
       order by created_at
       limit $2)
     returning place`,
    [before, PORTION],
  );
  return rows.length === PORTION;
}

export async function blankRejected(tx: Tx, digits: number): Promise<void> {
  await tx.query(
    `update rejected_recipients
     set destination = '',
       digits = null
     where digits = $1`,
    [digits],
  );
}

/** Recipients that each dispatch did not accept, stored or not. */
export async function countRejected(tx: Tx, dispatchIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ id: number; recipients: number }>(
    `select dispatch_id as id, sum(recipients)::integer as recipients
     from dispatch_refusals
     where dispatch_id = any($1::int[])
       and source = 'api'
     group by dispatch_id`,
    [dispatchIds],
  );
  return new Map(rows.map(({ id, recipients }) => [id, recipients]));
}
