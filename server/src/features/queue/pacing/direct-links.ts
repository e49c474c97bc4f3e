// Chooses the link that takes single messages at once, ahead of the batches of the pacer. While every link of the brand
// is at its limit, single messages wait in their strand for the pacer.
import { takesName } from '@volley/domain/links/link-choice.ts';
import type { LinkMode } from '@volley/domain/links/link-order.ts';
import { PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { findAccountLinks } from '../../sender-accounts/find-accounts.ts';
import { type OfferedLink, openRoutes, type RoutedMessages, type StoredChoice, storedChoice } from './known-routes.ts';
import { batchSize, creditOf } from './link-credit.ts';
import { type DueStrand, type OpenLink, selectOpenLinks } from './pace.sql.ts';

export type DirectLink = {
  readonly id: number;
  readonly batchSize: number;
  /** Another link for them is open too. */
  readonly movable: boolean;
  readonly choice: StoredChoice | null;
};
/** The facts of a strand that decide over its links. */
export type Routed = {
  readonly channelType: string;
  readonly key: {
    readonly senderId: number;
    readonly brand: number;
    readonly country: string | null;
    readonly lane: number;
  };
  /** Price of a part for the client. */
  readonly paidMicros?: bigint;
};
/** The same key gets the same link throughout a call. */
export type LinkChooser = (strand: Routed) => DirectLink | undefined;

const URGENT = 0;
/** The urgent lane (codes) may exceed the credit of a link by this factor. */
const URGENT_CREDITS = 4;
/** Free part of a link that the urgent lane exceeds. */
const FREE_MIN = 0.01;

const CACHE_MS = 100;
type KnownLinks = { readonly readAt: number; readonly links: readonly OpenLink[] };
const KNOWN_LINKS = slot((): { latest: KnownLinks | undefined } => ({ latest: undefined }));

/** Up to CACHE_MS old: a batch for a link that has just closed waits until the link is back. */
export async function knownLinks(tx: Tx, { shared }: Pick<Platform, 'shared'>): Promise<readonly OpenLink[]> {
  const known = shared.of(KNOWN_LINKS);
  if (known.latest !== undefined && performance.now() - known.latest.readAt < CACHE_MS) return known.latest.links;
  const links = await selectOpenLinks(tx);
  known.latest = { readAt: performance.now(), links };
  return links;
}

type Needs = Pick<Platform, 'restoreGate' | 'shared' | 'metrics'>;

export type DirectSender = { readonly channelType: string; readonly senderId: number };
export type DirectCall = {
  /** One entry per message. */
  readonly senders: readonly DirectSender[];
  readonly mode: LinkMode;
  readonly currency: string;
};

/** No link while the restore gate is closed: messages wait in their strands. */
export async function chooseDirectLinks(tx: Tx, needs: Needs, call: DirectCall): Promise<LinkChooser> {
  if (!(await needs.restoreGate.isOpen(tx))) return () => undefined;
  const links = await knownLinks(tx, needs);
  const routes = await openRoutes(tx, needs);
  const accountLinks = await findAccountLinks(tx, withAccounts(links, call.senders));
  const choose = (strand: Routed): DirectLink | undefined => {
    const { channelType, key } = strand;
    const route = {
      channel_type: channelType,
      brand: key.brand,
      account_link_id: accountLinks.get(key.senderId) ?? null,
    };
    const open = linksOf(route, links);
    const routed = routes(offered(open, key.lane), termsOf(strand, call));
    if (routed === 'margin' || routed === undefined) return undefined;
    const best = routed === 'unrouted' ? leastLoaded(open, key.lane) : open.find(({ id }) => id === routed.linkId);
    const choice = routed === 'unrouted' ? null : storedChoice(routed);
    return best && { id: best.id, batchSize: batchSize(best), movable: open.length > 1, choice };
  };
  const chosen = new Map<Routed['key'], DirectLink | undefined>();
  return (strand) => {
    if (!chosen.has(strand.key)) chosen.set(strand.key, choose(strand));
    return chosen.get(strand.key);
  };
}

function leastLoaded(open: readonly OpenLink[], lane: number): OpenLink | undefined {
  return open.filter((link) => hasCapacity(link, lane)).toSorted((one, other) => load(one) - load(other))[0];
}

const offered = (open: readonly OpenLink[], lane: number): OfferedLink[] =>
  open.map((link) => ({
    id: link.id,
    isDegraded: link.is_degraded,
    free: hasCapacity(link, lane) ? Math.max(1 - load(link), FREE_MIN) : 0,
  }));

function termsOf({ key, paidMicros: micros }: Routed, { mode, currency, senders }: DirectCall): RoutedMessages {
  const { brand, country, lane, senderId } = key;
  const messages = senders.filter((sender) => sender.senderId === senderId).length;
  return { brand, country, lane, mode, messages, paid: micros === undefined ? null : { micros, currency } };
}

/** Senders that may have an account at the provider of a link. SMS, the most frequent channel, has none. */
function withAccounts(links: readonly OpenLink[], senders: readonly DirectSender[]): number[] {
  const channels = links
    .filter(({ protocol }) => PROTOCOL_FACTS[protocol].account !== 'none')
    .map(({ channel_type: channelType }) => channelType);
  return senders.filter(({ channelType }) => channels.includes(channelType)).map(({ senderId }) => senderId);
}

type Route = Pick<DueStrand, 'channel_type' | 'brand' | 'account_link_id'>;

export const linksOf = (route: Route, links: readonly OpenLink[]) =>
  links.filter(
    (link) =>
      link.channel_type === route.channel_type &&
      link.brands.includes(route.brand) &&
      takesName(link, route.account_link_id),
  );

const load = (link: OpenLink) => Number(link.outstanding) / creditOf(link);

const hasCapacity = (link: OpenLink, lane: number) => load(link) < (lane === URGENT ? URGENT_CREDITS : 1);
