import type { Tx } from '../../platform/database.ts';

export type ReservableStrand = {
  strand: number;
  route: number;
  timezone: string;
  traffic_type: string;
  /** Null: the home country. */
  country: string | null;
  tariff_id: number;
  messages: number;
  parts: number;
  amount_micros: bigint;
  /** From when on its sender name may be used. */
  date_from: Date | null;
};

export function selectReservableStrands(tx: Tx, dispatchId: number) {
  return tx.query<ReservableStrand>(
    `select t.strand, t.route, t.timezone, t.traffic_type, t.country, t.tariff_id, t.messages, t.parts, t.amount_micros,
       s.date_from
     from strands t
     left join senders s on s.id = t.sender_id
     where t.dispatch_id = $1
     order by t.strand`,
    [dispatchId],
  );
}

export type DraftStrand = {
  dispatch_id: number;
  route: number;
  timezone: string;
  date_from: Date | null;
  tariff_id: number;
  traffic_type: string;
  country: string | null;
  messages: number;
  parts: number;
};

export function selectDraftStrands(tx: Tx, dispatchIds: readonly number[]) {
  return tx.query<DraftStrand>(
    `select t.dispatch_id, t.route, t.timezone, s.date_from, t.tariff_id, t.traffic_type, t.country, t.messages, t.parts
     from strands t
     left join senders s on s.id = t.sender_id
     where t.dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

export type StrandReserve = {
  readonly strand: number;
  /** Null where nothing is reserved. */
  readonly month: string | null;
  /** Null where messages are priced by their own amount. */
  readonly partMicros: bigint | null;
};

/** At a start: also the tariff that is in force now. */
export async function setReserves(
  tx: Tx,
  dispatchId: number,
  rows: readonly (StrandReserve & { readonly tariffId: number })[],
): Promise<void> {
  await tx.query(
    `update strands t
     set month = u.month, part_micros = u.part_micros, tariff_id = u.tariff_id
     from unnest($2::smallint[], $3::date[], $4::bigint[], $5::int[]) as u(strand, month, part_micros, tariff_id)
     where t.dispatch_id = $1
       and t.strand = u.strand`,
    [
      dispatchId,
      rows.map((row) => row.strand),
      rows.map((row) => row.month),
      rows.map((row) => row.partMicros),
      rows.map((row) => row.tariffId),
    ],
  );
}

export type StaleStrand = {
  strand: number;
  route: number;
  tariff_id: number;
  model: 'FIXED' | 'SCALED' | 'MAU';
  month: string | null;
  part_micros: bigint | null;
  cursor_seq: number;
  last_seq: number;
};

/** Strands with a reserve in a month before this one, their own or that of a batch, and those that lack money. */
export function selectStaleStrands(tx: Tx, dispatchId: number, month: string, lock: boolean) {
  return tx.query<StaleStrand>(
    `select t.strand, t.route, t.tariff_id, f.pricing_model as model, t.month::text as month, t.part_micros,
       t.cursor_seq, t.last_seq
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
             and b.state in (0, 2)
             and b.doubts = 0
             and (b.month is null or b.month < $2)))
     order by t.strand
     ${lock ? 'for update of t' : ''}`,
    [dispatchId, month],
  );
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

/** Batches that are claimed or wait, and of which nothing can be with an operator. */
export function lockStaleBatches(tx: Tx, dispatchId: number, month: string) {
  return tx.query<StaleBatch>(
    `select b.id, b.strand, b.month::text as month, b.part_micros, b.from_seq, b.to_seq, b.first_message_id, b.last_message_id
     from batches b
     where b.dispatch_id = $1
       and b.state in (0, 2)
       and b.doubts = 0
       and (b.month is null or b.month < $2)
     order by b.id
     for update`,
    [dispatchId, month],
  );
}

export type StrandTurn = StrandReserve & { readonly waitingFor: 'budget' | 'money' | null };

/** The strands and those of their batches that are named go on in another month, or wait. */
export async function turnStrands(
  tx: Tx,
  dispatchId: number,
  strands: readonly StrandTurn[],
  batchIds: readonly string[],
): Promise<void> {
  await tx.query(
    `with turned as (
       update strands t
       set month = u.month,
         part_micros = u.part_micros,
         waiting_for = u.waiting_for,
         next_at = case when u.month is not null and t.waiting_for is not null then $7 else t.next_at end
       from unnest($2::smallint[], $3::date[], $4::bigint[], $5::text[]) as u(strand, month, part_micros, waiting_for)
       where t.dispatch_id = $1
         and t.strand = u.strand
       returning t.strand, t.month, t.part_micros)
     update batches b
     set month = turned.month,
       part_micros = turned.part_micros,
       due_at = case when b.month is null then clock_timestamp() else b.due_at end
     from turned
     where b.id = any($6::uuid[])
       and b.strand = turned.strand`,
    [
      dispatchId,
      strands.map((row) => row.strand),
      strands.map((row) => row.month),
      strands.map((row) => row.partMicros),
      strands.map((row) => row.waitingFor),
      batchIds,
      tx.now,
    ],
  );
}

/** Started dispatches with a reserve in a month before this one for what is not in flight, single messages first. */
export async function selectStaleDispatches(tx: Tx, month: string, limit: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
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
       where b.state in (0, 2)
         and b.doubts = 0
         and b.month < $1)
       and d.status = 'STARTED'
     order by d.kind <> 'SEND', d.started_at, d.id
     limit $2`,
    [month, limit],
  );
  return rows.map((row) => row.id);
}

/** Dispatches that lack money and may have it by now, single messages first. */
export async function selectPoorDispatches(tx: Tx, month: string, limit: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select d.id
     from dispatches d
     join companies c on c.id = d.company_id
     join partners p on p.id = d.partner_id
     left join company_months m on m.company_id = d.company_id and m.month = $1
     left join wallets w on w.company_id = d.company_id and w.currency = p.currency
     where d.id in (select t.dispatch_id from strands t where t.waiting_for is not null)
       and d.status = 'STARTED'
       and (c.budget_micros is null
         or coalesce(m.reserved_micros, 0) + coalesce(m.spent_micros, 0) + coalesce(d.lacking_micros, 0) <= c.budget_micros)
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
  /** What the rest lacks: with packages, and without. */
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
