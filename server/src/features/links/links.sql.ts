import type { FeatureSwitch } from '@volley/domain/feature-switch.ts';
import type { Tx } from '../../platform/database.ts';

const SWITCH: FeatureSwitch = 'short-links';

export type LinkRow = {
  readonly code: string;
  readonly messageId: string;
  readonly companyId: number;
  readonly url: string;
};

/** The number of rows that were stored; fewer than given means that a code was taken. */
export async function insertLinks(tx: Tx, rows: readonly LinkRow[]): Promise<number> {
  const stored = await tx.query(
    `insert into short_links (code, message_id, company_id, url, created_at)
     select code, message_id, company_id, url, $5
       from unnest($1::text[], $2::uuid[], $3::int[], $4::text[]) as u(code, message_id, company_id, url)
     on conflict (code) do nothing returning code`,
    [
      rows.map((row) => row.code),
      rows.map((row) => row.messageId),
      rows.map((row) => row.companyId),
      rows.map((row) => row.url),
      tx.now,
    ],
  );
  return stored.length;
}

export type FollowedLinkRow = {
  readonly companyId: number;
  readonly messageId: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly isOff: boolean;
  readonly generalSwitch: boolean | null;
  readonly companySwitch: boolean | null;
};

export async function selectLink(tx: Tx, code: string): Promise<FollowedLinkRow | undefined> {
  const rows = await tx.query<FollowedLinkRow>(
    `select l.company_id as "companyId", l.message_id as "messageId", l.url, l.created_at as "createdAt",
            l.is_off as "isOff",
            (select is_on from feature_switches where name = $2 and company_id is null) as "generalSwitch",
            (select is_on from feature_switches where name = $2 and company_id = l.company_id) as "companySwitch"
       from short_links l where l.code = $1`,
    [code, SWITCH],
  );
  return rows[0];
}

export async function updateLinkIsOff(
  tx: Tx,
  code: string,
  isOff: boolean,
): Promise<{ companyId: number; messageId: string } | undefined> {
  const rows = await tx.query<{ companyId: number; messageId: string }>(
    'update short_links set is_off = $2 where code = $1 returning company_id as "companyId", message_id as "messageId"',
    [code, isOff],
  );
  return rows[0];
}

/** Up to `limit` links that were made before; returns how many went. */
export async function deleteLinksBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from short_links where code in (select code from short_links where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

export async function deleteLinksOf(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx.query('delete from short_links where message_id = any($1::uuid[])', [messageIds]);
}
