// Messages that wait because every open link costs more than the client pays, with the prices of these links.

import { takesName } from '@volley/domain/links/link-choice.ts';
import type { Price } from '@volley/domain/links/link-margin.ts';
import { type LinkRoute, routeFor } from '@volley/domain/links/link-route.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listLinks } from '../../operator-links/govern-links.ts';
import type { GovernedLink } from '../../operator-links/governed-link.ts';
import { selectLinkRoutes } from '../../operator-links/link-routes.sql.ts';
import { countMarginWaits, type MarginWaitRow, selectMarginWaits } from './margin-waits.sql.ts';

const WAITS_MAX = 200;

export type PricedLink = { readonly linkId: number; readonly linkName: string; readonly price: Price };
export type MarginWait = Omit<MarginWaitRow, 'brand' | 'accountLinkId' | 'paidMicros' | 'currency'> & {
  readonly operator: Brand | null;
  readonly paid: Price | null;
  /** Cheapest first. */
  readonly links: readonly PricedLink[];
};
export type MarginWaits = { readonly total: number; readonly items: readonly MarginWait[] };

export function listMarginWaits({ db }: Pick<Platform, 'db'>): Promise<MarginWaits> {
  return read(db, async (tx) => {
    const rows = await selectMarginWaits(tx, WAITS_MAX);
    if (rows.length === 0) return { total: 0, items: [] };
    const open = (await listLinks(tx)).filter(({ enabled, paused, bound }) => enabled && !paused && bound);
    const routes = Map.groupBy(await selectLinkRoutes(tx, null), ({ linkId }) => linkId);
    const linksOf = (row: MarginWaitRow) =>
      open
        .filter((link) => serves(link, row))
        .flatMap((link) => priced(link, routeFor(routes.get(link.linkId) ?? [], row, tx.now.getTime())))
        .toSorted((one, other) => Number(one.price.micros - other.price.micros));
    const total = (await countMarginWaits(tx)).reduce((sum, { messages }) => sum + messages, 0);
    return { total, items: rows.map((row) => shown(row, linksOf(row))) };
  });
}

const serves = ({ linkId, protocol, channelType, brands }: GovernedLink, row: MarginWaitRow) =>
  channelType === row.channelType &&
  brands.includes(row.brand) &&
  takesName({ id: linkId, protocol }, row.accountLinkId);

function priced({ linkId, name: linkName }: GovernedLink, route: LinkRoute | undefined): PricedLink[] {
  if (route === undefined || route.priceMicros === null || route.currency === null) return [];
  return [{ linkId, linkName, price: { micros: route.priceMicros, currency: route.currency } }];
}

function shown(row: MarginWaitRow, links: readonly PricedLink[]): MarginWait {
  const { brand, accountLinkId: _accountLinkId, paidMicros: micros, currency, ...rest } = row;
  return { ...rest, operator: brandOfId(brand) ?? null, paid: micros === null ? null : { micros, currency }, links };
}
