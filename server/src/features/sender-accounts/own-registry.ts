// The templates of a partner's own sender name that name templates of its messenger, and the account that their list is
// read with. A sender of another partner is not found, and one of a channel whose providers keep no templates neither.
import { hasProviderTemplates } from '@volley/domain/links/provider-protocol.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnSender } from '../senders/get-sender.ts';
import type { Sender } from '../senders/sender.ts';
import { selectTied, type TiedTemplate } from '../templates/provider-states.sql.ts';
import { linksOfChannel } from './channel-links.ts';
import { type DueAccount, openDue } from './due-account.ts';
import { selectAccount, selectStored } from './sender-accounts.sql.ts';
import type { StoredAccount } from './stored-account.ts';

/** `failed`: why the list cannot be read, for people; no secret. */
export type RegistryAccount =
  | { readonly kind: 'no-account' | 'no-list' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'account'; readonly account: DueAccount };

export type OwnRegistry = Pick<Sender, 'senderName' | 'channelType'> & {
  readonly account: RegistryAccount;
  readonly tied: readonly TiedTemplate[];
};

type Found =
  | Exclude<RegistryAccount, { kind: 'account' }>
  | { readonly kind: 'account'; readonly linkId: number; readonly stored: StoredAccount };

export async function getOwnRegistry(
  platform: Pick<Platform, 'db' | 'secrets' | 'log'>,
  actor: Actor,
  id: number,
): Promise<OwnRegistry> {
  const { found, ...registry } = await read(platform.db, async (tx) => {
    const sender = await getOwnSender(tx, actor.partnerId, id);
    const { senderName, channelType } = sender;
    if (!hasProviderTemplates(channelType)) throw new Refusal('not-found', { kind: 'Template list', id });
    return { senderName, channelType, found: await findAccount(tx, id), tied: await selectTied(tx, id) };
  });
  if (found.kind !== 'account') return { ...registry, account: found };
  return { ...registry, account: await openAccount(platform, registry.channelType, found) };
}

const failed = (problem: string) => ({ kind: 'failed', problem }) as const;

async function findAccount(tx: Tx, senderId: number): Promise<Found> {
  const account = await selectAccount(tx, senderId);
  if (account === undefined) return { kind: 'no-account' };
  if (account.settings['wabaId'] === undefined) return { kind: 'no-list' };
  if (account.problem !== null) return failed(account.problem);
  const { linkId } = account;
  const [stored] = await selectStored(tx, linkId, [senderId]);
  if (stored === undefined) throw new Error(`sender ${senderId} has an account without secrets at link ${linkId}`);
  return { kind: 'account', linkId, stored };
}

async function openAccount(
  platform: Pick<Platform, 'db' | 'secrets' | 'log'>,
  channelType: string,
  { linkId, stored }: Extract<Found, { kind: 'account' }>,
): Promise<RegistryAccount> {
  const link = (await linksOfChannel(platform, channelType)).find((one) => one.id === linkId);
  if (link === undefined) return failed('the connection to the provider is switched off');
  const [account] = openDue(platform, [{ ...stored, link }]);
  return account === undefined ? failed('the stored secret cannot be opened') : { kind: 'account', account };
}
