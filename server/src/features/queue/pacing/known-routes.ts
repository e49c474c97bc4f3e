// Routes of links and exchange rates as this process knows them, at most two seconds old, and the memory of its
// choices. A choice asks the database nothing.

import { figuresKey, type LinkFigures } from '@volley/domain/links/link-figures.ts';
import type { Price } from '@volley/domain/links/link-margin.ts';
import {
  type Choice,
  type ChoiceMemory,
  chooseLink,
  type LinkChoice,
  type LinkMode,
  newChoiceMemory,
} from '@volley/domain/links/link-order.ts';
import { type Destination, type LinkRoute, routeFor } from '@volley/domain/links/link-route.ts';
import { converterAt, type ExchangeRate } from '@volley/domain/money/exchange-rate.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { selectLinkRoutes } from '../../operator-links/link-routes.sql.ts';
import { selectExchangeRates } from '../../tariffs/exchange-rates.sql.ts';
import { hasMeasuredModes, selectLinkFigures } from './link-figures.sql.ts';

const CACHE_MS = 2_000;
/** Several loops of one process share the figures. */
const FIGURES_AGE_MS = 50_000;
const URGENT = 0;

export type RoutesByLink = ReadonlyMap<number, readonly LinkRoute[]>;
type FiguresByPrefix = ReadonlyMap<string, LinkFigures>;
type Known = {
  readAt: number;
  routes: RoutesByLink;
  rates: readonly ExchangeRate[];
  /** By `figuresKey`. */
  figures: FiguresByPrefix;
  figuresAt: number;
  readonly memory: ChoiceMemory;
};

const KNOWN = slot(
  (): Known => ({
    readAt: Number.NEGATIVE_INFINITY,
    routes: new Map(),
    rates: [],
    figures: new Map(),
    figuresAt: Number.NEGATIVE_INFINITY,
    memory: newChoiceMemory(Math.random),
  }),
);

/** Reads the results of the last hour, if a company has a mode that needs them. */
export async function refreshFigures({ db, shared }: Pick<Platform, 'db' | 'shared'>): Promise<void> {
  const known = shared.of(KNOWN);
  if (performance.now() - known.figuresAt < FIGURES_AGE_MS) return;
  const rows = await read(db, async (tx) => ((await hasMeasuredModes(tx)) ? selectLinkFigures(tx) : []));
  known.figures = new Map(
    rows.map(({ linkId, brand, country, ...figures }) => [figuresKey(linkId, { brand, country }), figures]),
  );
  known.figuresAt = performance.now();
}

/** `free`: free part of its credit, 0 to 1. `room`: messages that fit; absent: unknown. */
export type OfferedLink = {
  readonly id: number;
  readonly free: number;
  readonly isDegraded: boolean;
  readonly room?: number;
};

export type RoutedMessages = Destination & {
  readonly lane: number;
  readonly mode: LinkMode;
  readonly paid: Price | null;
  readonly messages: number;
  readonly canSplit?: boolean;
};

/** unrouted: none of the links has a route or is degraded, so that their free credit alone decides. */
export type RouteChooser = (links: readonly OfferedLink[], routed: RoutedMessages) => Choice | 'unrouted';

async function freshlyKnown(tx: Tx, shared: Platform['shared']): Promise<Known> {
  const known = shared.of(KNOWN);
  if (performance.now() - known.readAt < CACHE_MS) return known;
  known.routes = Map.groupBy(await selectLinkRoutes(tx, null), ({ linkId }) => linkId);
  known.rates = known.routes.size === 0 ? [] : await selectExchangeRates(tx);
  known.readAt = performance.now();
  return known;
}

/** By link id. */
export async function knownRoutes(tx: Tx, { shared }: Pick<Platform, 'shared'>): Promise<RoutesByLink> {
  return (await freshlyKnown(tx, shared)).routes;
}

/** A repeated transaction counts its margins again. */
export async function openRoutes(
  tx: Tx,
  { shared, metrics }: Pick<Platform, 'shared' | 'metrics'>,
): Promise<RouteChooser> {
  const known = await freshlyKnown(tx, shared);
  const nowMs = tx.now.getTime();
  return (links, routed) => {
    const choice = chooseRouted(known, nowMs, links, routed);
    const margin = typeof choice === 'object' ? choice.margin : choice;
    if (margin === 'margin') metrics.count('volley_link_margin_total', { result: 'waiting' });
    if (typeof choice === 'object' && choice.isUncompared)
      metrics.count('volley_link_margin_total', { result: 'uncompared' });
    if (margin === 'loss' || margin === 'unknown') metrics.count('volley_link_margin_total', { result: margin });
    return choice;
  };
}

function chooseRouted(
  { routes, rates, figures, memory }: Known,
  nowMs: number,
  links: readonly OfferedLink[],
  routed: RoutedMessages,
): Choice | 'unrouted' {
  const candidates = links.map(({ id, free, isDegraded }) => ({
    linkId: id,
    free,
    isDegraded,
    route: routeFor(routes.get(id) ?? [], routed, nowMs),
    figures: figures.get(figuresKey(id, routed)),
  }));
  const isUrgent = routed.lane === URGENT;
  if (candidates.some(({ route }) => route !== undefined))
    return chooseLink(candidates, { ...routed, isUrgent, convert: converterAt(rates, nowMs) }, memory);
  const isShared = candidates.length > 1 && candidates.some(({ isDegraded }) => isDegraded);
  return isShared ? chooseLink(candidates, { ...routed, isUrgent, mode: 'balanced' }, memory) : 'unrouted';
}

/** The choice as it is stored with a batch. */
export type StoredChoice = Pick<LinkChoice, 'by' | 'passed'> & Partial<Pick<LinkChoice, 'margin'>>;

export const storedChoice = ({ by, passed, margin }: LinkChoice): StoredChoice => ({ by, passed, margin });
