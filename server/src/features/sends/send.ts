// A single message as an account submits it, after validation, and the immediate result.

import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';

export type SendContent = {
  readonly text: string;
  /** The content object of the request; null: plain text. */
  readonly special: Readonly<Record<string, unknown>> | null;
};

/** Sending times, lifetime and callbacks. Messages with equal settings share a bucket. */
export type SendSettings = {
  readonly ttlSeconds: number | null;
  readonly useLocalTime: boolean;
  /** `YYYY-MM-DD hh:mm:ss`, wall time of the recipient or of Moscow. */
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | null;
  readonly shortUrl: boolean;
  readonly callbackUrl: string | null;
  readonly callbackEvents: readonly string[];
  /** Of a later cascade step: the callback target of the previous step. `callbackUrl` is then only shown. */
  readonly callbackEndpointId?: number;
};

export type CascadeCondition = 'not_delivered' | 'not_read';

/** A step that may follow; `condition` belongs to the previous step. */
export type CascadeStep = {
  readonly condition: CascadeCondition;
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly content: SendContent;
  readonly ttlSeconds: number | null;
  readonly shortUrl: boolean;
};

export type SendItem = {
  readonly channelType: ChannelType;
  readonly senderName: string;
  readonly destination: string;
  readonly content: SendContent;
  /** The text, or the text of a step, is empty, blank or too long, so the item is refused. */
  readonly badText?: string;
  /** Of a verification code: the masked content that is stored and shown, and the sealed content until it expires. */
  readonly secret?: { readonly shown: SendContent; readonly sealed: string; readonly expiresAt: Date };
  /** Of a verification code: the verification that its events name. */
  readonly verificationId?: string;
  readonly settings: SendSettings;
  readonly externalMessageId: string | null;
  readonly tags: readonly string[] | null;
  /** Claimed by the account; prices and lanes follow the type of the text. */
  readonly claimedTrafficType: TrafficType | null;
  readonly cascade: readonly CascadeStep[];
  /** Of a later step: the first message of its cascade, and its position. */
  readonly cascadeRoot?: { readonly messageUuid: string; readonly step: number };
};

export type SendingMethod = 'API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET';

export type SendOrigin = {
  readonly sendingMethod: SendingMethod;
  /** Set when the service itself wrote the text: a code is AUTHORIZE regardless of templates. */
  readonly trafficType?: TrafficType;
  /** No caller waits for the answer (a later cascade step): a refused message is stored as unsent. */
  readonly storeRefused?: true;
  /** The dispatch whose cascades create these steps: they are stored in its own buckets. */
  readonly dispatchId?: number;
  /** Refuses countries that are not open or have no price; otherwise such messages are accepted and fail. */
  readonly refuseCountry?: true;
};

/** Messages of one account that are accepted together. */
export type SendCall = {
  readonly account: KeyActor;
  readonly items: readonly SendItem[];
  readonly origin: SendOrigin;
};

export type SendResult =
  | { readonly code: 201; readonly messageUuid: string }
  | {
      readonly code: 400 | 402 | 403 | 404 | 429 | 500;
      readonly messageUuid: null;
      readonly errorCode: number;
      readonly msg: string;
      readonly externalMessageId?: string;
    };
