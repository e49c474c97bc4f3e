// Operator links as staff see and change them; the transaction is the caller's. Disabling a link unbinds it;
// pausing keeps it bound, so that receipts come in, but gives it nothing new to send.
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { selectLink, selectLinks, updateLink } from './govern-links.sql.ts';
import type { GovernedLink, LinkChange } from './governed-link.ts';

export const listLinks = selectLinks;

export async function getLink(tx: Tx, linkId: number): Promise<GovernedLink> {
  const link = await selectLink(tx, linkId);
  if (link === undefined) throw new Refusal('not-found', { kind: 'Link', id: linkId });
  return link;
}

export async function governLink(tx: Tx, linkId: number, change: LinkChange): Promise<GovernedLink> {
  await updateLink(tx, linkId, change);
  return getLink(tx, linkId);
}
