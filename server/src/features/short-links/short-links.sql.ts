import type { FeatureSwitch } from '@volley/domain/people/feature-switch.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

const SWITCH: FeatureSwitch = 'short-links';

export type ShortLinkRow = {
  readonly code: string;
  readonly messageId: string;
  readonly companyId: number;
  readonly url: string;
};

const newShortLinks = bulkColumns({ code: 'text', messageId: 'uuid', companyId: 'int', url: 'text' }, 2);

/** Returns the number of stored rows; fewer than given: a code already exists. */
export async function insertShortLinks(tx: Tx, rows: readonly ShortLinkRow[]): Promise<number> {
  const stored = await tx.query(
    `insert into short_links (code, message_id, company_id, url, created_at)
     select code, message_id, company_id, url, $1
     from ${newShortLinks.as('u')}
     on conflict (code) do nothing
     returning code`,
    [tx.now, ...newShortLinks.values(rows)],
  );
  return stored.length;
}

export type FollowedShortLinkRow = {
  readonly companyId: number;
  readonly messageId: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly isOff: boolean;
  readonly generalSwitch: boolean | null;
  readonly companySwitch: boolean | null;
};

export async function selectShortLink(tx: Tx, code: string): Promise<FollowedShortLinkRow | undefined> {
  const rows = await tx.query<FollowedShortLinkRow>(
    `select
       l.company_id as "companyId",
       l.message_id as "messageId",
       l.url,
       l.created_at as "createdAt",
       l.is_off as "isOff",
       (
         select is_on
         from feature_switches
         where name = $2
           and company_id is null) as "generalSwitch",
       (
         select is_on
         from feature_switches
         where name = $2
           and company_id = l.company_id) as "companySwitch"
     from short_links l
     where l.code = $1`,
    [code, SWITCH],
  );
  return rows[0];
}

export async function updateShortLinkIsOff(
  tx: Tx,
  code: string,
  isOff: boolean,
): Promise<{ companyId: number; messageId: string } | undefined> {
  const rows = await tx.query<{ companyId: number; messageId: string }>(
    `update short_links
     set is_off = $2
     where code = $1
     returning company_id as "companyId", message_id as "messageId"`,
    [code, isOff],
  );
  return rows[0];
}

/** Deletes up to `limit` short links created before `before`; returns their number. */
export async function deleteShortLinksBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from short_links
     where code in (
       select code
       from short_links
       where created_at < $1
       limit $2)
     returning 1`,
    [before, limit],
  );
  return rows.length;
}

export async function deleteShortLinksOf(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx.query(
    `delete from short_links
     where message_id = any($1::uuid[])`,
    [messageIds],
  );
}
