// Rows of messages.
import { type MessageStatus, messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export function statusOf(code: number): MessageStatus {
  const status = messageStatusOfCode(code);
  if (status === undefined) throw new Error(`no message status has the code ${code}`);
  return status;
}

export async function messageIdsOf(place: Place, dispatchId: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(place, 'select id from messages where dispatch_id = $1 order by id', [
    dispatchId,
  ]);
  return rows.map(({ id }) => id);
}

export async function messageStatusOf(place: Place, id: string): Promise<MessageStatus> {
  const { status } = await oneRow<{ status: number }>(place, 'select status from messages where id = $1', [id]);
  return statusOf(status);
}

/** How many messages of the dispatch are in each status. */
export async function statusCountsOf(
  place: Place,
  dispatchId: number,
): Promise<Partial<Record<MessageStatus, number>>> {
  const rows = await statement<{ status: number; count: number }>(
    place,
    'select status, count(*)::int from messages where dispatch_id = $1 group by 1',
    [dispatchId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [statusOf(status), count]));
}

/** How many messages of the dispatch go to each country. */
export async function countryCountsOf(place: Place, dispatchId: number): Promise<Record<string, number>> {
  const rows = await statement<{ country: string; count: number }>(
    place,
    'select country, count(*)::int from messages where dispatch_id = $1 group by 1',
    [dispatchId],
  );
  return Object.fromEntries(rows.map(({ country, count }) => [country, count]));
}

export async function countMessagesOf(place: Place, companyId: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(place, 'select count(*)::int from messages where company_id = $1', [
    companyId,
  ]);
  return count;
}

export const changeMessage = (
  place: Place,
  id: string,
  change: { readonly sentAt?: Date; readonly accountId?: null },
) => changeRow(place, 'messages', id, change);

/** Decision of the planner about a message. */
export type PlannedRow = {
  readonly id: string;
  readonly error: number | null;
  readonly senderId: number;
  readonly brand: number;
  readonly parts: number;
  readonly micros: bigint;
  readonly templateId: number | null;
};

export const plannedRows = (
  place: Place,
  which: { readonly dispatchId: number } | { readonly ids: readonly string[] },
) =>
  statement<PlannedRow>(
    place,
    `select id, error_code as error, sender_id as "senderId", brand, parts, amount_micros as micros,
       template_id as "templateId"
     from messages
     where ${'ids' in which ? 'id = any($1::uuid[])' : 'dispatch_id = $1'}
     order by seq`,
    ['ids' in which ? which.ids : which.dispatchId],
  );

/** Ids of the caller that more than one message of the account has. */
export async function repeatedExternalIds(place: Place, companyId: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    place,
    'select external_message_id as id from messages where account_id = $1 group by 1 having count(*) > 1',
    [companyId],
  );
  return rows.map(({ id }) => id);
}

/** The way in which the message came to the service. */
export async function sendingMethodOf(place: Place, id: string): Promise<string> {
  const { method } = await oneRow<{ method: string }>(
    place,
    `select d.sending_method as method
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where m.id = $1`,
    [id],
  );
  return method;
}

/** How many of the messages are in each status. */
export async function statusCountsAmong(
  place: Place,
  ids: readonly string[],
): Promise<Partial<Record<MessageStatus, number>>> {
  const rows = await statement<{ status: number; count: number }>(
    place,
    'select status, count(*)::int from messages where id = any($1::uuid[]) group by 1',
    [ids],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [statusOf(status), count]));
}

/** Statuses of the messages to a number. */
export async function statusesTo(place: Place, destination: string): Promise<MessageStatus[]> {
  const rows = await statement<{ status: number }>(place, 'select status from messages where destination = $1', [
    destination,
  ]);
  return rows.map(({ status }) => statusOf(status));
}
