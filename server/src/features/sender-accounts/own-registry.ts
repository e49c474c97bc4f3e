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
import { type DueAccount, openDue } from './due-account.ts';
import { selectAccount, selectLinksOfChannel, selectStored } from './sender-accounts.sql.ts';
import type { UncheckedAccount } from './stored-account.ts';

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
  | { readonly kind: 'account'; readonly row: UncheckedAccount };

export async function getOwnRegistry(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  actor: Actor,
  id: number,
): Promise<OwnRegistry> {
  const { found, ...registry } = await read(db, async (tx) => {
    const sender = await getOwnSender(tx, actor.partnerId, id);
    const { senderName, channelType } = sender;
    if (!hasProviderTemplates(channelType)) throw new Refusal('not-found', { kind: 'Template list', id });
    return { senderName, channelType, found: await findAccount(tx, sender), tied: await selectTied(tx, id) };
  });
  if (found.kind !== 'account') return { ...registry, account: found };
  const [account] = openDue({ secrets, log }, [found.row]);
  return {
    ...registry,
    account: account === undefined ? failed('the stored secret cannot be opened') : { kind: 'account', account },
  };
}

const failed = (problem: string) => ({ kind: 'failed', problem }) as const;

async function findAccount(tx: Tx, { id, channelType }: Sender): Promise<Found> {
  const account = await selectAccount(tx, id);
  if (account === undefined) return { kind: 'no-account' };
  if (account.settings['wabaId'] === undefined) return { kind: 'no-list' };
  if (account.problem !== null) return failed(account.problem);
  const link = (await selectLinksOfChannel(tx, channelType)).find((one) => one.id === account.linkId);
  if (link === undefined) return failed('the connection to the provider is switched off');
  const [stored] = await selectStored(tx, link.id, [id]);
  if (stored === undefined) throw new Error(`sender ${id} has an account without secrets at link ${link.id}`);
  return { kind: 'account', row: { ...stored, link } };
}
