import { isSenderUsable, type Moderation } from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type InboundName, selectNameOwners } from './inbound.sql.ts';
import type { InboundMessage } from './inbound-message.ts';

export type Recipient = {
  readonly companyId: number;
  readonly inboundEnabled: boolean;
  readonly defaultCenterId: number;
};

/**
 * The company that receives a message to a sender name. Among several companies an approved name wins, then the
 * oldest registration: registering the same name later gives no access to the messages. A suspended name receives.
 */
export async function findRecipients(
  tx: Tx,
  messages: readonly InboundMessage[],
  moderation: Moderation,
): Promise<(message: InboundMessage) => Recipient | undefined> {
  const names = [...new Map(messages.map((message) => [keyOf(message), message])).values()];
  const owners = names.length === 0 ? [] : await selectNameOwners(tx, names);
  const usable = owners.filter((owner) => isSenderUsable({ ...owner, suspended: false }, tx.now.getTime(), moderation));
  const first = new Map<string, Recipient>();
  for (const owner of [...usable.filter(({ status }) => status === 'APPROVED'), ...usable])
    for (const key of [keyOf(owner), keyOf(owner, owner.companyId)]) if (!first.has(key)) first.set(key, owner);
  return (message) => first.get(keyOf(message, message.companyId));
}

const keyOf = ({ channelType, senderName }: InboundName, companyId?: number): string =>
  JSON.stringify([channelType, senderName, companyId ?? null]);
