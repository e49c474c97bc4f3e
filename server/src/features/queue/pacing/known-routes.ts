// Routes of links as this process knows them, at most two seconds old, and the memory of its choices. A choice asks the
// database nothing.
import type { LinkFigures } from '@volley/domain/sending/link-figures.ts';
import type { Price } from '@volley/domain/sending/link-margin.ts';
import {
  type Choice,
  type ChoiceMemory,
  chooseLink,
  type LinkChoice,
  type LinkMode,
  newChoiceMemory,
} from '@volley/domain/sending/link-order.ts';
import { type Destination, type LinkRoute, routeFor } from '@volley/domain/sending/link-route.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { selectLinkRoutes } from '../../operator-links/link-routes.sql.ts';
import { hasMeasuredModes, selectLinkFigures } from './link-figures.sql.ts';

const CACHE_MS = 2_000;
/** Several loops of one process share the figures. */
const FIGURES_AGE_MS = 50_000;
const URGENT = 0;

type RoutesByLink = ReadonlyMap<number, readonly LinkRoute[]>;
type FiguresByPlace = ReadonlyMap<string, LinkFigures>;
type Known = {
  readAt: number;
  routes: RoutesByLink;
  /** By link and brand. */
  figures: FiguresByPlace;
  figuresAt: number;
  readonly memory: ChoiceMemory;
};

const KNOWN = slot(
  (): Known => ({
    readAt: Number.NEGATIVE_INFINITY,
    routes: new Map(),
    figures: new Map(),
    figuresAt: Number.NEGATIVE_INFINITY,
    memory: newChoiceMemory(Math.random),
  }),
);

const placeOf = (linkId: number, brand: number) => `${linkId}.${brand}`;

/** Reads the results of the last hour, if a company has a mode that needs them. */
export async function refreshFigures({ db, shared }: Pick<Platform, 'db' | 'shared'>): Promise<void> {
  const known = shared.of(KNOWN);
  if (performance.now() - known.figuresAt < FIGURES_AGE_MS) return;
  const rows = await read(db, async (tx) => ((await hasMeasuredModes(tx)) ? selectLinkFigures(tx) : []));
  known.figures = new Map(rows.map(({ linkId, brand, ...figures }) => [placeOf(linkId, brand), figures]));
  known.figuresAt = performance.now();
}

/** `free`: free part of its credit, 0 to 1. */
export type OfferedLink = { readonly id: number; readonly free: number; readonly isDegraded: boolean };

export type RoutedMessages = Destination & {
  readonly lane: number;
  readonly mode: LinkMode;
  readonly paid: Price | null;
  readonly messages: number;
  readonly canSplit?: boolean;
};

/** unrouted: none of the links has a route, so that their free credit alone decides. */
export type RouteChooser = (links: readonly OfferedLink[], routed: RoutedMessages) => Choice | 'unrouted';

/** Undefined: no link has a route. A repeated transaction counts its margins again. */
export async function openRoutes(
  tx: Tx,
  { shared, metrics }: Pick<Platform, 'shared' | 'metrics'>,
): Promise<RouteChooser | undefined> {
  const known = shared.of(KNOWN);
  if (performance.now() - known.readAt >= CACHE_MS) {
    known.routes = Map.groupBy(await selectLinkRoutes(tx, null), ({ linkId }) => linkId);
    known.readAt = performance.now();
  }
  const nowMs = tx.now.getTime();
  if (known.routes.size === 0) return undefined;
  return (links, routed) => {
    const choice = chooseRouted(known, nowMs, links, routed);
    const margin = typeof choice === 'object' ? choice.margin : choice;
    if (margin === 'margin') metrics.count('volley_link_margin_total', { result: 'waiting' });
    if (margin === 'loss' || margin === 'unknown') metrics.count('volley_link_margin_total', { result: margin });
    return choice;
  };
}

function chooseRouted(
  { routes, figures, memory }: Known,
  nowMs: number,
  links: readonly OfferedLink[],
  routed: RoutedMessages,
): Choice | 'unrouted' {
  const candidates = links.map(({ id, free, isDegraded }) => ({
    linkId: id,
    free,
    isDegraded,
    route: routeFor(routes.get(id) ?? [], routed, nowMs),
    figures: figures.get(placeOf(id, routed.brand)),
  }));
  if (candidates.every(({ route }) => route === undefined)) return 'unrouted';
  return chooseLink(candidates, { ...routed, isUrgent: routed.lane === URGENT }, memory);
}

/** The choice as it is stored with a batch. */
export type StoredChoice = Pick<LinkChoice, 'by' | 'passed'> & Partial<Pick<LinkChoice, 'margin'>>;

export const storedChoice = ({ by, passed, margin }: LinkChoice): StoredChoice => ({ by, passed, margin });
