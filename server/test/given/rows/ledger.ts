// Rows of the ledger, and what it must agree with.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { oneRow, type Place, statement } from './statement.ts';

const { CREATED, SENT } = MESSAGE_STATUS_CODES;

export type LedgerRow = {
  readonly month: string;
  /** The closed month to which the money belongs. */
  readonly lateOf: string | null;
  readonly kind: string;
  readonly messageId: string | null;
  readonly dispatchKind: string | null;
  readonly reserved: bigint;
  readonly spent: bigint;
};

export const ledgerOf = (place: Place, companyId: number) =>
  statement<LedgerRow>(
    place,
    `select l.month::text as month, l.late_of::text as "lateOf", l.kind, l.message_id as "messageId",
       d.kind as "dispatchKind", l.reserved_micros as reserved, l.spent_micros as spent
     from ledger l
     left join dispatches d on d.id = l.dispatch_id
     where l.company_id = $1
     order by l.id`,
    [companyId],
  );

/** The most that the company had committed when it reserved, and how often that was more than its budget. */
export const highestReserve = (place: Place, companyId: number) =>
  oneRow<{ highest: bigint; over: bigint }>(
    place,
    `select max(committed_micros) as highest, count(*) filter (where committed_micros > budget_micros) as over
     from ledger
     where company_id = $1 and kind = 'reserve'`,
    [companyId],
  );

/** Each closed month with its rows of the ledger, as text. */
export async function closedBooks(place: Place, companyId: number): Promise<Map<string, string>> {
  const rows = await statement<{ month: string; books: string }>(
    place,
    `select m.month::text as month,
       m::text || coalesce((
         select string_agg(l::text, ' ' order by l.id)
         from ledger l
         where l.company_id = m.company_id and l.month = m.month), '') as books
     from company_months m
     where m.company_id = $1 and m.closed_at is not null`,
    [companyId],
  );
  return new Map(rows.map(({ month, books }) => [month, books]));
}

/** Spending of each month, with the money that was entered after its closing. */
export const spendingWithLate = (place: Place, companyId: number) =>
  statement<{ month: string; spent: bigint }>(
    place,
    `select m.month::text as month,
       m.spent_micros + coalesce((
         select sum(l.spent_micros)
         from ledger l
         where l.company_id = m.company_id and l.late_of = m.month), 0)::bigint as spent
     from company_months m
     where m.company_id = $1`,
    [companyId],
  );

/** The wallet beside its messages: `open` is the reserve that they need, `spent` the price of those that have one. */
export const walletBooks = (place: Place, companyId: number) =>
  oneRow<{ balance: bigint; reserved: bigint; open: bigint; spent: bigint }>(
    place,
    `select w.balance_micros as balance, w.reserved_micros as reserved,
       coalesce(sum(coalesce(t.part_micros * m.parts, m.amount_micros))
         filter (where m.status in (${CREATED}, ${SENT})), 0)::bigint as open,
       coalesce(sum(m.price_micros), 0)::bigint as spent
     from wallets w
     left join messages m on m.account_id = w.company_id
     left join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand
     where w.company_id = $1
     group by w.company_id, w.currency`,
    [companyId],
  );
