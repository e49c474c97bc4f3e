// The account of a partner's own sender name. A sender of another partner is not found.
import type { Actor } from '@volley/domain/people/actor.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnSender } from '../senders/get-sender.ts';
import {
  type AccountDraft,
  getAccount,
  type PutAccount,
  putAccount,
  removeAccount,
  type ShownAccount,
} from './govern-account.ts';

export function getOwnAccount({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<ShownAccount> {
  return read(db, async (tx) => getAccount(tx, await getOwnSender(tx, actor.partnerId, id)));
}

/** Staff choose the link; a partner sets the values and the protocol, if the channel has several. */
export function putOwnAccount(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
  draft: Omit<AccountDraft, 'linkId'>,
): Promise<PutAccount> {
  return inTransaction(db, async (tx) => putAccount(tx, secrets, await getOwnSender(tx, actor.partnerId, id), draft));
}

export function removeOwnAccount({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<ShownAccount> {
  return inTransaction(db, async (tx) => removeAccount(tx, await getOwnSender(tx, actor.partnerId, id)));
}
