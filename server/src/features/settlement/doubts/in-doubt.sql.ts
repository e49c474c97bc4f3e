import type { Tx } from '../../../platform/database/database.ts';
import { REFERENCE_SPREAD } from '../../queue/batches/batch.ts';

export type Recovered = {
  receipt_id: bigint;
  link_id: number;
  operator_message_id: string;
  received_at: Date;
  message_id: string;
  parts: number;
  /** Operator ids per copy of the message, whatever receipts the operator sends. */
  submits: number;
  refs_known: number;
};

const LOCK_RECOVERED_RECEIPTS = `
  with doubtful as materialized (
    select l.account_id as link_id,
      m.id,
      m.destination,
      m.parts as submits,
      case when l.receipts_per_part = 'one' then 1 else m.parts end as parts,
      ((m.seq # ((b.dispatch_id & 65535)::bigint * ${REFERENCE_SPREAD})) & 65535)::int as reference
    from batches b
    cross join lateral (
      select account_id, receipts_per_part
      from operator_links
      where id = b.link_id
      union
      select account_id, receipts_per_part
      from operator_links
      where id = b.doubt_link_id
    ) l
    join messages m on m.dispatch_id = b.dispatch_id
      and m.strand = b.strand
      and m.seq between b.from_seq and b.to_seq
      and m.id between b.first_message_id and b.last_message_id
    where b.doubts > 0
      and ($2::uuid[] is null or b.id = any($2))
  )
  select r.id as receipt_id,
    r.link_id,
    r.operator_message_id,
    r.received_at,
    d.id as message_id,
    d.parts,
    d.submits,
    case
      when d.parts = 1 then 0
      else (
        select count(*)
        from operator_refs o
        where o.message_id = d.id
          and o.parts > 1
      )::int
    end as refs_known
  from doubtful d
  join receipts r on r.tries > 0
    and r.link_id = d.link_id
    and r.destination = d.destination
    and r.reference = d.reference
  where not exists (
    select
    from operator_refs o
    where o.link_id = r.link_id
      and o.operator_message_id = r.operator_message_id
  )
  order by r.id
  limit $1
  for update of r skip locked`;

/**
 * Receipts with an unknown operator id that match, by destination and reference, a message of a batch that was in
 * doubt: the submit response was lost, the message was not. Messages find their receipts by an index, so the cost grows
 * with the compared messages, not with the waiting receipts. A message resent over another link may still get a receipt
 * of the first operator.
 */
export function lockRecoveredReceipts(tx: Tx, limit: number, batchIds: readonly string[] | 'all') {
  return tx.query<Recovered>(LOCK_RECOVERED_RECEIPTS, [limit, batchIds === 'all' ? null : batchIds]);
}

const RECOVERY_LOCK = 7_700_011;

/**
 * Serializes recovery and late outcomes of batches that were in doubt (advisory lock). Each transaction sees the copies
 * that the earlier ones stored, so no copy is counted twice and none of them starves.
 */
export async function lockRecovery(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [RECOVERY_LOCK]);
}

/**
 * Fingerprint of the batches that were in doubt and of the waiting receipts. While it is unchanged, a comparison finds
 * no new match. Undefined: no such batch or no such receipt.
 */
export async function describeComparison(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.planned<{ batches: string | null; receipts: string | null }>(
    `select (
         select sum(hashtextextended(
           concat_ws(' ', id, attempt, doubts, link_id, doubt_link_id, from_seq, to_seq),
           0
         ))
         from batches
         where doubts > 0
       )::text as batches,
       (
         select count(*) || ' ' || sum(id) || ' ' || sum(tries)
         from receipts
         where tries > 0
           and exists (select from batches where doubts > 0)
       ) as receipts`,
  );
  const { batches = null, receipts = null } = row ?? {};
  return batches === null || receipts === null ? undefined : `${batches} ${receipts}`;
}
