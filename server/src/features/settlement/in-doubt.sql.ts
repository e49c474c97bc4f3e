import type { Tx } from '../../platform/database.ts';
import { REFERENCE_SPREAD } from '../dispatches/batch.ts';

export type Recovered = {
  receipt_id: bigint;
  link_id: number;
  operator_message_id: string;
  received_at: Date;
  message_id: string;
  parts: number;
  refs_known: number;
};

/**
 * Receipts with an unknown id of the operator that, by number and by our reference, belong to a message of
 * a batch that was in doubt: the answer was lost, the message was not.
 */
export function lockRecoveredReceipts(tx: Tx, limit: number) {
  return tx.query<Recovered>(
    `select r.id as receipt_id, r.link_id, r.operator_message_id, r.received_at, m.id as message_id, m.parts,
       case when m.parts = 1 then 0 else (select count(*) from operator_refs o where o.message_id = m.id and o.parts > 1)::int end as refs_known
     from batches b
     join receipts r on r.link_id = b.link_id
     join messages m on m.dispatch_id = b.dispatch_id and m.strand = b.strand and m.seq between b.from_seq and b.to_seq
       and m.id between b.first_message_id and b.last_message_id
       and m.destination = r.destination and ((m.seq # ((b.dispatch_id & 65535)::bigint * ${REFERENCE_SPREAD})) & 65535) = r.reference
     where b.doubts > 0 and r.reference is not null
       and not exists (select from operator_refs o where o.link_id = r.link_id and o.operator_message_id = r.operator_message_id)
     order by r.id limit $1 for update of r skip locked`,
    [limit],
  );
}

const RECOVERY_LOCK = 7_700_011;

/** One recovery at a time: two that saw the same receipt would count its copy twice. */
export async function tryRecoveryLock(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [RECOVERY_LOCK]);
  return rows[0]?.locked ?? false;
}

/** Waits for a running recovery: news of a batch that was in doubt is judged by what the recovery has stored. */
export async function waitForRecovery(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [RECOVERY_LOCK]);
}

export async function hasDoubts(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ any: boolean }>(
    'select exists (select from batches where doubts > 0) and exists (select from receipts) as any',
  );
  return rows[0]?.any ?? false;
}
