// Jobs and results of a link. Every claimed message gets exactly one result: sent with the operator's ids, failed with
// a code, unsent when the link was closed before, in doubt when an answer was lost, or moved to another link when the
// attempts of this one are exhausted; held when the provider pauses or refuses the account of its sender name.

import { readProviderCode } from '@volley/domain/links/provider-answer.ts';
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { SessionFacts } from '@volley/domain/templates/provider-template.ts';

export type Submission = {
  readonly messageId: string;
  readonly channelType: ChannelType;
  readonly trafficType: TrafficType;
  readonly senderName: string;
  readonly destination: string;
  /** Id of the recipient at the provider, for protocols that are not addressed by number. */
  readonly address?: string;
  readonly text: string;
  readonly reference: number;
  /** Content other than plain text. */
  readonly special?: Readonly<Record<string, unknown>>;
  /** The client's lifetime, counted from the hand-over. */
  readonly ttlSeconds?: number;
  /** Another link is open: the message may move there when the attempts of this link are exhausted. */
  readonly movable?: true;
  /** The account of the sender name at the provider; absent: the account of the link. */
  readonly account?: SenderAccount;
  /** For protocols with sessions. */
  readonly session?: SessionFacts;
};

/** The provider's answer about the account of a sender name. */
export type AccountHalt =
  | { readonly kind: 'throttled'; readonly forMs: number }
  | { readonly kind: 'closed'; readonly reason: string };

/** stopped: the person has stopped the bot. gone: the provider does not know the id. */
export type AddressEnd = 'stopped' | 'gone';

export type SubmitResult =
  /** `isFinal`: no report about the delivery will follow. `cost`: the provider's word about its charge. */
  | {
      readonly kind: 'sent';
      readonly operatorIds: readonly string[];
      readonly isFinal?: true;
      readonly cost?: SaidCost;
    }
  /** `providerCode`: the provider's own code, as `readProviderCode` returns it. */
  | {
      readonly kind: 'failed';
      readonly errorCode: number;
      readonly providerCode?: string;
      readonly address?: AddressEnd;
    }
  | { readonly kind: 'doubt' | 'unsent' | 'elsewhere' }
  | { readonly kind: 'held'; readonly halt: AccountHalt };

/** `code`: the provider's own code, as it was received. */
export function failedWith(errorCode: number, code: string): Extract<SubmitResult, { kind: 'failed' }> {
  const providerCode = readProviderCode(code);
  return { kind: 'failed', errorCode, ...(providerCode !== undefined && { providerCode }) };
}

export type LinkJob = {
  readonly submission: Submission;
  /** False: another process may have the message now. Ask before each attempt. */
  readonly mayWrite: () => boolean;
  readonly onResult: (result: SubmitResult) => void;
};

/** A failed attempt to bring a link up. */
export type FailedTry = {
  /** A small set of values, for metrics: the name of an SMPP status, the code of a connection error, an HTTP status. */
  readonly reason: string;
  readonly text: string;
  readonly nextTryMs: number;
};

export type LinkEvents = {
  /** The next message to send; undefined: none for now. */
  next(): LinkJob | undefined;
  onUp(): void;
  /** Called when a link that was up goes down. */
  onDown(reason: string): void;
  onFailedTry(failed: FailedTry): void;
  onAnswer(result: string): void;
  /** A message ended with a code of the provider that the dialect does not know. */
  onUnknownCode(code: string): void;
};

/** A link as its worker sees it. */
export type Link = {
  readonly isUp: boolean;
  /** The link is up and has delivered since its last failure. */
  readonly isProven: boolean;
  /** Sends while jobs, free places in the SMPP window and rate tokens are left. */
  pump(): void;
  /** Returns claimed messages that are not on the wire: the link may stay down for long. */
  giveBackWaiting(): void;
  /** Claims no more messages, waits for open answers, closes. */
  close(timeoutMs: number): Promise<void>;
};
