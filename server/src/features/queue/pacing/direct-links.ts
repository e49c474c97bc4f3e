// Chooses the link that takes single messages at once, ahead of the batches of the pacer. While every link of the brand
// is at its limit, single messages wait in their strand for the pacer.
import { takesName } from '@volley/domain/sending/link-choice.ts';
import { PROTOCOL_FACTS } from '@volley/domain/sending/provider-protocol.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { findAccountLinks } from '../../sender-accounts/find-accounts.ts';
import { batchSize, creditOf } from './link-credit.ts';
import { type DueStrand, type OpenLink, selectOpenLinks } from './pace.sql.ts';

export type DirectLink = {
  readonly id: number;
  readonly batchSize: number;
  /** Another link for them is open too. */
  readonly movable: boolean;
};
/** The facts of a strand that decide over its links. */
export type Routed = {
  readonly channelType: string;
  readonly key: { readonly senderId: number; readonly brand: number; readonly lane: number };
};
export type LinkChooser = (strand: Routed) => DirectLink | undefined;

const URGENT = 0;
/** The urgent lane (codes) may exceed the credit of a link by this factor. */
const URGENT_CREDITS = 4;

const CACHE_MS = 100;
type KnownLinks = { readonly readAt: number; readonly links: readonly OpenLink[] };
const KNOWN_LINKS = slot((): { latest: KnownLinks | undefined } => ({ latest: undefined }));

/** Up to CACHE_MS old: a batch for a link that has just closed waits until the link is back. */
async function knownLinks(tx: Tx, { shared }: Pick<Platform, 'shared'>): Promise<readonly OpenLink[]> {
  const known = shared.of(KNOWN_LINKS);
  if (known.latest !== undefined && performance.now() - known.latest.readAt < CACHE_MS) return known.latest.links;
  const links = await selectOpenLinks(tx);
  known.latest = { readAt: performance.now(), links };
  return links;
}

type Needs = Pick<Platform, 'restoreGate' | 'shared'>;

export type DirectSender = { readonly channelType: string; readonly senderId: number };

/** No link while the restore gate is closed: messages wait in their strands. */
export async function chooseDirectLinks(
  tx: Tx,
  { restoreGate, shared }: Needs,
  senders: readonly DirectSender[],
): Promise<LinkChooser> {
  if (!(await restoreGate.isOpen(tx))) return () => undefined;
  const links = await knownLinks(tx, { shared });
  const accountLinks = await findAccountLinks(tx, withAccounts(links, senders));
  return ({ channelType, key: { senderId, brand, lane } }) => {
    const routed = { channel_type: channelType, brand, account_link_id: accountLinks.get(senderId) ?? null };
    const open = linksOf(routed, links);
    const [best] = open.filter((link) => hasCapacity(link, lane)).toSorted((one, other) => load(one) - load(other));
    return best && { id: best.id, batchSize: batchSize(best), movable: open.length > 1 };
  };
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
