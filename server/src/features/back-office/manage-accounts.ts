// Accounts of sender names at providers, for staff. The log names the link and the shown members, never a secret.
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AccountDraft,
  type AccountOwner,
  getAccount,
  type PutAccount,
  putAccount,
  removeAccount,
  type ShownAccount,
} from '../sender-accounts/govern-account.ts';
import { selectLinksOfChannel } from '../sender-accounts/sender-accounts.sql.ts';
import { getAnySender } from '../senders/all-senders.ts';
import { changeAs, type Who } from './staff-actions.ts';

async function ownerOf(tx: Tx, id: number): Promise<AccountOwner> {
  const sender = await getAnySender(tx, id);
  return { ...sender, links: await selectLinksOfChannel(tx, sender.channelType) };
}

export function getAccountAs({ db }: Pick<Platform, 'db'>, id: number): Promise<ShownAccount> {
  return read(db, async (tx) => getAccount(tx, await ownerOf(tx, id)));
}

export function putAccountAs(
  platform: Pick<Platform, 'db' | 'secrets'>,
  who: Who,
  id: number,
  draft: AccountDraft,
): Promise<PutAccount> {
  return changeAs(platform, who, async (tx) => {
    const reply = await putAccount(tx, platform.secrets, await ownerOf(tx, id), draft);
    const details = { name: reply.link.name, ...reply.credentials.settings };
    return { action: 'sender-account.put', subject: { kind: 'sender', id }, details, reply };
  });
}

export function removeAccountAs(platform: Pick<Platform, 'db'>, who: Who, id: number): Promise<ShownAccount> {
  return changeAs(platform, who, async (tx) => {
    const reply = await removeAccount(tx, await ownerOf(tx, id));
    return { action: 'sender-account.remove', subject: { kind: 'sender', id }, reply };
  });
}
