// The review of sender names: the owner, the waiting time in the present status, and similar names of other companies.
import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { CommonType } from '@volley/domain/senders/sender-name.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ReviewedSender = {
  readonly id: number;
  readonly senderName: string;
  readonly channelType: ChannelType;
  readonly brand: Brand;
  readonly commonType: CommonType;
  readonly companyId: number;
  readonly companyName: string;
  readonly partnerLogin: string;
  readonly counteragentName: string;
  readonly counteragentInn: string;
  readonly documents: number;
  readonly status: SenderStatus;
  readonly suspended: boolean;
  readonly createdAt: Date;
  /** The last decision of staff, or the registration. */
  readonly waitingSince: Date;
};

export type ReviewFilter = {
  readonly status?: readonly SenderStatus[];
  readonly companyId?: number;
  /** Part of the name, case-insensitive. */
  readonly name?: string;
  readonly brand?: readonly Brand[];
};

const LAST_MOVE = `(
         select a.at
         from staff_actions a
         where a.subject_kind = 'sender'
           and a.subject_id = s.id::text
           and a.action = 'sender.status'
         order by a.id desc
         limit 1)`;

const COLUMNS = `s.id,
       s.sender_name as "senderName",
       s.channel_type as "channelType",
       s.brand,
       s.common_type as "commonType",
       s.company_id as "companyId",
       c.name as "companyName",
       p.login as "partnerLogin",
       c.counteragent_name as "counteragentName",
       c.counteragent_inn as "counteragentInn",
       cardinality(s.document_ids) as documents,
       s.status,
       s.suspended,
       s.created_at as "createdAt",
       coalesce(${LAST_MOVE}, s.created_at) as "waitingSince"`;

const FROM = `from senders s
     join companies c on c.id = s.company_id
     join partners p on p.id = c.partner_id`;

const MATCHES = `s.registered
       and ($1::text[] is null or s.status = any($1))
       and ($2::integer is null or s.company_id = $2)
       and ($3::text is null or strpos(lower(s.sender_name), lower($3)) > 0)
       and ($4::text[] is null or s.brand = any($4))`;

const valuesOf = (filter: ReviewFilter) => [
  filter.status ?? null,
  filter.companyId ?? null,
  filter.name ?? null,
  filter.brand ?? null,
];

/** Oldest registration first. */
export function selectReviewed(
  tx: Tx,
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReviewedSender[]> {
  return tx.query<ReviewedSender>(
    `select ${COLUMNS}
     ${FROM}
     where ${MATCHES}
     order by s.id
     limit $5
     offset $6`,
    [...valuesOf(filter), limit, offset],
  );
}

export async function selectReviewedSender(tx: Tx, id: number): Promise<ReviewedSender | undefined> {
  const rows = await tx.query<ReviewedSender>(
    `select ${COLUMNS}
     ${FROM}
     where s.registered
       and s.id = $1`,
    [id],
  );
  return rows[0];
}

/** Registrations by status; ignores the status of the filter. */
export function countByStatus(tx: Tx, filter: ReviewFilter): Promise<{ status: SenderStatus; count: number }[]> {
  return tx.query(
    `select s.status, count(*)::integer as count
     ${FROM}
     where ${MATCHES}
     group by 1`,
    [null, ...valuesOf(filter).slice(1)],
  );
}

/** Visual form of a name: maps similar characters to one letter (0 to o, 1 and i to l) and drops punctuation. */
const LIKENESS = (name: string) => `translate(lower(${name}), '01345i!| _.-()&''+?', 'oleaslll')`;

export type SimilarName = {
  readonly forId: number;
  readonly id: number;
  readonly senderName: string;
  readonly companyId: number;
  readonly companyName: string;
};

/** Live names of other companies with the same visual form, at most three per name. */
export function selectSimilar(tx: Tx, ids: readonly number[]): Promise<SimilarName[]> {
  return tx.query<SimilarName>(
    `with mine as (
       select s.id, s.company_id, s.channel_type, ${LIKENESS('s.sender_name')} as likeness
       from senders s
       where s.id = any($1)),
     live as (
       select s.id, s.company_id, s.channel_type, s.sender_name, ${LIKENESS('s.sender_name')} as likeness
       from senders s
       where s.registered
         and s.status not in ('REJECTED', 'DENIED', 'CLOSED')),
     pairs as (
       select distinct on (m.id, o.company_id, o.sender_name)
         m.id as for_id,
         o.id,
         o.sender_name,
         o.company_id
       from mine m
       join live o on o.likeness = m.likeness
         and o.channel_type = m.channel_type
         and o.company_id <> m.company_id),
     numbered as (
       select p.*, row_number() over (partition by p.for_id order by p.id) as place
       from pairs p)
     select
       n.for_id as "forId",
       n.id,
       n.sender_name as "senderName",
       n.company_id as "companyId",
       c.name as "companyName"
     from numbered n
     join companies c on c.id = n.company_id
     where n.place <= 3
     order by n.for_id, n.id`,
    [ids],
  );
}

export type ReviewStep = {
  readonly at: Date;
  readonly login: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly plan: string | null;
};

export function selectHistory(tx: Tx, id: number): Promise<ReviewStep[]> {
  return tx.query<ReviewStep>(
    `select a.at, s.login, a.details->>'from' as "from", a.details->>'to' as "to", a.details->>'plan' as plan
     from staff_actions a
     left join staff s on s.id = a.staff_id
     where a.subject_kind = 'sender'
       and a.subject_id = $1
       and a.action = 'sender.status'
     order by a.id desc
     limit 100`,
    [String(id)],
  );
}

/** Next registration in the same status, by id, wrapping around. */
export async function selectNext(tx: Tx, id: number, status: SenderStatus): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `select s.id
     from senders s
     where s.registered
       and s.status = $2
       and s.id <> $1
     order by s.id < $1, s.id
     limit 1`,
    [id, status],
  );
  return rows[0]?.id;
}

export async function isNameBlocked(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1
     from blocked_sender_names
     where name = lower($1)`,
    [name],
  );
  return rows.length > 0;
}

/** Monthly fee of the operator for a sender name, by the price list of the company's partner. */
export async function selectBrandFee(
  tx: Tx,
  companyId: number,
  brand: string,
): Promise<{ valueMicros: bigint; currency: string } | undefined> {
  const rows = await tx.query<{ valueMicros: bigint; currency: string }>(
    `select f.value_micros as "valueMicros", f.currency
     from sender_fees f
     join companies c on c.id = $1
     join partners p on p.id = c.partner_id
     where f.brand = $2
       and f.price_list_id in (p.price_list_id, 1)
       and f.effective_from <= $3
     order by (f.price_list_id = p.price_list_id) desc, f.effective_from desc
     limit 1`,
    [companyId, brand, tx.now],
  );
  return rows[0];
}
