// A single message as the account asked for it, checked in form; and what became of it at once.
import type { ChannelType } from '@volley/domain/channel.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';

export type SendContent = {
  readonly text: string;
  /** The object as it came; null where the content was a plain text. */
  readonly special: Readonly<Record<string, unknown>> | null;
};

/** When it may go, how long it lives, who is told. Messages of one set of settings travel together. */
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
  /** Of a later step of a cascade: the endpoint of the step before. `callbackUrl` is then only shown. */
  readonly callbackEndpointId?: number;
};

export type CascadeCondition = 'not_delivered' | 'not_read';

/** A step that may follow; `condition` is that of the step before it. */
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
  /** Of a code: what is stored and shown instead of the content, and the content, sealed for as long as it lives. */
  readonly secret?: { readonly shown: SendContent; readonly sealed: string; readonly expiresAt: Date };
  readonly settings: SendSettings;
  readonly externalMessageId: string | null;
  readonly tags: readonly string[] | null;
  /** As the account calls it; prices and lanes follow the type that its text has. */
  readonly claimedTrafficType: TrafficType | null;
  readonly cascade: readonly CascadeStep[];
  /** Of a later step: the first message of its cascade, and its position. */
  readonly cascadeRoot?: { readonly messageUuid: string; readonly step: number };
};

export type SendingMethod = 'API' | 'UI' | 'VERIFIER_API' | 'VERIFIER_WIDGET';

export type SendOrigin = {
  readonly sendingMethod: SendingMethod;
  /** Set where the service itself wrote the text: a code is AUTHORIZE whatever templates say. */
  readonly trafficType?: TrafficType;
  /** Nobody waits for the answer (a later step of a cascade): what is refused becomes an unsent message instead. */
  readonly keepRefused?: true;
  /** The dispatch whose cascades make these steps: they are kept in lists of its own. */
  readonly dispatchId?: number;
  /** A country that is not open or has no price is refused (a code that never comes helps nobody). */
  readonly refuseCountry?: true;
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
