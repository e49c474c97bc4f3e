import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type CodeOutcome = {
  readonly messageId: string;
  readonly companyId: number;
  readonly isDelivered: boolean;
};

const outcomeColumns = bulkColumns({ messageId: 'uuid', companyId: 'int', isDelivered: 'boolean' }, 2);
const INSERT_OUTCOMES = `insert into code_outcomes (${outcomeColumns.names}, recorded_at)
     select ${outcomeColumns.names}, $1
     from ${outcomeColumns.as('u')}
     on conflict (message_id)
     do nothing`;

export async function insertOutcomes(tx: Tx, outcomes: readonly CodeOutcome[]): Promise<void> {
  await tx.query(INSERT_OUTCOMES, [tx.now, ...outcomeColumns.values(outcomes)]);
}

/** Deletes the oldest rows that no other transaction has locked. */
export function deleteOutcomes(tx: Tx, limit: number): Promise<CodeOutcome[]> {
  return tx.planned<CodeOutcome>(
    `delete from code_outcomes
     where message_id = any(array(
       select message_id
       from code_outcomes
       order by recorded_at
       limit $1
       for update skip locked))
     returning message_id as "messageId", company_id as "companyId", is_delivered as "isDelivered"`,
    [limit],
  );
}
