// Rows of dispatches.
import type { Tx } from '../../../src/platform/database/database.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export const changeDispatch = (
  place: Place,
  dispatchId: number,
  change: {
    readonly status?: 'STARTED' | 'STOPPED';
    readonly endedAt?: Date | null;
    readonly stepsWaiting?: number;
    readonly firstMessageId?: string;
  },
) => changeRow(place, 'dispatches', dispatchId, change);

/** Makes the transaction one that has changed the dispatch and its messages, without another effect. */
export async function touchDispatch(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query(
    `with m as (update messages set error_code = error_code where dispatch_id = $1)
     update dispatches set name = name where id = $1`,
    [dispatchId],
  );
}

/** How many rows of a dispatch each table has. */
export const rowCountsOf = (place: Place, dispatchId: number) =>
  oneRow<Record<'dispatches' | 'messages' | 'strands' | 'dispatch_refusals', number>>(
    place,
    `select
       (select count(*)::int from dispatches where id = $1) as dispatches,
       (select count(*)::int from messages where dispatch_id = $1) as messages,
       (select count(*)::int from strands where dispatch_id = $1) as strands,
       (select count(*)::int from dispatch_refusals where dispatch_id = $1) as dispatch_refusals`,
    [dispatchId],
  );

export async function startedDispatches(place: Place): Promise<number[]> {
  const rows = await statement<{ id: number }>(place, `select id from dispatches where status = 'STARTED' order by id`);
  return rows.map(({ id }) => id);
}

/** Started dispatches of the company that have not ended. */
export const unendedDispatches = (place: Place, companyId: number) =>
  statement<{ id: number; status: string }>(
    place,
    `select id, status from dispatches where company_id = $1 and status <> 'CREATED' and ended_at is null`,
    [companyId],
  );

/** As if the dispatch had begun with its last message. */
export async function moveFirstToLast(place: Place, dispatchId: number): Promise<void> {
  await statement(place, 'update dispatches set first_message_id = last_message_id where id = $1', [dispatchId]);
}
