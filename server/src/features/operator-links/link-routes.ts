// Routes of a link, in the caller's transaction.

import type { LinkRoute } from '@volley/domain/links/link-route.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { getLink } from './govern-links.ts';
import { deleteLinkRoutes, insertLinkRoutes, selectLinkRoutes } from './link-routes.sql.ts';

export type RouteDraft = Omit<LinkRoute, 'linkId'>;

export async function listLinkRoutes(tx: Tx, linkId: number): Promise<LinkRoute[]> {
  await getLink(tx, linkId);
  return selectLinkRoutes(tx, linkId);
}

/** Replaces all routes of the link. */
export async function replaceLinkRoutes(tx: Tx, linkId: number, drafts: readonly RouteDraft[]): Promise<LinkRoute[]> {
  await getLink(tx, linkId);
  refuseRepeated(drafts);
  await deleteLinkRoutes(tx, linkId);
  if (drafts.length > 0)
    await insertLinkRoutes(
      tx,
      drafts.map((draft) => ({ ...draft, linkId })),
    );
  return selectLinkRoutes(tx, linkId);
}

function refuseRepeated(drafts: readonly RouteDraft[]): void {
  const known = new Set<string>();
  drafts.forEach(({ brand, country, category, validFromMs }, at) => {
    const key = `${brand}|${country}|${category}|${validFromMs}`;
    if (known.has(key))
      throw new Refusal('bad-request', {
        field: `routes[${at}]`,
        problem: 'must differ from the other routes in brand, country, category or validFrom',
      });
    known.add(key);
  });
}
