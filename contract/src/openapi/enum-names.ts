// Names of the sets of words that several schemas share.

import { RATE_TERMS } from '@volley/domain/dispatches/dispatch-rate.ts';
import { DISPATCH_STATUSES } from '@volley/domain/dispatches/dispatch-status.ts';
import { MESSAGING_DISPATCH_STATUSES } from '@volley/domain/dispatches/messaging-dispatch-status.ts';
import { LINK_MODES } from '@volley/domain/links/link-order.ts';
import { PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { STAFF_ROLES } from '@volley/domain/people/staff-role.ts';
import { COMMON_TYPES } from '@volley/domain/senders/sender-name.ts';
import { REVIEW_VERDICTS } from '@volley/domain/senders/sender-review.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { CASCADE_CONDITIONS } from '@volley/domain/sending/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';
import { SUBSCRIBER_CHANNELS } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_STATUSES } from '@volley/domain/subscribers/subscriber-status.ts';
import { TEMPLATE_STATUSES, TEMPLATE_TYPES } from '@volley/domain/templates/template-status.ts';
import { VERIFICATION_CHANNELS } from '@volley/domain/verification/verification-channel.ts';
import {
  CHECK_STATUSES,
  SESSION_STATES,
  VERIFICATION_STATUSES,
  WIDGET_STATUSES,
} from '@volley/domain/verification/verification-status.ts';
import { MESSAGE_STATES, SENDING_METHODS } from '../messaging/message-object.ts';
import { CALLBACK_EVENTS } from '../messaging/sending-settings.ts';

const ENUMS: Readonly<Record<string, readonly string[]>> = {
  AccountDispatchStatus: MESSAGING_DISPATCH_STATUSES,
  Brand: BRANDS,
  CallbackEvent: CALLBACK_EVENTS,
  CascadeCondition: CASCADE_CONDITIONS,
  ChannelType: CHANNEL_TYPES,
  CheckStatus: CHECK_STATUSES,
  CommonType: COMMON_TYPES,
  DispatchStatus: DISPATCH_STATUSES,
  KeyType: KEY_TYPES,
  LinkMode: LINK_MODES,
  MessageState: MESSAGE_STATES,
  MessageStatus: MESSAGE_STATUSES,
  PricingModel: PRICING_MODELS,
  Protocol: PROTOCOLS,
  RateTerm: RATE_TERMS,
  ReviewVerdict: REVIEW_VERDICTS,
  SenderStatus: SENDER_STATUSES,
  SenderType: SENDER_TYPES,
  SendingMethod: SENDING_METHODS,
  SessionState: SESSION_STATES,
  StaffRole: STAFF_ROLES,
  SubscriberChannel: SUBSCRIBER_CHANNELS,
  SubscriberStatus: SUBSCRIBER_STATUSES,
  TemplateStatus: TEMPLATE_STATUSES,
  TemplateType: TEMPLATE_TYPES,
  TrafficType: TRAFFIC_TYPES,
  VerificationChannel: VERIFICATION_CHANNELS,
  VerificationStatus: VERIFICATION_STATUSES,
  WidgetStatus: WIDGET_STATUSES,
};

const NAMES = new Map(Object.entries(ENUMS).map(([name, values]) => [values.join(), name]));

export function enumName(values: readonly unknown[]): string | undefined {
  return NAMES.get(values.join());
}
