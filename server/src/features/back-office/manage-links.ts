import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getLink, governLink, listLinks } from '../operator-links/govern-links.ts';
import type { GovernedLink } from '../operator-links/governed-link.ts';
import { type HttpLinkDraft, type LinkDraft, storeLink } from '../operator-links/own-links.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'bus' | 'secrets'>;

export function listLinksAs({ db }: Pick<Platform, 'db'>): Promise<GovernedLink[]> {
  return read(db, listLinks);
}

export async function putLinkAs(platform: Needs, who: Who, draft: LinkDraft | HttpLinkDraft): Promise<GovernedLink> {
  const link = await changeAs(platform, who, async (tx) => {
    const linkId = await storeLink(tx, platform.secrets, draft);
    const { password: _secret, ...details } = draft;
    return { action: 'link.put', subject: { kind: 'link', id: linkId }, details, reply: await getLink(tx, linkId) };
  });
  platform.bus.wake('links');
  return link;
}

export async function changeLinkAs(
  platform: Needs,
  who: Who,
  linkId: number,
  { reason, ...change }: Parameters<typeof governLink>[2] & { readonly reason?: string },
): Promise<GovernedLink> {
  const link = await changeAs(platform, who, async (tx) => {
    const reply = await governLink(tx, linkId, change);
    return {
      action: 'link.change',
      subject: { kind: 'link', id: linkId },
      details: reason === undefined ? change : { ...change, reason },
      reply,
    };
  });
  for (const subject of ['links', 'pace', 'requeue']) platform.bus.wake(subject);
  return link;
}
