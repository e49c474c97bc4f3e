// Ends of verifications as events, in the transaction that ends them. An event names a message of the verification and
// goes to the callback target of that message.
import type { Tx } from '../../../platform/database/database.ts';
import type { MessageEvent } from '../../callbacks/feed/message-event.ts';
import { recordEvents } from '../../callbacks/feed/record-events.ts';
import { insertFacts } from '../plan/facts.sql.ts';
import { type EventMessage, selectEventMessages } from './verification-events.sql.ts';

export type VerificationEnd = { readonly id: string; readonly messageUuid: string; readonly at: Date };

export async function recordEnds(
  tx: Tx,
  kind: 'confirmed' | 'expired',
  ends: readonly VerificationEnd[],
): Promise<void> {
  if (ends.length === 0) return;
  const messageUuids = ends.map(({ messageUuid }) => messageUuid);
  await insertFacts(tx, kind === 'confirmed' ? 'entered' : 'expired', messageUuids);
  const byMessage = new Map(ends.map((end) => [end.messageUuid, end]));
  const messages = await selectEventMessages(tx, [...byMessage.keys()]);
  const byTarget = Map.groupBy(messages, ({ companyId, endpointId }) => `${companyId} ${endpointId}`);
  await recordEvents(
    tx,
    [...byTarget.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const events = own.flatMap((message) => {
        const end = byMessage.get(message.messageUuid);
        return end === undefined ? [] : [eventOf(kind, message, end)];
      });
      return [{ companyId: first.companyId, endpointId: first.endpointId, wanted: [kind], events }];
    }),
  );
}

function eventOf(kind: 'confirmed' | 'expired', message: EventMessage, { id, at }: VerificationEnd): MessageEvent {
  const { messageUuid, channelType, externalMessageId } = message;
  return {
    kind,
    status: kind,
    messageUuid,
    channelType,
    atMs: at.getTime(),
    ...(externalMessageId !== null && { externalMessageId }),
    verificationUuid: id,
  };
}
