import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';

const { DELIVERED } = MESSAGE_STATUS_CODES;

/**
 * SQL: the steps of a message `m` whose text is removed. A message that may yet be marked as not read keeps its next
 * step without content: that step is never sent, but its cascade dispatch learns when the wait is over.
 */
export const WITHOUT_STEPS = `case
         when m.status = ${DELIVERED}
           and m.read_status is null
           and m.cascade->0->>'condition' = 'not_read'
         then jsonb_build_array((m.cascade->0) - 'content')
       end`;

/** A message whose steps were dropped. */
export type DroppedSteps = {
  readonly id: string;
  /** A step might still have come. */
  readonly isComing: boolean;
  /** The message has ended, and the step waited for it to be read. */
  readonly isAwaited: boolean;
};

/** Statuses are those after the update, not those of the statement's snapshot. */
export function clearSteps(tx: Tx, companyId: number, ids: readonly string[]): Promise<DroppedSteps[]> {
  return tx.query<DroppedSteps>(
    `with dropped as (
       update messages m
       set cascade = null
       from messages o
       where o.id = m.id
         and m.id = any($1::uuid[])
         and m.company_id = $2
         and m.cascade is not null
       returning m.id, m.status,
         m.status = ${DELIVERED}
           and m.read_status is null
           and o.cascade->0->>'condition' = 'not_read' as awaited)
     select id, status < ${DELIVERED} or awaited as "isComing", awaited as "isAwaited"
     from dropped`,
    [ids, companyId],
  );
}

export function selectLaterSteps(tx: Tx, companyId: number, ids: readonly string[]) {
  return tx.query<{ id: string; later: string }>(
    `select m.id, f.id as later
     from messages m
     join messages f on f.cascade_root = m.cascade_root and f.cascade_step > m.cascade_step
     where m.id = any($1::uuid[])
       and m.company_id = $2
       and f.company_id = $2
     order by f.cascade_step`,
    [ids, companyId],
  );
}
