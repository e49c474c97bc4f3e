import type { LinkRoute } from '@volley/domain/links/link-route.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLinkRoutes, type RouteDraft, replaceLinkRoutes } from '../operator-links/link-routes.ts';
import { refuseUnknownCountries } from './destinations/known-countries.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listLinkRoutesAs({ db }: Pick<Platform, 'db'>, linkId: number): Promise<LinkRoute[]> {
  return read(db, (tx) => listLinkRoutes(tx, linkId));
}

export async function putLinkRoutesAs(
  platform: Pick<Platform, 'db' | 'bus'>,
  who: Who,
  linkId: number,
  { drafts, reason }: { readonly drafts: readonly RouteDraft[]; readonly reason?: string },
): Promise<LinkRoute[]> {
  refuseUnknownCountries(
    'routes',
    drafts.flatMap(({ country }) => country ?? []),
  );
  const routes = await changeAs(platform, who, async (tx) => {
    const reply = await replaceLinkRoutes(tx, linkId, drafts);
    const shown = drafts.map(({ priceMicros, ...draft }) => ({
      ...draft,
      priceMicros: priceMicros?.toString() ?? null,
    }));
    const details = { routes: shown, ...(reason !== undefined && { reason }) };
    return { action: 'link.routes', subject: { kind: 'link', id: linkId }, details, reply };
  });
  for (const subject of ['pace', 'requeue']) platform.bus.wake(subject);
  return routes;
}
