// Operator links for staff, in the caller's transaction. A disabled link unbinds. A paused link stays bound and
// receives receipts, but gets no new messages.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
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
