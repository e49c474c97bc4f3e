import { INBOUND_PARTS, type StoredInbound } from './inbound-message.ts';

/** The message as lists and callbacks show it. What is not there is left out. */
export function inboundItem(message: StoredInbound) {
  return {
    createdTime: timeOf(message.createdAt),
    sentTime: timeOf(message.sentAt),
    statusTime: timeOf(message.sentAt),
    direction: 'inbound',
    channelType: message.channelType,
    messageUuid: message.id,
    trafficCenterId: message.trafficCenterId,
    senderName: message.senderName,
    destination: String(message.destination),
    ...(message.text !== null && { content: message.text }),
    ...(message.specialContent !== null && { specialContent: message.specialContent }),
    totalParts: INBOUND_PARTS,
    status: 'inbound_sent',
  } as const;
}

/** UTC in whole seconds, as all times that leave the service. */
function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
