import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type OperatorRef, RECEIPT_STATES, type ReceiptRow } from './receipt.ts';

/** A round claims at most limit / WAITING_SHARE receipts with earlier tries, besides the new ones. */
const WAITING_SHARE = 4;
/** The first try searches the operator refs of this period only. */
const RECENT_MS = 26 * 3_600_000;

const DELIVERED_STATES = `${RECEIPT_STATES.delivered}, ${RECEIPT_STATES.read}`;
const FAILED_STATES = `${RECEIPT_STATES.undelivered}, ${RECEIPT_STATES.unsent}`;

// Column `link_id` of both tables holds the account id.

const newReceipts = bulkColumns({
  accountId: 'int',
  operatorMessageId: 'text',
  state: 'smallint',
  errorCode: 'smallint',
  providerCode: 'text',
  destination: 'bigint',
  reference: 'int',
  receivedAt: 'timestamptz',
  saidCost: 'text',
});
const INSERT_RECEIPTS = `
  insert into receipts (
    link_id, operator_message_id, state, error_code, provider_code, destination, reference, received_at,
    said_cost)
  select
    u.account_id, u.operator_message_id, u.state, u.error_code, u.provider_code, u.destination, u.reference,
    u.received_at, u.said_cost::jsonb
  from ${newReceipts.as('u')}
  on conflict (link_id, operator_message_id, state)
  do nothing`;

export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<void> {
  const values = rows.map(({ saidCost, ...row }) => ({
    ...row,
    saidCost: saidCost === undefined ? null : JSON.stringify(saidCost),
  }));
  await tx.planned(INSERT_RECEIPTS, newReceipts.values(values));
}

const newRefs = bulkColumns(
  { accountId: 'int', operatorMessageId: 'text', messageId: 'uuid', part: 'smallint', parts: 'smallint' },
  2,
);
const INSERT_OPERATOR_REFS = `
  with known as (
    insert into operator_refs (link_id, operator_message_id, message_id, part, parts, created_at)
    select u.account_id, u.operator_message_id, u.message_id, u.part, u.parts, $1::timestamptz
    from ${newRefs.as('u')}
    returning link_id, operator_message_id
  )
  update receipts r
  set due_at = clock_timestamp()
  from known
  where r.tries > 0
    and r.link_id = known.link_id
    and r.operator_message_id = known.operator_message_id`;

/** Also makes receipts due that arrived before the ref of their message. */
export async function insertOperatorRefs(tx: Tx, refs: readonly OperatorRef[]): Promise<void> {
  await tx.planned(INSERT_OPERATOR_REFS, [tx.now, ...newRefs.values(refs)]);
}

const refIds = bulkColumns({ accountId: 'int', operatorMessageId: 'text' });
const SELECT_KNOWN_REFS = `
  select r.link_id, r.operator_message_id
  from ${refIds.as('u')}
  join operator_refs r on r.link_id = u.account_id
    and r.operator_message_id = u.operator_message_id`;

export function selectKnownRefs(tx: Tx, refs: readonly Pick<OperatorRef, 'accountId' | 'operatorMessageId'>[]) {
  return tx.query<{ link_id: number; operator_message_id: string }>(SELECT_KNOWN_REFS, refIds.values(refs));
}

export type MatchedReceipt = {
  message_id: string;
  parts: number;
  state: number;
  error_code: number | null;
  provider_code: string | null;
  received_ms: number;
  said_cost: SaidCost | null;
};

const MATCHED_COLUMNS = `
      f.id, r.message_id, r.parts, f.state, f.error_code, f.provider_code, f.received_at, f.said_cost,
      r.link_id, r.operator_message_id, r.created_at`;
const CLAIM_DUE_RECEIPTS = `
  with fresh as (
    select id, link_id, operator_message_id, state, error_code, provider_code, received_at, said_cost
    from receipts
    where tries = 0
      and due_at <= clock_timestamp()
    order by due_at
    limit $1
    for update skip locked
  ),
  waiting as (
    select id, link_id, operator_message_id, state, error_code, provider_code, received_at, said_cost
    from receipts
    where tries > 0
      and due_at <= clock_timestamp()
    order by due_at
    limit $2
    for update skip locked
  ),
  matched as (
    select ${MATCHED_COLUMNS}
    from fresh f
    join operator_refs r on r.link_id = f.link_id
      and r.operator_message_id = f.operator_message_id
    where r.created_at > $3
    union all
    select ${MATCHED_COLUMNS}
    from waiting f
    join operator_refs r on r.link_id = f.link_id
      and r.operator_message_id = f.operator_message_id
  ),
  gone as (
    delete from receipts
    where id in (select id from matched)
  ),
  parted as (
    update operator_refs r
    set state = m.state
    from matched m
    where m.parts > 1
      and m.state <> ${RECEIPT_STATES.sent}
      and r.link_id = m.link_id
      and r.operator_message_id = m.operator_message_id
      and r.created_at = m.created_at
      and r.state not in (${DELIVERED_STATES})
  ),
  later as (
    update receipts
    set tries = least(tries + 1, 4),
      due_at = case tries
        when 0 then clock_timestamp() + interval '2 seconds'
        when 1 then clock_timestamp() + interval '30 seconds'
        when 2 then clock_timestamp() + interval '10 minutes'
        else 'infinity'
      end
    where id in (
      select id from fresh
      union all
      select id from waiting
      except
      select id from matched
    )
  )
  select message_id,
    parts,
    state,
    error_code,
    provider_code,
    date_part('epoch', received_at) * 1000 as received_ms,
    said_cost
  from matched`;

/**
 * Deletes due receipts with a known message and returns them. An operator may send the receipt before its submit
 * response, so the other receipts stay: insertOperatorRefs makes them due when their message becomes known, and three
 * more tries after 2 s, 30 s and 10 minutes find refs that another transaction was about to commit. New receipts have
 * their own limit, and a receipt without a message is written only four times. The first try reads only recent refs:
 * every older day is another partition, and late receipts are rare.
 */
export function claimDueReceipts(tx: Tx, limit: number) {
  const recent = new Date(tx.now.getTime() - RECENT_MS);
  return tx.planned<MatchedReceipt>(CLAIM_DUE_RECEIPTS, [limit, Math.ceil(limit / WAITING_SHARE), recent]);
}

export type PartedMessage = { message_id: string; delivered: boolean; failed: boolean };

/** A message of several parts is delivered if all its parts are, and failed if at least one part is. */
export function selectPartedMessages(tx: Tx, messageIds: readonly string[]) {
  return tx.query<PartedMessage>(
    `select message_id,
       count(distinct part) filter (where state in (${DELIVERED_STATES})) >= max(parts) as delivered,
       bool_or(state in (${FAILED_STATES})) as failed
     from operator_refs
     where message_id = any($1::uuid[])
       and parts > 1
     group by message_id`,
    [messageIds],
  );
}

export async function deleteForgottenReceipts(tx: Tx, receivedBefore: Date): Promise<number> {
  const rows = await tx.query(
    `delete from receipts
     where received_at < $1
     returning id`,
    [receivedBefore],
  );
  return rows.length;
}

export async function updateDueNow(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(
    `update receipts
     set due_at = clock_timestamp()
     where id = any($1::bigint[])`,
    [ids],
  );
}

export async function capDueTimes(tx: Tx): Promise<void> {
  await tx.query(
    `update receipts
     set due_at = clock_timestamp()
     where due_at > clock_timestamp()`,
  );
}
