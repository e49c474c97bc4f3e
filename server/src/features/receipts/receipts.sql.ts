import { arrayLiteral, textArrayLiteral, timeArrayLiteral } from '../../platform/array-literal.ts';
import type { Tx } from '../../platform/database.ts';
import type { OperatorRef, ReceiptRow } from './receipt.ts';

/** Of the receipts taken at once, those that have been looked at before are this part of the new ones at most. */
const WAITING_SHARE = 4;
/** The messages that the first look at a receipt is at. */
const RECENT_MS = 26 * 3_600_000;

// `link_id` of both tables holds the account (migration 0032).

export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<void> {
  await tx.planned(
    `insert into receipts (link_id, operator_message_id, state, error_code, destination, reference, received_at)
     select * from unnest($1::int[], $2::text[], $3::smallint[], $4::smallint[], $5::bigint[], $6::int[], $7::timestamptz[])
     on conflict (link_id, operator_message_id, state) do nothing`,
    [
      arrayLiteral(rows.map((row) => row.accountId)),
      textArrayLiteral(rows.map((row) => row.operatorMessageId)),
      arrayLiteral(rows.map((row) => row.state)),
      arrayLiteral(rows.map((row) => row.errorCode)),
      arrayLiteral(rows.map((row) => row.destination)),
      arrayLiteral(rows.map((row) => row.reference)),
      timeArrayLiteral(rows.map((row) => row.receivedAt)),
    ],
  );
}

/** Receipts that came before the id of their message was known are looked at next. */
export async function insertOperatorRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<void> {
  await tx.planned(
    `with known as (
       insert into operator_refs (link_id, operator_message_id, message_id, part, parts, created_at)
       select u.*, $6::timestamptz
       from unnest($1::int[], $2::text[], $3::uuid[], $4::smallint[], $5::smallint[]) as u
       returning link_id, operator_message_id)
     update receipts r
     set due_at = clock_timestamp()
     from known
     where r.tries > 0
       and r.link_id = known.link_id
       and r.operator_message_id = known.operator_message_id`,
    [
      arrayLiteral(refs.map((ref) => ref.accountId)),
      textArrayLiteral(refs.map((ref) => ref.operatorMessageId)),
      arrayLiteral(refs.map((ref) => ref.messageId)),
      arrayLiteral(refs.map((ref) => ref.part)),
      arrayLiteral(refs.map((ref) => ref.parts)),
      tx.now,
    ],
  );
}

/** Which of these ids of the operator are known already. */
export function selectKnownRefs(tx: Tx, refs: readonly Pick<OperatorRef, 'accountId' | 'operatorMessageId'>[]) {
  return tx.query<{ link_id: number; operator_message_id: string }>(
    `select r.link_id, r.operator_message_id from unnest($1::int[], $2::text[]) as u(link_id, operator_message_id)
     join operator_refs r on r.link_id = u.link_id and r.operator_message_id = u.operator_message_id`,
    [refs.map((ref) => ref.accountId), refs.map((ref) => ref.operatorMessageId)],
  );
}

export type MatchedReceipt = {
  message_id: string;
  parts: number;
  state: number;
  error_code: number | null;
  received_ms: number;
};

const MATCHED = `f.id, r.message_id, r.parts, f.state, f.error_code, f.received_at, r.link_id, r.operator_message_id,
         r.created_at`;

/**
 * Takes due receipts off the table. Those whose message is known are returned. An operator may be faster than its own
 * answer, so the others stay: when their message becomes known they are due at once (insertOperatorRefs). Three more
 * looks, 2 s, 30 s and 10 minutes later, find a message that another transaction was about to commit. Whatever waits,
 * new receipts come first, and a receipt that never finds its message is written four times. The first look is at the
 * messages of the last day only: older days are a partition each, and hardly any receipt is that late.
 */
export function takeDueReceipts(tx: Tx, limit: number) {
  return tx.planned<MatchedReceipt>(
    `with fresh as (
       select id, link_id, operator_message_id, state, error_code, received_at
       from receipts
       where tries = 0 and due_at <= clock_timestamp()
       order by due_at
       limit $1
       for update skip locked),
     waiting as (
       select id, link_id, operator_message_id, state, error_code, received_at
       from receipts
       where tries > 0 and due_at <= clock_timestamp()
       order by due_at
       limit $2
       for update skip locked),
     matched as (
       select ${MATCHED}
       from fresh f
       join operator_refs r on r.link_id = f.link_id and r.operator_message_id = f.operator_message_id
       where r.created_at > $3
       union all
       select ${MATCHED}
       from waiting f
       join operator_refs r on r.link_id = f.link_id and r.operator_message_id = f.operator_message_id),
     gone as (delete from receipts where id in (select id from matched)),
     parted as (
       update operator_refs r
       set state = m.state
       from matched m
       where m.parts > 1
         and r.link_id = m.link_id
         and r.operator_message_id = m.operator_message_id
         and r.created_at = m.created_at
         and r.state not in (2, 5)),
     later as (
       update receipts
       set tries = least(tries + 1, 4),
         due_at = case tries
           when 0 then clock_timestamp() + interval '2 seconds'
           when 1 then clock_timestamp() + interval '30 seconds'
           when 2 then clock_timestamp() + interval '10 minutes'
           else 'infinity'
         end
       where id in (select id from fresh union all select id from waiting except select id from matched))
     select message_id, parts, state, error_code, date_part('epoch', received_at) * 1000 as received_ms from matched`,
    [limit, Math.ceil(limit / WAITING_SHARE), new Date(tx.now.getTime() - RECENT_MS)],
  );
}

export type PartedMessage = { message_id: string; delivered: boolean; failed: boolean };

/** A message of several parts is delivered when all its parts are, and failed when one is; read parts are delivered. */
export function selectParted(tx: Tx, messageIds: readonly string[]) {
  return tx.query<PartedMessage>(
    `select message_id, count(distinct part) filter (where state in (2, 5)) >= max(parts) as delivered, bool_or(state in (3, 4)) as failed
     from operator_refs where message_id = any($1::uuid[]) and parts > 1 group by message_id`,
    [messageIds],
  );
}

export async function deleteForgottenReceipts(tx: Tx, receivedBefore: Date): Promise<number> {
  const rows = await tx.query('delete from receipts where received_at < $1 returning id', [receivedBefore]);
  return rows.length;
}

export async function updateDueNow(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query('update receipts set due_at = clock_timestamp() where id = any($1::bigint[])', [ids]);
}

export async function updateDueAhead(tx: Tx): Promise<void> {
  await tx.query(
    `update receipts
     set due_at = clock_timestamp()
     where due_at > clock_timestamp()`,
  );
}
