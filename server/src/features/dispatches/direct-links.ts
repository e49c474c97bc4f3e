// Which link takes single messages at once. They go before what the pacer deals, so only a link that is far behind
// is left to the pacer: then they wait in their strand like everything else.
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchSize, creditOf } from './link-credit.ts';
import { type OpenLink, selectOpenLinks } from './pace.sql.ts';

export type DirectLink = {
  readonly id: number;
  readonly batchSize: number;
  /** Another one is open beside it. */
  readonly movable: boolean;
};
export type LinkChooser = (channelType: string, route: number, lane: number) => DirectLink | undefined;

const URGENT = 0;
/** Codes may run this many times over the credit of a link before they are left to the pacer too. */
const URGENT_CREDITS = 4;

const KEPT_MS = 100;
let kept: { readonly cell: string; readonly readAt: number; readonly links: readonly OpenLink[] } | undefined;

/** What is known of the links may be a moment old: a batch for a link that has just gone waits for it. */
async function knownLinks(tx: Tx, cell: string): Promise<readonly OpenLink[]> {
  if (kept?.cell === cell && performance.now() - kept.readAt < KEPT_MS) return kept.links;
  const links = await selectOpenLinks(tx);
  kept = { cell, readAt: performance.now(), links };
  return links;
}

type Needs = { readonly config: { readonly cell: string } } & Pick<Platform, 'restoreGate'>;

/** None while the database has gone back: messages wait in their strands, as the pacer's do. */
export async function chooseDirectLinks(tx: Tx, { config, restoreGate }: Needs): Promise<LinkChooser> {
  if (!(await restoreGate.isOpen(tx))) return () => undefined;
  const links = await knownLinks(tx, config.cell);
  return (channelType, route, lane) => {
    const open = linksOfRoute(links, channelType, route);
    const [best] = open.filter((link) => hasRoom(link, lane)).toSorted((one, other) => load(one) - load(other));
    return best && { id: best.id, batchSize: batchSize(best), movable: open.length > 1 };
  };
}

export const linksOfRoute = (links: readonly OpenLink[], channelType: string, route: number) =>
  links.filter((link) => link.channel_type === channelType && link.brands.includes(route));

const load = (link: OpenLink) => Number(link.outstanding) / creditOf(link);

const hasRoom = (link: OpenLink, lane: number) => load(link) < (lane === URGENT ? URGENT_CREDITS : 1);
