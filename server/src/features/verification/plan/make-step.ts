// The next message of a verification, in the transaction that locks its plan. It carries the same code as the earlier
// ones, except a flash call, and ends with the code. It counts for the money of the account and the day's caps, and not
// for the limits of the number: it is no new request.
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isPlanOpen, waitOf } from '@volley/domain/verification/fallback.ts';
import { codeStrength, type VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openContent } from '../../messages/sealed-content.ts';
import { type CallbackTarget, channelOf, type SentCodeMessage, sendCodeMessage } from '../codes/code-message.ts';
import { randomDigits } from '../codes/send-code.ts';
import { insertVerificationMessage } from '../codes/verification-messages.sql.ts';
import { checkMoney, isGuarded, PumpingStop } from '../limits/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import { selectProfile } from '../profiles/profiles.sql.ts';
import { insertFacts } from './facts.sql.ts';
import { type Accepted, sendOverFirst } from './plan-channels.ts';
import { type DuePlan, deletePlan, movePlan } from './plans.sql.ts';
import { type StepOrigin, selectOrigin, selectSharedCode } from './steps.sql.ts';

/** Undefined: the plan has ended, and no message follows. */
export async function makeStep(tx: Tx, platform: Platform, plan: DuePlan): Promise<SentCodeMessage | undefined> {
  const sent = await sendNext(tx, platform, plan);
  if (sent === undefined) {
    await deletePlan(tx, plan);
    return undefined;
  }
  const { message, later, waitSeconds } = sent;
  const { verificationId, companyId } = plan;
  await insertVerificationMessage(tx, { ...message, verificationId, companyId, position: plan.position + 1 });
  await insertFacts(tx, 'sent', [message.messageUuid]);
  if (later.length === 0) await deletePlan(tx, plan);
  else {
    const dueAt = new Date(tx.now.getTime() + waitSeconds * 1000);
    await movePlan(tx, plan, { messageId: message.messageUuid, channels: later, dueAt });
  }
  return message;
}

type SentStep = Accepted<SentCodeMessage> & { readonly waitSeconds: number };

async function sendNext(tx: Tx, platform: Platform, plan: DuePlan): Promise<SentStep | undefined> {
  if (plan.isSettled || !isPlanOpen(plan, tx.now, plan.wholeSeconds)) return undefined;
  const profile = await selectProfile(tx, plan.gatewayId);
  const origin = await selectOrigin(tx, plan.messageId);
  if (profile?.status !== 'ACTIVE' || origin === undefined || origin.destination.startsWith('-')) return undefined;
  const sealed = await selectSharedCode(tx, plan.verificationId);
  if (sealed === null) return undefined;
  const shared = sealed === undefined ? undefined : openContent(platform.secrets, sealed).code;
  try {
    await checkMoney(tx, profile, widgetOf(plan));
    const step = { plan, profile, origin, shared };
    const sent = await sendOverFirst(plan.channels, (channelType) => sendStep(tx, platform, step, channelType));
    return { ...sent, waitSeconds: waitOf(channelOf(profile, sent.message.channelType)) };
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof PumpingStop)) return undefined;
    throw error;
  }
}

type NextStep = {
  readonly plan: DuePlan;
  readonly profile: Profile;
  readonly origin: StepOrigin;
  /** The code of the earlier messages. */
  readonly shared: string | undefined;
};

async function sendStep(
  tx: Tx,
  platform: Platform,
  { plan, profile, origin, shared }: NextStep,
  channelType: VerificationChannel,
): Promise<SentCodeMessage> {
  const { verificationId, companyId, expiresAt, language, siteHost } = plan;
  const { destination, externalMessageId } = origin;
  const guarded = await isGuarded(tx, platform, companyId, destination);
  // Four more digits would make guessing easier, and checks are already counted for all messages.
  if (guarded && channelType === 'FLASHCALL') throw new Refusal('too-many-requests', { retryAfterSeconds: 1 });
  const own = () => randomDigits(codeStrength(channelType, profile, guarded).codeLength);
  return sendCodeMessage(tx, platform, accountOf(plan, origin), {
    verificationId,
    profile,
    channelType,
    destination,
    code: channelType === 'FLASHCALL' ? own() : (shared ?? own()),
    expiresAt,
    wording: { language, siteHost },
    callback: callbackOf(origin),
    externalMessageId,
    widget: widgetOf(plan),
  });
}

const widgetOf = ({ widgetId, widgetMicrosMax }: DuePlan) =>
  widgetId === null ? undefined : { widgetId, dayMicrosMax: widgetMicrosMax };

function callbackOf({ callbackUrl: url, callbackEndpointId: endpointId }: StepOrigin): CallbackTarget | null {
  return url === null || endpointId === null ? null : { url, endpointId };
}

function accountOf({ companyId }: DuePlan, { partnerId, currency, trafficCenterId }: StepOrigin): KeyActor {
  return { kind: 'key', keyId: 'fallback', type: 'VERIFIER', companyId, partnerId, currency, trafficCenterId };
}
