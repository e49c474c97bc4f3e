import type { LinkRoute } from '@volley/domain/links/link-route.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

type RouteRow = {
  link_id: number;
  brand: number | null;
  country: string | null;
  category: string | null;
  priority: number;
  weight: number;
  price_micros: bigint | null;
  currency: string | null;
  valid_from: Date;
};

const routeOf = (row: RouteRow): LinkRoute => ({
  linkId: row.link_id,
  brand: row.brand,
  country: row.country,
  category: row.category,
  priority: row.priority,
  weight: row.weight,
  priceMicros: row.price_micros,
  currency: row.currency,
  validFromMs: row.valid_from.getTime(),
});

const COLUMNS = 'link_id, brand, country, category, priority, weight, price_micros, currency, valid_from';

/** The routes of all links, or of one. */
export async function selectLinkRoutes(tx: Tx, linkId: number | null): Promise<LinkRoute[]> {
  const rows = await tx.planned<RouteRow>(
    `select ${COLUMNS}
     from link_routes
     where $1::integer is null or link_id = $1
     order by link_id, brand nulls first, country nulls first, category nulls first, valid_from`,
    [linkId],
  );
  return rows.map(routeOf);
}

export async function deleteLinkRoutes(tx: Tx, linkId: number): Promise<void> {
  await tx.query('delete from link_routes where link_id = $1', [linkId]);
}

const newRoutes = bulkColumns({
  linkId: 'int',
  brand: 'smallint',
  country: 'text',
  category: 'text',
  priority: 'smallint',
  weight: 'smallint',
  priceMicros: 'bigint',
  currency: 'text',
  validFrom: 'timestamptz',
});
const INSERT_LINK_ROUTES = `
  insert into link_routes (${COLUMNS})
  select u.link_id, u.brand, u.country, u.category, u.priority, u.weight, u.price_micros, u.currency,
    u.valid_from
  from ${newRoutes.as('u')}`;

export async function insertLinkRoutes(tx: Tx, routes: readonly LinkRoute[]): Promise<void> {
  const rows = routes.map(({ validFromMs, ...route }) => ({ ...route, validFrom: new Date(validFromMs) }));
  await tx.query(INSERT_LINK_ROUTES, newRoutes.values(rows));
}
