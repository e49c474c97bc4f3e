// Makes a code and sends it: the limits, the message, the money and the row of the code are one transaction of the
// caller. The code itself is in the message and nowhere else; of it only a keyed hash is kept.
import { randomInt, randomUUID } from 'node:crypto';
import type { KeyActor } from '@volley/domain/actor.ts';
import { isWorthSending } from '@volley/domain/numbering-plan.ts';
import { normalizeDestination, sandboxNumber } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { codeMessage, type ProfileChannel, type VerificationChannel } from '@volley/domain/verification-channel.ts';
import { countingDay, countryOfNumber, numberPrefix } from '@volley/domain/verification-limit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { openReferenceBook } from '../messages/reference-book.ts';
import type { SendItem, SendResult } from '../sends/send.ts';
import { sendWithin } from '../sends/send-within.ts';
import { checkMoney, takeMoney, takeNumber, type WidgetCap } from './limits.ts';
import type { Profile } from './profile.ts';
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
  await takeNumber(tx, platform, profile, destination);
  const uuid = randomUUID();
  const code = String(randomInt(10 ** profile.codeLength)).padStart(profile.codeLength, '0');
  const sendingMethod = widget === undefined ? 'VERIFIER_API' : 'VERIFIER_WIDGET';
  const item = itemOf(profile, channel, destination, code);
  const sent = await sendWithin(tx, platform, account, [item], { sendingMethod, trafficType: 'AUTHORIZE' });
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
    checksMax: profile.checksMax,
    expiresAt: new Date(tx.now.getTime() + profile.lifetimeSeconds * 1000),
  });
  return { uuid, messageUuid, publish: () => sent.publish() };
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

/** A number that codes of the profile may go to; in Russia only those that subscribers have. */
export async function readDestination(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  profile: Profile,
  given: string,
): Promise<string> {
  const digits = normalizeDestination(given);
  if (digits === undefined) throw new Refusal('bad-request', { field: 'destination', problem: 'is no phone number' });
  if (config.testMode === 'on' && sandboxNumber(digits) !== undefined) return digits;
  const country = countryOfNumber(digits);
  if (country === undefined || !profile.countries.includes(country) || !(await isSubscribers(db, country, digits)))
    throw new Refusal('bad-request', { field: 'destination', problem: 'is no number that codes are sent to' });
  return digits;
}

async function isSubscribers(db: Platform['db'], country: string, digits: string): Promise<boolean> {
  if (country !== 'RU') return true;
  const { plan } = await openReferenceBook(db);
  const facts = plan.find(Number(digits));
  return facts !== undefined && isWorthSending(facts.kind);
}

function itemOf(profile: Profile, channel: ProfileChannel, destination: string, code: string): SendItem {
  const { channelType, text, special } = codeMessage(channel, code);
  return {
    channelType,
    senderName: channel.senderName,
    destination,
    content: { text, special },
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
  if (result?.code === 400) throw new Refusal('bad-request', { field: 'destination', problem: result.msg });
  if (result?.code === 429) throw new Refusal('too-many-requests', { retryAfterSeconds: LIMIT_RETRY_SECONDS });
  throw new Error(`a code was not sent: ${result?.code} ${result?.msg}`);
}

const LIMIT_RETRY_SECONDS = 60;
