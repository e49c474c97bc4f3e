// A dialect says how a message is spoken to a provider over HTTP, and how the answers are understood. It has no clock,
// socket or database: `HttpLink` drives it. No word of a provider appears outside the folder of its dialect.

import type { DoubtPolicy } from '@volley/domain/links/provider-protocol.ts';
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ListedTemplate } from '@volley/domain/templates/template-registry.ts';
import type { UploadedFile, UploadForm } from '../platform/http/multipart.ts';
import type { FileProblem } from '../platform/http/outbound-files.ts';
import type { ProviderReply, ProviderRequest } from '../platform/http/provider-http.ts';
import type { AddressEnd, Submission } from './link-job.ts';

export type Answer = Extract<ProviderReply, { kind: 'answer' }>;

/** The provider's answer about a message. */
export type Verdict =
  /** Ids by which statuses name the message. */
  | {
      readonly kind: 'taken';
      readonly ids: readonly string[];
      /** The provider reports no delivery: what it has accepted counts as delivered. */
      readonly isFinal?: true;
      readonly cost?: SaidCost;
    }
  | {
      readonly kind: 'refused';
      readonly errorCode: number;
      readonly providerCode: string;
      /** The dialect does not know the provider's code. */
      readonly isUnknown?: true;
      /** The id of the recipient is of no use any more. */
      readonly address?: AddressEnd;
    }
  /** The protocol cannot carry such a message, so the provider was not asked. Another link may take it. */
  | { readonly kind: 'unsuitable'; readonly errorCode: number }
  /** link: the whole link pauses. account: the messages of this sender name. recipient: this message alone waits. */
  | { readonly kind: 'throttled'; readonly scope: 'link' | 'account' | 'recipient'; readonly forMs: number }
  | {
      readonly kind: 'temporary';
      readonly providerCode: string;
      readonly afterMs: number;
      /** Code of the message when its tries are used up; absent: 502. */
      readonly errorCode?: number;
      /** Only this message is affected: the provider works. */
      readonly isOfMessage?: true;
    }
  /** The provider does not let the link in, or only the account of the sender name. */
  | { readonly kind: 'closed'; readonly scope: 'link' | 'account'; readonly reason: string };

/** The call got no answer: it did not reach the provider, or it may have. */
export type Unanswered = Exclude<ProviderReply, Answer>;

/** Facts of earlier calls that the committing call needs. */
export type Prepared = Readonly<Record<string, string>>;

export type Preparation = { readonly kind: 'prepared'; readonly facts: Prepared } | Verdict | Unanswered;

/** Files of messages, for providers that take them by upload. */
export type Files = {
  /** The file at a client's address. */
  fetch(url: string): Promise<UploadedFile | FileProblem>;
  /** Posts to an address that the provider has named. */
  post(url: string, form: UploadForm): Promise<ProviderReply>;
  /** The preparation that the same words had within the hour, or a new one. */
  once(words: readonly string[], prepare: () => Promise<Preparation>): Promise<Preparation>;
};

/** The surroundings of a subscription that takes several calls. */
export type SubscriptionSteps = {
  readonly ask: (request: ProviderRequest) => Promise<ProviderReply>;
  /** Stores settings of the account that the provider has told, before the next call: the provider may ask for them. */
  readonly keep: (found: Readonly<Record<string, string>>) => Promise<void>;
  readonly pause: (ms: number) => Promise<unknown>;
};

/** `after`: the place of the next page; absent: this was the last. */
export type TemplatePage = { readonly templates: readonly ListedTemplate[]; readonly after?: string };

export type Dialect = {
  readonly doubt: DoubtPolicy;
  /** Calls that make no message, before the committing one. A verdict ends the try; facts serve later tries too. */
  prepare?(
    submission: Submission,
    ask: (request: ProviderRequest) => Promise<ProviderReply>,
    files: Files,
  ): Promise<Preparation>;
  /** The one call that makes a message. Only its loss puts the message in doubt. */
  commit(submission: Submission, nowMs: number, prepared: Prepared): ProviderRequest;
  /** `lost`: accepted, but the answer does not say under which id. */
  hear(answer: Answer, submission: Submission, prepared: Prepared): Verdict | Extract<Unanswered, { kind: 'lost' }>;
  /** The answer is an error in the words of the provider, and no page of a gateway before it. */
  isOwnError(answer: Answer): boolean;
  /** Asks what became of a message whose answer was lost. */
  inquire?(submission: Submission, nowMs: number, prepared: Prepared): ProviderRequest;
  hearInquiry?(answer: Answer): Verdict | { readonly kind: 'not-taken' | 'unknown' };
  /** A call without effect, by which a link is found up; with an account, the account is tested. */
  health(nowMs: number, account?: SenderAccount): ProviderRequest;
  /** Undefined: the provider lets the link or the account in. Otherwise the reason. */
  hearHealth(answer: Answer, account?: SenderAccount): string | undefined;
  /** The answer to `health` is about the moment, not about the account. Absent: 429 and 5xx are. */
  isBusy?(answer: Answer): boolean;
  /** Asks for calls about the account of a sender name. Undefined: no address of this service is known. */
  subscribe?(account: SenderAccount, senderId: number): ProviderRequest | undefined;
  /** Undefined: the provider will call. Otherwise the reason. */
  hearSubscription?(answer: Answer): string | undefined;
  /** The same for providers that need several calls. Undefined: the provider will call, or nothing is to do. */
  subscribeInSteps?(account: SenderAccount, senderId: number, steps: SubscriptionSteps): Promise<string | undefined>;
  /** Asks which address the provider calls about the account. Undefined: no address of this service is known. */
  inquireSubscription?(account: SenderAccount): ProviderRequest | undefined;
  /** Whether it calls the address of this sender. A text: it did not say, and why. */
  hearSubscribed?(answer: Answer, senderId: number): boolean | string;
  /** Asks for a page of the templates of the account. Undefined: the account does not say where they are. */
  listTemplates?(account: SenderAccount, after: string | undefined): ProviderRequest | undefined;
  /** Undefined: the answer is not a page. */
  hearTemplates?(answer: Answer): TemplatePage | undefined;
};
