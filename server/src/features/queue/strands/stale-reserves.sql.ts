// Reserves in past months, moved at the turn of the month.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { StrandReserve } from './strand-reserves.sql.ts';

export type StaleStrand = {
  strand: number;
  brand: number;
  tariff_id: number;
  model: 'FIXED' | 'SCALED' | 'MAU';
  month: string | null;
  part_micros: bigint | null;
  cursor_seq: number;
  last_seq: number;
};

const SELECT_STALE_STRANDS = `
  select t.strand,
    t.route as brand,
    t.tariff_id,
    f.pricing_model as model,
    t.month::text as month,
    t.part_micros,
    t.cursor_seq,
    t.last_seq
  from strands t
  join tariffs f on f.id = t.tariff_id
  where t.dispatch_id = $1
    and (
      t.month < $2
      or t.waiting_for is not null
      or exists (
        select
        from batches b
        where b.dispatch_id = t.dispatch_id
          and b.strand = t.strand
          and b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})
          and b.doubts = 0
          and (b.month is null or b.month < $2)
      )
    )
  order by t.strand`;
const LOCK_STALE_STRANDS = `
  ${SELECT_STALE_STRANDS}
  for update of t`;

/** Strands whose own reserve or whose batches' reserve is in a past month, and strands that lack money. */
export function selectStaleStrands(tx: Tx, dispatchId: number, month: string) {
  return tx.query<StaleStrand>(SELECT_STALE_STRANDS, [dispatchId, month]);
}

export function lockStaleStrands(tx: Tx, dispatchId: number, month: string) {
  return tx.query<StaleStrand>(LOCK_STALE_STRANDS, [dispatchId, month]);
}

export type StaleBatch = {
  id: string;
  strand: number;
  month: string | null;
  part_micros: bigint | null;
  from_seq: number;
  to_seq: number;
  first_message_id: string;
  last_message_id: string;
};

/** Claimed or waiting batches that were never in doubt: the operator has none of their messages. */
export function lockStaleBatches(tx: Tx, dispatchId: number, month: string) {
  return tx.query<StaleBatch>(
    `select b.id,
       b.strand,
       b.month::text as month,
       b.part_micros,
       b.from_seq,
       b.to_seq,
       b.first_message_id,
       b.last_message_id
     from batches b
     where b.dispatch_id = $1
       and b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})
       and b.doubts = 0
       and (b.month is null or b.month < $2)
     order by b.id
     for update`,
    [dispatchId, month],
  );
}

export type StrandUpdate = StrandReserve & { readonly waitingFor: 'budget' | 'money' | null };

const turns = bulkColumns({ strand: 'smallint', month: 'date', partMicros: 'bigint', waitingFor: 'text' }, 4);
const TURN_STRANDS = `
  with turned as (
    update strands t
    set month = u.month,
      part_micros = u.part_micros,
      waiting_for = u.waiting_for,
      next_at = case when u.month is not null and t.waiting_for is not null then $3 else t.next_at end
    from ${turns.as('u')}
    where t.dispatch_id = $1
      and t.strand = u.strand
    returning t.strand, t.month, t.part_micros
  )
  update batches b
  set month = turned.month,
    part_micros = turned.part_micros,
    due_at = case when b.month is null then clock_timestamp() else b.due_at end
  from turned
  where b.id = any($2::uuid[])
    and b.strand = turned.strand`;

/** Moves the strands and these of their batches to another month, or lets them wait for money (`month` null). */
export async function turnStrands(
  tx: Tx,
  dispatchId: number,
  strands: readonly StrandUpdate[],
  batchIds: readonly string[],
): Promise<void> {
  await tx.query(TURN_STRANDS, [dispatchId, batchIds, tx.now, ...turns.values(strands)]);
}

/** Started dispatches with a reserve in a past month for messages that are not in flight; buckets first. */
export async function selectStaleDispatches(tx: Tx, month: string, limit: number): Promise<number[]> {
  const rows = await tx.planned<{ id: number }>(
    `select d.id
     from dispatches d
     where d.id in (
       select t.dispatch_id
       from strands t
       where t.cursor_seq < t.last_seq
         and t.month < $1
       union
       select b.dispatch_id
       from batches b
       where b.state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})
         and b.doubts = 0
         and b.month < $1
     )
       and d.status = 'STARTED'
     order by d.kind <> 'SEND', d.started_at, d.id
     limit $2`,
    [month, limit],
  );
  return rows.map((row) => row.id);
}

/** Dispatches that lacked money and can be funded now; buckets first. */
export async function selectUnfundedDispatches(tx: Tx, month: string, limit: number): Promise<number[]> {
  const rows = await tx.planned<{ id: number }>(
    `select d.id
     from dispatches d
     join companies c on c.id = d.company_id
     join partners p on p.id = d.partner_id
     left join company_months m on m.company_id = d.company_id
       and m.month = $1
     left join wallets w on w.company_id = d.company_id
       and w.currency = p.currency
     where d.id in (
       select t.dispatch_id
       from strands t
       where t.waiting_for is not null
     )
       and d.status = 'STARTED'
       and (
         c.budget_micros is null
         or coalesce(m.reserved_micros, 0) + coalesce(m.spent_micros, 0) + coalesce(d.lacking_micros, 0)
           <= c.budget_micros
       )
       and (d.kind = 'PARTNER' or coalesce(w.balance_micros, 0) >= coalesce(d.lacking_own_micros, 0))
     order by d.kind <> 'SEND', d.started_at, d.id
     limit $2`,
    [month, limit],
  );
  return rows.map((row) => row.id);
}

export type TurnedDispatch = {
  id: number;
  company_id: number;
  kind: 'PARTNER' | 'MESSAGING' | 'SEND';
  currency: string;
  first_message_id: string;
  last_message_id: string;
};

export async function findTurnedDispatch(tx: Tx, id: number): Promise<TurnedDispatch | undefined> {
  const rows = await tx.query<TurnedDispatch>(
    `select d.id, d.company_id, d.kind, p.currency, d.first_message_id, d.last_message_id
     from dispatches d
     join partners p on p.id = d.partner_id
     where d.id = $1
       and d.status = 'STARTED'
       and d.first_message_id is not null`,
    [id],
  );
  return rows[0];
}

type Turned = {
  readonly growthMicros: bigint;
  /** Missing amount of the waiting strands, with packages and without. */
  readonly lacking: { readonly micros: bigint; readonly ownMicros: bigint } | null;
};

export async function setTurned(tx: Tx, id: number, { growthMicros, lacking }: Turned): Promise<void> {
  await tx.query(
    `update dispatches
     set reserved_micros = reserved_micros + $2,
       lacking_micros = $3,
       lacking_own_micros = $4
     where id = $1`,
    [id, growthMicros, lacking?.micros ?? null, lacking?.ownMicros ?? null],
  );
}
