// Statements of the global search. Each is bounded by an index or by the rows of one partner. Staff search over all
// partners: only companies, partners, and messages by uuid.
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';

export const FOUND_MAX = 5;
const RECENT_MS = 7 * 86_400_000;
const EXTERNAL_MS = 62 * 86_400_000;

/** `null`: all partners. */
type PartnerScope = number | null;

export type FoundMessage = {
  readonly messageUuid: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly destination: string;
  readonly status: number;
  readonly externalId: string | null;
  readonly createdAt: Date;
};

const MESSAGE = `m.id as "messageUuid",
       m.company_id as "companyId",
       c.name as "companyName",
       m.destination::text as destination,
       m.status,
       m.external_message_id as "externalId",
       m.created_at as "createdAt"`;

/** By primary key: the id contains the day of its partition. */
export function findMessage(tx: Tx, partnerId: PartnerScope, uuid: string): Promise<FoundMessage[]> {
  return tx.query<FoundMessage>(
    `select ${MESSAGE}
     from messages m
     join companies c on c.id = m.company_id
     where m.id = $2
       and ($1::integer is null or c.partner_id = $1)`,
    [partnerId, uuid],
  );
}

/** By the index of external ids in the partitions of the last two months; only the message list finds older ones. */
export function findByExternalId(tx: Tx, partnerId: number, externalId: string): Promise<FoundMessage[]> {
  return tx.query<FoundMessage>(
    `select ${MESSAGE}
     from messages m
     join companies c on c.id = m.company_id
     where m.account_id = any(array(select id from companies where partner_id = $1))
       and m.external_message_id = $2
       and m.id >= $4
     order by m.id desc
     limit $3`,
    [partnerId, externalId, FOUND_MAX, uuidFloor(tx.now.getTime() - EXTERNAL_MS)],
  );
}

/**
 * An index of messages by number would cost every send, so this scans the partner's newest messages: the last `depth`
 * of each of its five newest dispatches, and the last `depth` within seven days of each of its twenty newest accounts.
 * Only the message list finds older ones, slowly.
 */
export function findByNumber(tx: Tx, partnerId: number, digits: string, depth: number): Promise<FoundMessage[]> {
  return tx.query<FoundMessage>(
    `with newest as (
       select d.id, d.company_id, d.first_message_id, d.last_message_id
       from companies c
       join dispatches d on d.company_id = c.id
       where c.partner_id = $1
         and d.kind = 'PARTNER'
         and d.last_message_id is not null
       order by d.id desc
       limit 5),
     near as (
       select x.*
       from newest n
       cross join lateral (
         select m.*
         from messages m
         where m.dispatch_id = n.id
           and m.id between n.first_message_id and n.last_message_id
         order by m.seq desc
         limit $3) x
       union all
       select x.*
       from (
         select id
         from companies
         where partner_id = $1
         order by id desc
         limit 20) c
       cross join lateral (
         select m.*
         from messages m
         where m.account_id = c.id
           and m.id >= $5
         order by m.id desc
         limit $3) x)
     select ${MESSAGE}
     from near m
     join companies c on c.id = m.company_id
     where m.destination = $2::bigint
     order by m.id desc
     limit $4`,
    [partnerId, digits, depth, FOUND_MAX, uuidFloor(tx.now.getTime() - RECENT_MS)],
  );
}

export type FoundDispatch = {
  readonly id: number;
  readonly name: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly status: string;
  readonly createdAt: Date;
};

export function findDispatches(tx: Tx, partnerId: number, { id, part }: { id: number | null; part: string }) {
  return tx.query<FoundDispatch>(
    `select
       d.id,
       d.name,
       d.company_id as "companyId",
       c.name as "companyName",
       d.status,
       d.created_at as "createdAt"
     from companies c
     join dispatches d on d.company_id = c.id
     where c.partner_id = $1
       and d.kind <> 'SEND'
       and (d.id = $2 or d.name ilike $3)
     order by d.id = $2 desc nulls last, d.id desc
     limit $4`,
    [partnerId, id, part, FOUND_MAX],
  );
}

export type FoundCompany = {
  readonly id: number;
  readonly name: string;
  readonly inn: string;
  readonly status: string;
};

export function findCompanies(
  tx: Tx,
  partnerId: PartnerScope,
  { id, part, start }: { id: number | null; part: string; start: string },
) {
  return tx.query<FoundCompany>(
    `select c.id, c.name, c.counteragent_inn as inn, c.status
     from companies c
     where ($1::integer is null or c.partner_id = $1)
       and (c.id = $2 or c.name ilike $3 or c.counteragent_name ilike $3 or c.counteragent_inn like $4)
     order by c.id = $2 desc nulls last, lower(c.name), c.id
     limit $5`,
    [partnerId, id, part, start, FOUND_MAX],
  );
}

export type FoundSender = {
  readonly id: number;
  readonly senderName: string;
  readonly brand: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly status: string;
};

export function findSenders(tx: Tx, partnerId: number, part: string): Promise<FoundSender[]> {
  return tx.query<FoundSender>(
    `select
       s.id,
       s.sender_name as "senderName",
       s.brand,
       s.company_id as "companyId",
       c.name as "companyName",
       s.status
     from companies c
     join senders s on s.company_id = c.id
     where c.partner_id = $1
       and s.registered
       and s.sender_name ilike $2
     order by lower(s.sender_name), s.id desc
     limit $3`,
    [partnerId, part, FOUND_MAX],
  );
}

export type FoundKey = {
  readonly keyId: string;
  readonly name: string;
  readonly companyId: number;
  readonly companyName: string;
};

export function findKeys(
  tx: Tx,
  partnerId: number,
  { part, start }: { part: string; start: string },
): Promise<FoundKey[]> {
  return tx.query<FoundKey>(
    `select k.key_id as "keyId", k.name, k.company_id as "companyId", c.name as "companyName"
     from companies c
     join api_keys k on k.company_id = c.id
     where c.partner_id = $1
       and (k.key_id like $2 or k.name ilike $3)
     order by k.created_at desc
     limit $4`,
    [partnerId, start, part, FOUND_MAX],
  );
}

export async function findBlacklisted(tx: Tx, partnerId: number, digits: string): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select b.company_id as id
     from companies c
     join blacklist b on b.company_id = c.id
     where c.partner_id = $1
       and b.destination = $2::bigint
     order by 1
     limit $3`,
    [partnerId, digits, FOUND_MAX],
  );
  return rows.map(({ id }) => id);
}

export type FoundPartner = { readonly id: number; readonly login: string; readonly status: string };

export function findPartners(tx: Tx, { id, part }: { id: number | null; part: string }): Promise<FoundPartner[]> {
  return tx.query<FoundPartner>(
    `select p.id, p.login, p.status
     from partners p
     where p.id = $1 or p.login ilike $2
     order by p.id = $1 desc nulls last, p.login
     limit $3`,
    [id, part, FOUND_MAX],
  );
}
