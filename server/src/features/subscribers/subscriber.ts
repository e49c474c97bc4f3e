import type { PushProvider } from '@volley/domain/subscribers/push-device.ts';
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import type { SubscriberSource, SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';

/** The sender name whose subscribers are meant. */
export type BookName = { readonly channelType: SubscriberChannel; readonly senderName: string };

export type UploadItem = {
  readonly subscriberId: string;
  /** On channels with devices. */
  readonly provider?: PushProvider | undefined;
  /** As written by the client. */
  readonly destination: string;
  /** Undefined: a known subscriber keeps its tags. */
  readonly tags?: readonly string[] | undefined;
};

export type Subscriber = BookName & {
  readonly subscriberId: string;
  /** On channels with devices. */
  readonly provider?: PushProvider;
  /** Null: unknown, or moved to another subscriber. */
  readonly destination: string | null;
  readonly status: SubscriberStatus;
  readonly source: SubscriberSource;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** An array matches any of its values; all members must match. */
export type SubscriberFilter = {
  readonly channelTypes?: readonly SubscriberChannel[] | undefined;
  readonly senderNames?: readonly string[] | undefined;
  readonly subscriberIds?: readonly string[] | undefined;
  /** In digits. */
  readonly destinations?: readonly string[] | undefined;
  readonly statuses?: readonly SubscriberStatus[] | undefined;
};
