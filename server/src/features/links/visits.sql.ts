import type { ClickVerdict, RecentVisit, Visit } from '@volley/domain/click-verdict.ts';
import type { Tx } from '../../platform/database.ts';

/** `address` is the hash in hexadecimal form. */
export type StoredVisit = Visit & { readonly companyId: number };

export async function selectRecentVisits(tx: Tx, addresses: readonly string[], since: Date): Promise<RecentVisit[]> {
  const rows = await tx.query<{ address: string; code: string; at: Date; humanAt: Date | null }>(
    `select encode(address_hash, 'hex') as address, code, max(at) as at,
            max(at) filter (where verdict = 'human') as "humanAt"
       from link_clicks
      where address_hash in (select decode(a, 'hex') from unnest($1::text[]) a) and at > $2
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

export async function insertVisits(
  tx: Tx,
  rows: readonly (StoredVisit & { readonly verdict: ClickVerdict })[],
): Promise<void> {
  await tx.query(
    `insert into link_clicks (at, code, company_id, address_hash, agent_class, verdict)
     select at, code, company_id, decode(address, 'hex'), agent_class, verdict
       from unnest($1::timestamptz[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
         as u(at, code, company_id, address, agent_class, verdict)`,
    [
      rows.map((row) => new Date(row.atMs)),
      rows.map((row) => row.code),
      rows.map((row) => row.companyId),
      rows.map((row) => row.address),
      rows.map((row) => row.agent),
      rows.map((row) => row.verdict),
    ],
  );
}
