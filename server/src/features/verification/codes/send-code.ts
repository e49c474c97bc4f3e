// Creates and sends a code. Limits, message, money and the rows of the code share the caller's transaction. The message
// is stored with a mask instead of the code. The code itself is stored sealed until it is entered or expires, and as a
// keyed hash for the comparison.
import { randomInt, randomUUID } from 'node:crypto';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import {
  codeStrength,
  type VerificationLanguage,
  type WantedChannel,
} from '@volley/domain/verification/verification-channel.ts';
import { countingDay, numberPrefix } from '@volley/domain/verification/verification-limit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkMoney, claimNumber, isGuarded, numberMac, recordSuspicion, type WidgetCap } from '../limits/limits.ts';
import { beginPlan, endPlansOf } from '../plan/begin-plan.ts';
import { planChannels, sendOverFirst } from '../plan/plan-channels.ts';
import type { Profile } from '../profiles/profile.ts';
import { type CallbackTarget, sendCodeMessage } from './code-message.ts';
import { insertVerificationMessage } from './verification-messages.sql.ts';
import { insertVerification } from './verifications.sql.ts';

export type CodeOrder = {
  readonly profile: Profile;
  /** A channel of the profile, or AUTO. */
  readonly channelType: WantedChannel;
  /** Digits from `readDestination`. */
  readonly destination: string;
  /** Absent: requested over the API. A widget may have a cap of its own. */
  readonly widget?: WidgetCap;
  /** Host of the site whose visitor requested the code. */
  readonly siteHost?: string | undefined;
  /** Absent: the language of the profile. */
  readonly language?: VerificationLanguage | undefined;
  readonly externalMessageId?: string | undefined;
  /** Absent: the target of the profile. */
  readonly callbackUrl?: string | undefined;
};

export type SentVerification = { readonly uuid: string; readonly messageUuid: string; publish(): Promise<void> };

export async function sendCode(
  tx: Tx,
  platform: Platform,
  account: KeyActor,
  order: CodeOrder,
): Promise<SentVerification> {
  const { profile, destination, widget } = order;
  const { companyId } = account;
  await checkMoney(tx, profile, widget);
  const suspicion = await claimNumber(tx, platform, profile, destination);
  const mac = numberMac(platform.secrets, destination);
  await endPlansOf(tx, profile, mac);
  const uuid = randomUUID();
  const guarded = await isGuarded(tx, platform, companyId, destination);
  const expiresAt = new Date(tx.now.getTime() + profile.lifetimeSeconds * 1000);
  const channels = await planChannels(tx, platform, profile, { wanted: order.channelType, destination });
  const { message, later } = await sendOverFirst(channels, (channelType) =>
    sendCodeMessage(tx, platform, account, {
      verificationId: uuid,
      profile,
      channelType,
      destination,
      code: randomDigits(codeStrength(channelType, profile, guarded).codeLength),
      expiresAt,
      wording: wordingOf(order),
      callback: callbackOf(order),
      externalMessageId: order.externalMessageId ?? null,
      widget,
    }),
  );
  await insertVerification(tx, {
    id: uuid,
    companyId,
    gatewayId: profile.gatewayId,
    messageUuid: message.messageUuid,
    prefix: numberPrefix(destination),
    day: countingDay(tx.now).day,
    codeMac: message.codeMac,
    numberMac: mac,
    codeLength: message.codeLength,
    checksMax: codeStrength(message.channelType, profile, guarded).checksMax,
    expiresAt,
    ...wordingOf(order),
    widgetId: widget?.widgetId ?? null,
  });
  await insertVerificationMessage(tx, { ...message, verificationId: uuid, companyId, position: 0 });
  await beginPlan(tx, profile, { verificationId: uuid, companyId, numberMac: mac, message, later });
  const publish = () => {
    if (suspicion !== undefined) recordSuspicion(platform, suspicion);
    return message.publish();
  };
  return { uuid, messageUuid: message.messageUuid, publish };
}

export function randomDigits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

function wordingOf({ profile, language, siteHost }: CodeOrder) {
  return { language: language ?? profile.language, siteHost: (profile.bindToSite ? siteHost : undefined) ?? null };
}

function callbackOf({ profile, callbackUrl }: CodeOrder): CallbackTarget | null {
  if (callbackUrl !== undefined) return { url: callbackUrl };
  const { callbackUrl: url, callbackEndpointId: endpointId } = profile;
  return url === null || endpointId === null ? null : { url, endpointId };
}
