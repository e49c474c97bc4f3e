import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Partner } from './partner.ts';

const COLUMNS = `
       p.id as "partnerId",
       p.login,
       p.currency,
       p.status,
       p.allowed_countries as "allowedCountries",
       p.created_at as "createdAt",
       (select count(*)::integer from companies c where c.partner_id = p.id) as companies`;

export function selectPartners(
  tx: Tx,
  { status, login, limit, offset }: { status?: string; login?: string; limit: number; offset: number },
): Promise<Partner[]> {
  return tx.query<Partner>(
    `select ${COLUMNS}
     from partners p
     where ($1::text is null or p.status = $1)
       and ($2::text is null or p.login = $2)
     order by p.id
     limit $3
     offset $4`,
    [status ?? null, login ?? null, limit, offset],
  );
}

export async function countPartners(tx: Tx, { status, login }: { status?: string; login?: string }): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from partners p
     where ($1::text is null or p.status = $1)
       and ($2::text is null or p.login = $2)`,
    [status ?? null, login ?? null],
  );
  return must(rows[0], 'number of partners').total;
}

export async function selectPartner(tx: Tx, partnerId: number): Promise<Partner | undefined> {
  const rows = await tx.query<Partner>(
    `select ${COLUMNS}
     from partners p
     where p.id = $1`,
    [partnerId],
  );
  return rows[0];
}

/** The new version invalidates every token: a partner that is enabled again must sign in. */
export async function updatePartnerStatus(tx: Tx, partnerId: number, status: Partner['status']): Promise<void> {
  await tx.query(
    `update partners
     set status = $2, token_version = token_version + 1
     where id = $1`,
    [partnerId, status],
  );
}

export async function updateCountries(tx: Tx, partnerId: number, countries: readonly string[] | null): Promise<void> {
  await tx.query(
    `update partners
     set allowed_countries = $2::text[]
     where id = $1`,
    [partnerId, countries],
  );
}

/** False: no such partner. An unknown price list violates the foreign key. */
export async function updatePriceList(tx: Tx, partnerId: number, priceListId: number): Promise<boolean> {
  const rows = await tx.query(
    `update partners
     set price_list_id = $2
     where id = $1
     returning id`,
    [partnerId, priceListId],
  );
  return rows.length === 1;
}
