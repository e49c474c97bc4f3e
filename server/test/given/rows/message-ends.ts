// Ends of messages and what they cost.
import { MESSAGE_STATUS_CODES, type MessageStatus } from '@volley/domain/sending/message-status.ts';
import { statusOf } from './messages.ts';
import { oneRow, type Place, statement } from './statement.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/** Status, error, price and time of each final message, as text by id. */
export async function endsById(place: Place, companyId: number): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; ended: string }>(
    place,
    `select id, status || ' ' || coalesce(error_code, 0) || ' ' || price_micros || ' ' || final_at as ended
     from messages
     where company_id = $1 and status in (${DELIVERED}, ${FAILED})`,
    [companyId],
  );
  return new Map(rows.map(({ id, ended }) => [id, ended]));
}

export type EndCount = {
  readonly companyId: number;
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly messages: number;
  readonly spent: bigint;
};

/** How many messages of each company ended in the same way, and their price. */
export async function endCounts(place: Place): Promise<EndCount[]> {
  const rows = await statement<Omit<EndCount, 'status'> & { code: number }>(
    place,
    `select d.company_id as "companyId", m.status as code, m.error_code as "errorCode", count(*)::int as messages,
       sum(m.price_micros)::bigint as spent
     from messages m
     join dispatches d on d.id = m.dispatch_id
     group by 1, 2, 3
     order by 1`,
  );
  return rows.map(({ code, ...rest }) => ({ ...rest, status: statusOf(code) }));
}

/** Messages that ended before they were sent. */
export async function countEarlyEnds(place: Place): Promise<number> {
  const { early } = await oneRow<{ early: number }>(
    place,
    'select count(*)::int as early from messages where final_at < sent_at',
  );
  return early;
}

export type AccountEnd = { readonly id: string; readonly status: MessageStatus; readonly isSent: boolean };

export async function endsOfAccount(place: Place, companyId: number): Promise<AccountEnd[]> {
  const rows = await statement<Omit<AccountEnd, 'status'> & { code: number }>(
    place,
    'select id, status as code, sent_at is not null as "isSent" from messages where account_id = $1',
    [companyId],
  );
  return rows.map(({ code, ...rest }) => ({ ...rest, status: statusOf(code) }));
}

/** The cost of each message that was sent, with the package that it opened. */
export const costsOf = (place: Place, companyId: number) =>
  statement<{ sentAt: Date; micros: bigint }>(
    place,
    `select sent_at as "sentAt", coalesce(price_micros, 0) + coalesce(package_micros, 0) as micros
     from messages
     where company_id = $1 and sent_at is not null`,
    [companyId],
  );

export const pricesOf = (place: Place, ids: readonly string[]) =>
  statement<{ id: string; price: bigint | null; packages: bigint | null }>(
    place,
    'select id, price_micros as price, package_micros as packages from messages where id = any($1::uuid[])',
    [ids],
  );

/** `providerCode` is the provider's own word for the outcome. */
export type Outcome = {
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly providerCode: string | null;
};

type Coded<Row extends { readonly status: MessageStatus }> = Omit<Row, 'status'> & { code: number };

const OUTCOME = 'm.status as code, m.error_code as "errorCode", m.provider_code as "providerCode"';

export const isFinal = ({ status }: Pick<Outcome, 'status'>) => status === 'DELIVERED' || status === 'FAILED';

/** The outcome so far; undefined if there is no such message. */
export async function findOutcome(place: Place, id: string): Promise<Outcome | undefined> {
  const [row] = await statement<Coded<Outcome>>(place, `select ${OUTCOME} from messages m where m.id = $1`, [id]);
  if (row === undefined) return undefined;
  const { code, ...rest } = row;
  return { status: statusOf(code), ...rest };
}

export async function outcomesOf(place: Place, dispatchId: number): Promise<Outcome[]> {
  const rows = await statement<Coded<Outcome>>(place, `select ${OUTCOME} from messages m where m.dispatch_id = $1`, [
    dispatchId,
  ]);
  return rows.map(({ code, ...rest }) => ({ status: statusOf(code), ...rest }));
}

/** Outcomes of the messages that have the codes of verifications. */
export async function outcomesOfCodes(
  place: Place,
  verificationIds: readonly string[],
): Promise<(Outcome & { readonly id: string })[]> {
  const rows = await statement<Coded<Outcome & { readonly id: string }>>(
    place,
    `select m.id, ${OUTCOME}
     from verifications v
     join messages m on m.id = v.message_uuid
     where v.id = any($1::uuid[])`,
    [verificationIds],
  );
  return rows.map(({ code, ...rest }) => ({ status: statusOf(code), ...rest }));
}

const READ_STATUSES: Readonly<Record<number, 'read' | 'unread'>> = { 1: 'read', 2: 'unread' };

/** An outcome with the read status, which is null until it is known. */
export type ReadOutcome = Outcome & { readonly readStatus: 'read' | 'unread' | null };

export async function findReadOutcome(place: Place, id: string): Promise<ReadOutcome | undefined> {
  const [row] = await statement<Coded<Outcome> & { reading: number | null }>(
    place,
    `select ${OUTCOME}, m.read_status as reading from messages m where m.id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  const { code, reading, ...rest } = row;
  return { status: statusOf(code), ...rest, readStatus: reading === null ? null : readStatusOf(reading) };
}

function readStatusOf(code: number): 'read' | 'unread' {
  const status = READ_STATUSES[code];
  if (status === undefined) throw new Error(`no read status has the code ${code}`);
  return status;
}

export async function countWithError(place: Place, dispatchId: number, errorCode: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    'select count(*)::int from messages where dispatch_id = $1 and error_code = $2',
    [dispatchId, errorCode],
  );
  return count;
}

/** Messages of the company's dispatches that are not delivered. */
export async function countUndelivered(place: Place, companyId: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    `select count(*)::int
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where d.company_id = $1 and m.status <> ${DELIVERED}`,
    [companyId],
  );
  return count;
}

/** Messages of all companies that are not final. */
export async function countOpen(place: Place): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    `select count(*)::int from messages where status not in (${DELIVERED}, ${FAILED})`,
  );
  return count;
}
