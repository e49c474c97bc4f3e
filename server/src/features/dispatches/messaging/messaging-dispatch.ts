// A dispatch of the messaging API: as an account creates it, and as it is shown.

import type { DispatchRate } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { MessagingDispatchStatus } from '@volley/domain/dispatches/messaging-dispatch-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { StoredStep } from '../../messages/stored-step.ts';
import type { SpecialContent } from '../../queue/batches/batch.ts';

export type MessagingDispatchDraft = {
  readonly name: string;
  readonly channelType: ChannelType;
  readonly senderName: string;
  /** With placeholders. */
  readonly text: string;
  readonly special: SpecialContent | null;
  readonly useLocalTime: boolean;
  /** `YYYY-MM-DD hh:mm:ss`, wall time of the recipient or of Moscow. */
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | null;
  readonly ttlSeconds: number | null;
  readonly rate: DispatchRate | null;
  readonly shortUrl: boolean;
  readonly tags: readonly string[] | null;
  readonly callbackUrl: string | null;
  readonly callbackEvents: readonly string[];
  /** Steps that may follow each message, with placeholders. */
  readonly cascade: readonly StoredStep[];
};

/** Every message is counted in `total` and in exactly one of the other five. */
export type StatusCounts = {
  readonly total: number;
  readonly delivered: number;
  readonly undelivered: number;
  readonly unsent: number;
  readonly sent: number;
  readonly sending: number;
};

export type MessagingDispatchItem = {
  readonly dispatchId: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
  readonly useLocalTime: boolean;
  readonly status: MessagingDispatchStatus;
  readonly channelType: string;
  readonly senderName: string;
  readonly text: string;
  readonly trafficCenterId: number;
  readonly trafficCenterName: string;
  readonly rate: DispatchRate | null;
  readonly parts: StatusCounts;
  readonly messages: StatusCounts;
};

export type MessagingDispatchFilter = {
  readonly status?: readonly MessagingDispatchStatus[];
  readonly channelType?: readonly string[];
  readonly senderName?: readonly string[];
  readonly trafficCenterId?: readonly number[];
  /** Bounds of the creation time, inclusive. */
  readonly timeFrom?: Date;
  readonly timeTo?: Date;
};
