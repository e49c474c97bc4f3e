import { countryName } from '@volley/domain/numbers/country.ts';
import type { NumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { findCountry } from '../numbering/find-country.ts';
import { INBOUND_PARTS, type StoredInbound } from './inbound-message.ts';

/** The message in the form of the list of inbound messages, for callbacks. Absent values are left out. */
export function inboundItem(message: StoredInbound, plan: NumberingPlan) {
  const destination = String(message.destination);
  const { country } = findCountry(destination);
  const region = plan.find(Number(destination))?.region;
  return {
    createdTime: timeOf(message.createdAt),
    sentTime: timeOf(message.sentAt),
    statusTime: timeOf(message.sentAt),
    direction: 'inbound',
    channelType: message.channelType,
    messageUuid: message.id,
    trafficCenterId: message.trafficCenterId,
    senderName: message.senderName,
    destination,
    ...(country !== undefined && { country: countryName(country) }),
    ...(region !== undefined && { region }),
    ...(message.text !== null && { content: message.text }),
    ...(message.specialContent !== null && { specialContent: message.specialContent }),
    totalParts: INBOUND_PARTS,
    status: 'inbound_sent',
  } as const;
}

/** UTC in whole seconds, as all times on the wire. */
function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
