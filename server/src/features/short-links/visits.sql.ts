import type { ClickVerdict, RecentVisit, Visit } from '@volley/domain/short-links/click-verdict.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

/** `address` is the hash as hexadecimal digits. */
export type StoredVisit = Visit & { readonly companyId: number };

export async function selectRecentVisits(tx: Tx, addresses: readonly string[], since: Date): Promise<RecentVisit[]> {
  const rows = await tx.query<{ address: string; code: string; at: Date; humanAt: Date | null }>(
    `select
       encode(address_hash, 'hex') as address,
       code,
       max(at) as at,
       max(at) filter (where verdict = 'human') as "humanAt"
     from link_clicks
     where address_hash in (select decode(a, 'hex') from unnest($1::text[]) a)
       and at > $2
     group by address_hash, code`,
    [addresses, since],
  );
  return rows.map(({ address, code, at, humanAt }) => ({
    address,
    code,
    atMs: at.getTime(),
    humanAtMs: humanAt?.getTime() ?? null,
  }));
}

const visitRows = bulkColumns({
  at: 'timestamptz',
  code: 'text',
  companyId: 'int',
  address: 'text',
  agent: 'text',
  verdict: 'text',
});

export async function insertVisits(
  tx: Tx,
  rows: readonly (StoredVisit & { readonly verdict: ClickVerdict })[],
): Promise<void> {
  await tx.query(
    `insert into link_clicks (at, code, company_id, address_hash, agent_class, verdict)
     select at, code, company_id, decode(address, 'hex'), agent, verdict
     from ${visitRows.as('u')}`,
    visitRows.values(rows.map((row) => ({ ...row, at: new Date(row.atMs) }))),
  );
}
