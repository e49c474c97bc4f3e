import { hasDevices, type SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_STATUSES, type SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';

/** Devices are never STOPPED. */
export const statusesOf = (channel: SubscriberChannel): readonly SubscriberStatus[] =>
  hasDevices(channel) ? SUBSCRIBER_STATUSES.filter((status) => status !== 'STOPPED') : SUBSCRIBER_STATUSES;
