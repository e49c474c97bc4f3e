// The account of a partner's own sender name. A sender of another partner is not found.
import type { Actor } from '@volley/domain/people/actor.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnSender } from '../senders/get-sender.ts';
import { linksOfChannel } from './channel-links.ts';
import {
  type AccountDraft,
  type AccountOwner,
  getAccount,
  type PutAccount,
  putAccount,
  removeAccount,
  type ShownAccount,
} from './govern-account.ts';

export async function getOwnAccount(platform: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<ShownAccount> {
  const owner = await ownerOf(platform, actor, id);
  return read(platform.db, (tx) => getAccount(tx, owner));
}

/** Staff choose the link; a partner sets the values and the protocol, if the channel has several. */
export async function putOwnAccount(
  platform: Pick<Platform, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
  draft: Omit<AccountDraft, 'linkId'>,
): Promise<PutAccount> {
  const owner = await ownerOf(platform, actor, id);
  return inTransaction(platform.db, (tx) => putAccount(tx, platform.secrets, owner, draft));
}

export async function removeOwnAccount(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<ShownAccount> {
  const owner = await ownerOf(platform, actor, id);
  return inTransaction(platform.db, (tx) => removeAccount(tx, owner));
}

/** Company and channel of a sender name never change. */
async function ownerOf(platform: Pick<Platform, 'db'>, { partnerId }: Actor, id: number): Promise<AccountOwner> {
  const sender = await read(platform.db, (tx) => getOwnSender(tx, partnerId, id));
  return { ...sender, links: await linksOfChannel(platform, sender.channelType) };
}
