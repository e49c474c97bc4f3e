// Rows of receipts that the recorder has not yet matched.
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { oneRow, type Place, statement } from './statement.ts';

type Later = {
  readonly state: keyof typeof RECEIPT_STATES;
  readonly receivedAt: Date;
  readonly dueInHours: number;
};

/** A receipt for every part of the dispatch that is with the operator, read at a later hour of real time. */
export async function givenLaterReceipts(
  place: Place,
  dispatchId: number,
  { state, receivedAt, dueInHours }: Later,
): Promise<void> {
  await statement(
    place,
    `insert into receipts (link_id, operator_message_id, state, received_at, due_at)
     select r.link_id, r.operator_message_id, $2, $3, clock_timestamp() + $4 * interval '1 hour'
     from operator_refs r
     join messages m on m.id = r.message_id
     where m.dispatch_id = $1`,
    [dispatchId, RECEIPT_STATES[state], receivedAt, dueInHours],
  );
}

/** Makes every receipt due. */
export async function makeReceiptsDue(place: Place): Promise<void> {
  await statement(place, 'update receipts set due_at = clock_timestamp()');
}

/** Makes receipts due that were tried at least once and will be tried again. */
export async function hastenRetries(place: Place): Promise<void> {
  await statement(
    place,
    `update receipts
     set due_at = clock_timestamp()
     where tries > 0 and due_at < 'infinity' and due_at > clock_timestamp()`,
  );
}

export async function setReceiptTries(place: Place, tries: number): Promise<void> {
  await statement(place, 'update receipts set tries = $1', [tries]);
}

/** Tries of all receipts, and how many receipts are tried no more. */
export const receiptTries = (place: Place) =>
  oneRow<{ tries: number; resting: number }>(
    place,
    `select coalesce(sum(tries), 0)::int as tries, (count(*) filter (where due_at = 'infinity'))::int as resting
     from receipts`,
  );

export async function forgetReceipts(place: Place): Promise<void> {
  await statement(place, 'delete from receipts');
}

export type ReceiptOfLink = {
  readonly operatorMessageId: string;
  readonly state: keyof typeof RECEIPT_STATES | undefined;
  readonly errorCode: number | null;
  readonly providerCode: string | null;
  readonly reference: number | null;
};

const STATES = Object.keys(RECEIPT_STATES) as (keyof typeof RECEIPT_STATES)[]; // keys of the table

/** Receipts of the account of the link, the oldest first. */
export async function receiptsOfLink(place: Place, linkId: number): Promise<ReceiptOfLink[]> {
  const rows = await statement<Omit<ReceiptOfLink, 'state'> & { code: number }>(
    place,
    `select operator_message_id as "operatorMessageId", state as code, error_code as "errorCode",
       provider_code as "providerCode", reference
     from receipts
     where link_id = (select account_id from operator_links where id = $1)
     order by id`,
    [linkId],
  );
  return rows.map(({ code, ...rest }) => ({ ...rest, state: STATES.find((name) => RECEIPT_STATES[name] === code) }));
}
