import { must } from '@volley/domain/must.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Idempotent; the newest comment replaces the old one. */
export async function upsertBlacklisted(
  tx: Tx,
  { companyId, destinations, comment }: { companyId: number; destinations: readonly string[]; comment: string | null },
): Promise<void> {
  await tx.query(
    `insert into blacklist (company_id, destination, comment, created_at)
     select $1, number, $3, $4
     from unnest($2::bigint[]) as number
     order by number
     on conflict (company_id, destination)
     do update set comment = excluded.comment`,
    [companyId, destinations, comment, tx.now],
  );
}

export async function deleteEntries(tx: Tx, companyId: number, destinations: readonly string[]): Promise<void> {
  await tx.query(
    `delete from blacklist
     where company_id = $1
       and destination in (
         select b.destination
         from blacklist b
         where b.company_id = $1
           and b.destination = any($2::bigint[])
         order by b.destination
         for update
       )`,
    [companyId, destinations],
  );
}

export type ListedEntry = { readonly msisdn: string; readonly comment: string | null; readonly createdAt: Date };

export async function countCompanyEntries(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from blacklist
     where company_id = $1`,
    [companyId],
  );
  return Number(must(rows[0], `number of blacklist entries of company ${companyId}`).total);
}

export function selectCompanyEntries(tx: Tx, companyId: number, { limit, offset }: Page): Promise<ListedEntry[]> {
  return tx.query<ListedEntry>(
    `select destination::text as msisdn, comment, created_at as "createdAt"
     from blacklist
     where company_id = $1
     order by destination
     limit $2
     offset $3`,
    [companyId, limit, offset],
  );
}

/**
 * Blocked numbers and sender names of a request, in one round trip. Subqueries without a reference to a recipient run
 * once, so companies without entries pay for nothing else. `limit 1` keeps the look-ups on the index: a plain join
 * would scan a long blacklist. `destinations` is an array literal: the driver would quote thousands of elements one by
 * one.
 */
export function selectBlocked(
  tx: Tx,
  { companyId, destinations, senderNames }: { companyId: number; destinations: string; senderNames: readonly string[] },
) {
  return tx.planned<{ destination: string | null; name: string | null }>(
    `select d::text as destination, null as name
     from
       unnest($2::bigint[]) as d,
       lateral (select from blacklist b where b.company_id = $1 and b.destination = d limit 1) found
     where (select exists (select from blacklist where company_id = $1))
     union all
     select d::text, null
     from
       unnest($2::bigint[]) as d,
       lateral (select from blocked_numbers n where n.destination = d limit 1) found
     where (select exists (select from blocked_numbers))
     union all
     select null, name
     from blocked_sender_names
     where name = any($3::text[])`,
    [companyId, destinations, senderNames],
  );
}

const outgoing = bulkColumns({ companyId: 'int', destination: 'bigint' });

/** Positions of the blocked messages, counted from 1. */
export function selectBlockedPositions(
  tx: Tx,
  messages: readonly { readonly companyId: number; readonly destination: string }[],
) {
  return tx.query<{ position: number }>(
    `with u as materialized (
       select o.company_id, o.destination, o.position
       from ${outgoing.withPosition('o', 'position')}
     )
     select u.position::int as position
     from
       u,
       lateral (
         select
         from blacklist b
         where b.company_id = u.company_id
           and b.destination = u.destination
         limit 1
       ) found
     union all
     select u.position::int
     from
       u,
       lateral (select from blocked_numbers n where n.destination = u.destination limit 1) found
     where (select exists (select from blocked_numbers))`,
    outgoing.values(messages),
  );
}

export function selectBlockedNamesAmong(tx: Tx, names: readonly string[]) {
  return tx.query<{ name: string }>(
    `select name
     from blocked_sender_names
     where name = any($1::text[])`,
    [names],
  );
}

export type Page = { readonly limit: number; readonly offset: number };

export async function upsertBlockedNumber(tx: Tx, destination: string, reason: string | null): Promise<void> {
  await tx.query(
    `insert into blocked_numbers (destination, reason, created_at)
     values ($1, $2, $3)
     on conflict (destination)
     do update set reason = excluded.reason`,
    [destination, reason, tx.now],
  );
}

export async function deleteBlockedNumber(tx: Tx, destination: string): Promise<boolean> {
  const rows = await tx.query('delete from blocked_numbers where destination = $1 returning 1', [destination]);
  return rows.length === 1;
}

export type BlockedNumber = { readonly msisdn: string; readonly reason: string | null; readonly createdAt: Date };

export function selectBlockedNumbers(tx: Tx, { limit, offset }: Page) {
  return tx.query<BlockedNumber>(
    `select destination::text as msisdn, reason, created_at as "createdAt"
     from blocked_numbers
     order by destination
     limit $1
     offset $2`,
    [limit, offset],
  );
}

export async function upsertBlockedName(tx: Tx, name: string, reason: string | null): Promise<void> {
  await tx.query(
    `insert into blocked_sender_names (name, reason, created_at)
     values ($1, $2, $3)
     on conflict (name)
     do update set reason = excluded.reason`,
    [name, reason, tx.now],
  );
}

export async function deleteBlockedName(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx.query('delete from blocked_sender_names where name = $1 returning 1', [name]);
  return rows.length === 1;
}

export type BlockedName = { readonly name: string; readonly reason: string | null; readonly createdAt: Date };

export function selectBlockedNames(tx: Tx, { limit, offset }: Page) {
  return tx.query<BlockedName>(
    `select name, reason, created_at as "createdAt"
     from blocked_sender_names
     order by name
     limit $1
     offset $2`,
    [limit, offset],
  );
}
