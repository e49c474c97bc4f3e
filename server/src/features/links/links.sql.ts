import type { Tx } from '../../platform/database.ts';

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
