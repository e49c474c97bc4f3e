import { isSenderUsable, type Moderation } from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectNameOwners } from './inbound.sql.ts';
import type { InboundMessage } from './inbound-message.ts';

export type Recipient = {
  readonly companyId: number;
  readonly inboundEnabled: boolean;
  readonly defaultCenterId: number;
};

/**
 * The company that receives messages to each sender name. Among several companies an approved name wins, then the
 * oldest registration: registering the same name later gives no access to the messages. A suspended name receives.
 */
export async function findRecipients(
  tx: Tx,
  messages: readonly InboundMessage[],
  moderation: Moderation,
): Promise<ReadonlyMap<string, Recipient>> {
  const names = [...new Set(messages.map((message) => message.senderName))];
  const owners = names.length === 0 ? [] : await selectNameOwners(tx, names);
  const usable = owners.filter((owner) => isSenderUsable({ ...owner, suspended: false }, tx.now.getTime(), moderation));
  const first = new Map<string, Recipient>();
  for (const owner of [...usable.filter(({ status }) => status === 'APPROVED'), ...usable])
    if (!first.has(owner.senderName)) first.set(owner.senderName, owner);
  return first;
}
