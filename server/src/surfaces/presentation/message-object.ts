import { formatDatetime } from '@volley/contract/datetime.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { getMessage } from '@volley/contract/messaging/messages.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { AccountMessage } from '../../features/sends/list-account-messages.ts';

type MessageObject = ReplyOf<typeof getMessage>;

/** Absent values are left out, never null. */
export function messageObject(message: AccountMessage, currency: string): MessageObject {
  return defined({
    createdTime: formatDatetime(message.created_at),
    sentTime: time(message.sent_at),
    statusTime: formatDatetime(message.final_at ?? message.sent_at ?? message.created_at),
    direction: message.inbound ? 'inbound' : 'outbound',
    channelType: message.channel_type,
    sendingMethod: message.sending_method,
    trafficType: message.traffic_type,
    derivedTrafficType: message.derived_traffic_type,
    templateId: message.template_id,
    dispatchId: message.dispatch_id,
    messageUuid: message.id,
    externalMessageId: message.external_message_id,
    trafficCenterId: message.traffic_center_id,
    senderName: message.sender_name,
    destination: message.destination,
    brand: message.brandName,
    country: message.country,
    region: message.region,
    content: message.text ?? '',
    specialContent: message.special_content,
    ...(message.inbound ? {} : settings(message)),
    totalParts: message.parts,
    price: message.micros === null ? null : price(message, message.micros, currency),
    status: message.state,
    waitsFor: message.waits_for,
    readStatus: message.read_status === null ? null : message.read_status === 1 ? 'read' : 'unread',
    readStatusTime: time(message.read_at),
    cascadeMessageUuid: message.cascade_root,
    cascadeStep: message.cascade_step,
    ...(message.state === 'unsent' || message.state === 'undelivered' ? failure(message) : {}),
  });
}

const failure = (message: AccountMessage) => ({
  errorCode: message.error_code,
  providerCode: message.provider_code,
});

const time = (at: Date | null) => (at === null ? null : formatDatetime(at));

function settings(message: AccountMessage) {
  return {
    tags: message.tags,
    ttl: message.ttl,
    hours: message.hours,
    days: message.days,
    localSendTime: message.local_send_time,
    localCompletionTime: message.local_completion_time,
    useLocalTime: message.use_local_time,
    callbackEvents: message.callback_url === null ? null : message.callback_events,
    callbackUrl: message.callback_url,
    shortUrl: message.short_url,
  };
}

/** A final message that costs nothing has no invoiced parts. */
function price({ isFinal, parts }: AccountMessage, micros: bigint, currency: string) {
  const invoicedParts = isFinal && micros === 0n ? 0 : parts;
  return { totalPrice: decimalFromMicros(micros), currency, invoicedParts, final: isFinal };
}

function defined(members: Readonly<Record<string, unknown>>): MessageObject {
  const present = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as MessageObject; // all members above are of the contract
}
