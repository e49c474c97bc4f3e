// An event as callbacks and the feed show it. Members that do not apply are left out.
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { Static } from 'typebox';
import { formatDatetime } from '../datetime.ts';
import type { InboundMessage } from '../messaging/message-object.ts';
import type { MessagingCallback, StatusCallback } from './messaging-callbacks.ts';

type EventShown = {
  readonly messageUuid: string;
  readonly channelType: string;
  readonly atMs: number;
  readonly externalMessageId?: string;
  readonly cascadeRoot?: string;
  readonly cascadeStep?: number;
  readonly verificationUuid?: string;
} & (
  | {
      readonly kind: 'sent' | 'delivered' | 'read' | 'confirmed' | 'expired';
      readonly status: string;
      readonly errorCode?: number;
    }
  | { readonly kind: 'price'; readonly parts: number; readonly priceMicros: bigint; readonly currency: string }
  | { readonly kind: 'click'; readonly url: string; readonly shortUrl: string }
  | { readonly kind: 'inbound_sent'; readonly item: Readonly<Record<string, unknown>> }
);

export function showEvent(number: number, event: EventShown): MessagingCallback {
  const at = formatDatetime(new Date(event.atMs));
  switch (event.kind) {
    case 'price': {
      const { parts, priceMicros, currency } = event;
      const price = decimalFromMicros(priceMicros);
      return { ...aboutOf(number, event), callback_event: 'price', parts, price, currency, price_time: at };
    }
    case 'click':
      return {
        ...aboutOf(number, event),
        callback_event: 'click',
        url: event.url,
        short_url: event.shortUrl,
        click_time: at,
      };
    case 'inbound_sent':
      return {
        event_number: number,
        message_uuid: event.messageUuid,
        callback_event: 'inbound_sent',
        channel_type: event.channelType,
        status: 'inbound_sent',
        status_time: at,
        // The service recorded the message in the form of this schema.
        item: event.item as Static<typeof InboundMessage>,
      };
    case 'sent':
    case 'delivered':
    case 'read':
    case 'confirmed':
    case 'expired':
      return {
        ...aboutOf(number, event),
        callback_event: event.kind,
        // The service recorded the status with the words of this schema.
        status: event.status as Static<typeof StatusCallback>['status'],
        status_time: at,
        ...(event.errorCode !== undefined && { error_code: event.errorCode }),
      };
  }
}

function aboutOf(number: number, event: EventShown) {
  return {
    event_number: number,
    message_uuid: event.messageUuid,
    channel_type: event.channelType,
    ...(event.cascadeRoot !== undefined && { cascade_message_uuid: event.cascadeRoot }),
    ...(event.cascadeStep !== undefined && { cascade_step: event.cascadeStep }),
    ...(event.externalMessageId !== undefined && { external_message_id: event.externalMessageId }),
    ...(event.verificationUuid !== undefined && { verification_uuid: event.verificationUuid }),
  };
}
