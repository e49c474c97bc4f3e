// Makes a code and sends it: the limits, the message, the money and the row of the code are one transaction of the
// caller. The message is stored and shown with a mask for the code. The code is kept sealed beside it until it is
// entered or over, and as a keyed hash to compare with.
import { randomInt, randomUUID } from 'node:crypto';
import type { KeyActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import {
  CODE_MASK,
  codeMessage,
  codeStrength,
  type ProfileChannel,
  type VerificationChannel,
} from '@volley/domain/verification-channel.ts';
import { countingDay, numberPrefix } from '@volley/domain/verification-limit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sealContent } from '../messages/sealed-content.ts';
import type { SendItem, SendResult } from '../sends/send.ts';
import { sendWithin } from '../sends/send-within.ts';
import { checkMoney, isGuarded, noteSuspicion, numberMac, takeMoney, takeNumber, type WidgetCap } from './limits.ts';
import type { Profile } from './profile.ts';
import { countryRefusal } from './read-destination.ts';
import { insertVerification, selectAmount } from './verifications.sql.ts';

export type CodeOrder = {
  readonly profile: Profile;
  readonly channelType: VerificationChannel;
  /** Digits, as `readDestination` gives them. */
  readonly destination: string;
  /** Where it was asked for; a widget may have a cap of its own. */
  readonly widget?: WidgetCap;
};

export type SentVerification = { readonly uuid: string; readonly messageUuid: string; publish(): Promise<void> };

export async function sendCode(
  tx: Tx,
  platform: Platform,
  account: KeyActor,
  { profile, channelType, destination, widget }: CodeOrder,
): Promise<SentVerification> {
  const channel = channelOf(profile, channelType);
  await checkMoney(tx, profile, widget);
  const suspicion = await takeNumber(tx, platform, profile, destination);
  const uuid = randomUUID();
  const guarded = await isGuarded(tx, platform, account.companyId, destination);
  const { codeLength, checksMax } = codeStrength(channelType, profile, guarded);
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
  const sendingMethod = widget === undefined ? 'VERIFIER_API' : 'VERIFIER_WIDGET';
  const expiresAt = new Date(tx.now.getTime() + profile.lifetimeSeconds * 1000);
  const item = itemOf(profile, channel, destination, secretContent(platform, channel, { code, expiresAt }));
  const origin = { sendingMethod, trafficType: 'AUTHORIZE', refuseCountry: true } as const;
  const sent = await sendWithin(tx, platform, account, [item], origin);
  const messageUuid = acceptedUuid(sent.results[0], channel.senderName);
  await takeMoney(tx, profile, await selectAmount(tx, account.companyId, messageUuid), widget);
  await insertVerification(tx, {
    id: uuid,
    companyId: account.companyId,
    gatewayId: profile.gatewayId,
    messageUuid,
    prefix: numberPrefix(destination),
    day: countingDay(tx.now).day,
    codeMac: platform.secrets.mac(codeText(uuid, code)),
    numberMac: numberMac(platform.secrets, destination),
    codeLength,
    checksMax,
    expiresAt,
  });
  const publish = () => {
    if (suspicion !== undefined) noteSuspicion(platform, suspicion);
    return sent.publish();
  };
  return { uuid, messageUuid, publish };
}

/** The same code of two verifications has two hashes. */
export function codeText(uuid: string, code: string): string {
  return `code ${uuid} ${code}`;
}

export function channelOf(profile: Profile, channelType: VerificationChannel): ProfileChannel {
  const channel = profile.channels.find((known) => known.channelType === channelType);
  if (channel === undefined) throw new Refusal('bad-request', { field: 'channelType', problem: 'is not enabled' });
  return channel;
}

type Secret = Pick<Required<SendItem>, 'channelType' | 'content' | 'secret'>;

function secretContent(
  { secrets }: Pick<Platform, 'secrets'>,
  channel: ProfileChannel,
  { code, expiresAt }: { readonly code: string; readonly expiresAt: Date },
): Secret {
  const { channelType, ...content } = codeMessage(channel, code);
  const { text, special } = codeMessage(channel, CODE_MASK);
  const sealed = sealContent(secrets, { code, ...content });
  return { channelType, content, secret: { shown: { text, special }, sealed, expiresAt } };
}

function itemOf(profile: Profile, channel: ProfileChannel, destination: string, secret: Secret): SendItem {
  return {
    ...secret,
    senderName: channel.senderName,
    destination,
    // A code that nobody can enter any more need not arrive.
    settings: {
      ttlSeconds: profile.lifetimeSeconds,
      useLocalTime: true,
      localSendTime: null,
      localCompletionTime: null,
      hours: null,
      days: null,
      shortUrl: false,
      callbackUrl: null,
      callbackEvents: [],
    },
    externalMessageId: null,
    tags: null,
    claimedTrafficType: 'AUTHORIZE',
    cascade: [],
  };
}

function acceptedUuid(result: SendResult | undefined, senderName: string): string {
  if (result?.code === 201) return result.messageUuid;
  if (result?.code === 402) throw new Refusal('insufficient-funds');
  if (result?.code === 403) throw new Refusal('sender-unusable', { id: senderName });
  if (result?.errorCode === COUNTRY_CLOSED) throw countryRefusal();
  if (result?.code === 400) throw new Refusal('bad-request', { field: 'destination', problem: result.msg });
  if (result?.code === 429) throw new Refusal('too-many-requests', { retryAfterSeconds: LIMIT_RETRY_SECONDS });
  throw new Error(`a code was not sent: ${result?.code} ${result?.msg}`);
}

const LIMIT_RETRY_SECONDS = 60;
const COUNTRY_CLOSED = 455;
