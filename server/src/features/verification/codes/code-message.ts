// A message that carries a code, and its cost within the day's caps. A verification may send several, all with the same
// end: a message never outlives its code.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import {
  CODE_MASK,
  type CodeWording,
  codeMessage,
  type ProfileChannel,
  type VerificationChannel,
} from '@volley/domain/verification/verification-channel.ts';
import { messageLifetimeSeconds } from '@volley/domain/verification/verification-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sealContent } from '../../messages/sealed-content.ts';
import type { SendItem, SendResult } from '../../sends/send.ts';
import { sendWithin } from '../../sends/send-within.ts';
import { claimDayBudget, type WidgetCap } from '../limits/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import { countryRefusal } from './read-destination.ts';
import type { NewVerificationMessage } from './verification-messages.sql.ts';
import { selectAmount } from './verifications.sql.ts';

/** `endpointId`: a registered target; its `url` is then only shown. */
export type CallbackTarget = { readonly url: string; readonly endpointId?: number };

export type CodeMessageOrder = {
  readonly verificationId: string;
  readonly profile: Profile;
  readonly channelType: VerificationChannel;
  readonly destination: string;
  readonly code: string;
  readonly expiresAt: Date;
  readonly wording: CodeWording;
  readonly callback: CallbackTarget | null;
  readonly externalMessageId: string | null;
  /** Undefined: the code was requested over the API. */
  readonly widget: WidgetCap | undefined;
};

export type SentCodeMessage = Pick<NewVerificationMessage, 'messageUuid' | 'channelType' | 'codeMac' | 'codeLength'> & {
  publish(): Promise<void>;
};

/** Events of messages that a callback target of a verification gets, besides its own. */
const MESSAGE_EVENTS = ['sent', 'delivered'];

/** The caller inserts the row of the message, after that of its verification. */
export async function sendCodeMessage(
  tx: Tx,
  platform: Platform,
  account: KeyActor,
  order: CodeMessageOrder,
): Promise<SentCodeMessage> {
  const { profile, channelType, code, widget, verificationId } = order;
  const channel = channelOf(profile, channelType);
  const item = itemOf(tx.now, platform, order, channel);
  const sendingMethod = widget === undefined ? 'VERIFIER_API' : 'VERIFIER_WIDGET';
  const origin = { sendingMethod, trafficType: 'AUTHORIZE', refuseCountry: true } as const;
  const sent = await sendWithin(tx, platform, { account, items: [item], origin });
  const messageUuid = acceptedUuid(sent.results[0], channel.senderName);
  await claimDayBudget(tx, profile, await selectAmount(tx, account.companyId, messageUuid), widget);
  const codeMac = platform.secrets.mac(codeText(verificationId, code));
  return { messageUuid, channelType, codeMac, codeLength: code.length, publish: () => sent.publish() };
}

/** Text to hash: equal codes of two verifications get different hashes. */
export function codeText(uuid: string, code: string): string {
  return `code ${uuid} ${code}`;
}

export function channelOf(profile: Profile, channelType: VerificationChannel): ProfileChannel {
  const channel = profile.channels.find((known) => known.channelType === channelType);
  if (channel === undefined)
    throw new Refusal('bad-request', { field: 'channelType', problem: 'is not enabled', code: 'not-in-list' });
  return channel;
}

type Secret = Pick<Required<SendItem>, 'channelType' | 'content' | 'secret'>;

function secretContent(
  { secrets }: Pick<Platform, 'secrets'>,
  { code, expiresAt, wording }: CodeMessageOrder,
  channel: ProfileChannel,
): Secret {
  const { channelType, ...content } = codeMessage(channel, code, wording);
  const { text, special } = codeMessage(channel, CODE_MASK, wording);
  const sealed = sealContent(secrets, { code, ...content });
  return { channelType, content, secret: { shown: { text, special }, sealed, expiresAt } };
}

function itemOf(now: Date, platform: Platform, order: CodeMessageOrder, channel: ProfileChannel): SendItem {
  const { callback, destination, expiresAt, externalMessageId, verificationId } = order;
  const ttlSeconds = messageLifetimeSeconds(expiresAt, now, order.profile.lifetimeSeconds);
  if (ttlSeconds === undefined) throw new Error(`verification ${verificationId} ends too soon for another message`);
  return {
    ...secretContent(platform, order, channel),
    senderName: channel.senderName,
    destination,
    verificationId,
    settings: {
      ttlSeconds,
      useLocalTime: true,
      localSendTime: null,
      localCompletionTime: null,
      hours: null,
      days: null,
      shortUrl: false,
      callbackUrl: callback?.url ?? null,
      callbackEvents: callback === null ? [] : MESSAGE_EVENTS,
      ...(callback?.endpointId !== undefined && { callbackEndpointId: callback.endpointId }),
    },
    externalMessageId,
    tags: null,
    claimedTrafficType: 'AUTHORIZE',
    cascade: [],
  };
}

function acceptedUuid(result: SendResult | undefined, senderName: string): string {
  if (result?.code === 201) return result.messageUuid;
  if (result?.code === 402) throw new Refusal('insufficient-funds');
  if (result?.code === 403) throw new Refusal('sender-unusable', { id: senderName });
  if (result?.errorCode === ERROR.destinationRestricted) throw countryRefusal();
  if (result?.code === 400) throw new Refusal('bad-request', { field: 'destination', problem: result.msg });
  if (result?.code === 429) throw new Refusal('too-many-requests', { retryAfterSeconds: LIMIT_RETRY_SECONDS });
  throw new Error(`code for sender ${senderName} not sent: ${result?.code} ${result?.msg}`);
}

const LIMIT_RETRY_SECONDS = 60;
