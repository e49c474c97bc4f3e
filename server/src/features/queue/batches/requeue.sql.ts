// Stores the decisions about due batches.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lifetimeOf } from './batches.sql.ts';

export type Requeue = {
  id: string;
  state: number;
  attempt: number;
  waitingFor: string | null;
  heldSince: Date | null;
  waitMs: number | null;
  /** The link that carries it, or that it waits for. */
  linkId: number;
  /** It counts as handed over from now on. */
  handedOver: boolean;
  /** JSON of the choice of another link; null: unchanged. */
  choice: string | null;
};

const requeues = bulkColumns(
  {
    id: 'uuid',
    state: 'smallint',
    attempt: 'smallint',
    waitingFor: 'text',
    heldSince: 'timestamptz',
    waitMs: 'int',
    linkId: 'int',
    handedOver: 'boolean',
    choice: 'text',
  },
  2,
);
const REQUEUE_BATCHES = `
  update batches b
  set state = u.state,
    attempt = u.attempt,
    waiting_for = u.waiting_for,
    held_since = u.held_since,
    due_at = clock_timestamp() + u.wait_ms * interval '1 millisecond',
    expires_at = case when u.handed_over then $1::timestamptz + ${lifetimeOf} end,
    hops = b.hops + case
      when u.state = ${BATCH_STATES.claimed} and (u.link_id <> b.link_id or b.elsewhere) then 1
      else 0
    end,
    tried_links = case
      when b.elsewhere and u.state = ${BATCH_STATES.claimed} then b.tried_links || b.link_id
      else b.tried_links
    end,
    elsewhere = b.elsewhere and u.state <> ${BATCH_STATES.claimed},
    doubt_link_id = case
      when b.waiting_for = 'doubt' then coalesce(b.doubt_link_id, b.link_id)
      else b.doubt_link_id
    end,
    link_id = u.link_id,
    choice = coalesce(u.choice::jsonb, b.choice)
  from ${requeues.as('u')},
    dispatches d
  where b.id = u.id
    and d.id = b.dispatch_id`;

export async function requeueBatches(tx: Tx, rows: readonly Requeue[]): Promise<void> {
  await tx.query(REQUEUE_BATCHES, [tx.now, ...requeues.values(rows)]);
}

const delayColumns = bulkColumns({ linkId: 'int', waitMs: 'int' });
const DELAY_RESENDS = `
  insert into link_resends (link_id, next_at)
  select u.link_id, clock_timestamp() + u.wait_ms * interval '1 millisecond'
  from ${delayColumns.as('u')}
  on conflict (link_id)
  do update set next_at = excluded.next_at`;

/** Delays the next resend of a batch in doubt over each of these links. */
export async function delayResends(
  tx: Tx,
  delays: readonly { readonly linkId: number; readonly waitMs: number }[],
): Promise<void> {
  if (delays.length === 0) return;
  await tx.query(DELAY_RESENDS, delayColumns.values(delays));
}
