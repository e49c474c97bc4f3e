// Calls of a provider to this service: statuses of messages, messages of subscribers, and events of bots. A hook is the
// reading half of a dialect. It has no clock, socket or database either.

import type { StatusMeaning } from '@volley/domain/links/provider-answer.ts';
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import type { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import type { BotText } from '@volley/domain/subscribers/bot-text.ts';
import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';

/** The link that a call belongs to, by the name in its path. */
export type HookAccount = {
  readonly protocol: HttpProtocol;
  readonly channelType: ChannelType;
  readonly secret: string;
  /** The provider proves with it that the address is ours. */
  readonly verifyToken: string | null;
  /** The provider's account of a sender → our sender name. */
  readonly senderNames: Readonly<Record<string, string>>;
  /** Settings that only the protocol knows. */
  readonly settings: Readonly<Record<string, unknown>>;
};

/** A call as it arrived; signatures cover the raw body. Absent headers and query values are empty. */
export type HookCall = {
  readonly header: (name: string) => string;
  readonly query: (name: string) => string;
  /** The last part of the path, for forms with a token. */
  readonly token?: string;
  readonly body: Buffer;
  /** Real time, by which providers stamp their calls. */
  readonly nowMs: number;
};

export type HookStatus = {
  readonly id: string;
  readonly meaning: StatusMeaning;
  /** Error code, as the provider wrote it. */
  readonly code: unknown;
  /** Number and reference together identify the message when the answer with the provider's id was lost. */
  readonly to: unknown;
  readonly reference: unknown;
  /** The provider's word about its charge. */
  readonly cost?: SaidCost;
};

export type WrittenMessage = {
  readonly id: string;
  readonly channelType: 'WHATSAPP';
  readonly senderName: string;
  /** The subscriber's number. */
  readonly from: string;
  readonly text: string;
  readonly contentType: string;
  /** Age at the time of the call; 0 if the provider names no time. */
  readonly ageMs: number;
};

export type HookNews = {
  readonly statuses: readonly HookStatus[];
  readonly messages: readonly WrittenMessage[];
  /** Business accounts at the provider whose templates have changed. */
  readonly templatesOf?: readonly string[];
  /** Answered after the readable rest is stored. */
  readonly problem?: Refusal | undefined;
};

export type Hook = {
  /** The path ends with a token: the provider signs nothing. */
  readonly hasToken?: true;
  /** Whether the link may get calls of this form. Links whose sender names have their own accounts have no secret. */
  accepts(account: HookAccount): boolean;
  isSigned(call: HookCall, account: HookAccount): boolean;
  /** Addresses and ranges that calls may come from; absent or empty: any. */
  sourcesOf?(account: HookAccount): readonly string[];
  /** Unknown or unusable entries are skipped. */
  read(body: unknown, account: HookAccount, nowMs: number): HookNews;
  /** The answer to the provider's question whether the address is ours. Undefined: refused. */
  challenge?(call: HookCall, account: HookAccount): string | undefined;
};

export type AccountNews = { readonly events: readonly BotEvent[]; readonly texts: readonly BotText[] };

/** Calls about the account of one sender name, such as a bot. */
export type AccountHook = {
  /** Protocol of the links whose accounts get calls of this form. */
  readonly protocol: HttpProtocol;
  readonly channelType: SubscriberChannel;
  /** Refusal of an unknown account and of a wrong proof. */
  readonly refusal: 'not-authenticated' | 'access-denied';
  isSigned(call: HookCall, account: SenderAccount): boolean;
  /** A call that needs no proof, and gets no more than its answer. */
  isOpen?(call: HookCall): boolean;
  /** Unknown or unusable entries are skipped. */
  read(body: unknown, account: SenderAccount, nowMs: number): AccountNews;
  /** The text that the provider wants back. Absent: any answer with 200. */
  answer?(body: unknown, account: SenderAccount): string;
};
