import * as contract from '@volley/contract/back-office/delivery/link-routes.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { type LinkRoute, PRIORITY_DEFAULT, WEIGHT_DEFAULT } from '@volley/domain/links/link-route.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Static } from 'typebox';
import { listLinkRoutesAs, putLinkRoutesAs } from '../../../features/back-office/manage-link-routes.ts';
import type { RouteDraft } from '../../../features/operator-links/link-routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { microsOf } from '../money/amounts.ts';

export function mountLinkRoutes(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'clock'>): void {
  mount(app, contract.listLinkRoutes, platform, async ({ params }) => ({
    items: (await listLinkRoutesAs(platform, params.id)).map(shown),
  }));

  mount(app, contract.putLinkRoutes, platform, async ({ actor, params, body: { routes, reason } }) => {
    const nowMs = platform.clock.now().getTime();
    const drafts = routes.map((route, at) => draftOf(route, `routes[${at}]`, nowMs));
    const stored = await putLinkRoutesAs(platform, actor, params.id, {
      drafts,
      ...(reason !== undefined && { reason }),
    });
    return { items: stored.map(shown) };
  });
}

function shown({ priceMicros, currency, validFromMs, ...route }: LinkRoute) {
  const price = priceMicros === null || currency === null ? null : { value: decimalFromMicros(priceMicros), currency };
  return { ...route, price, validFrom: formatDatetime(new Date(validFromMs)) };
}

type RouteBody = Static<NonNullable<typeof contract.putLinkRoutes.body>>['routes'][number];

function draftOf(route: RouteBody, field: string, nowMs: number): RouteDraft {
  const { brand = null, country = null, category = null, price = null, validFrom } = route;
  if (brand !== null && country !== null)
    throw new Refusal('bad-request', { field: `${field}.country`, problem: 'must be null in a route of a brand' });
  return {
    brand,
    country,
    category,
    priority: route.priority ?? PRIORITY_DEFAULT,
    weight: route.weight ?? WEIGHT_DEFAULT,
    priceMicros: price === null ? null : microsOf(price.value, `${field}.price.value`),
    currency: price?.currency ?? null,
    validFromMs: validFrom === undefined ? nowMs : Date.parse(validFrom),
  };
}
