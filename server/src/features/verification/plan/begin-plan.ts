import { waitOf } from '@volley/domain/verification/fallback.ts';
import type { VerificationChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { channelOf, type SentCodeMessage } from '../codes/code-message.ts';
import type { Profile } from '../profiles/profile.ts';
import { insertFacts } from './facts.sql.ts';
import { deletePlansOf, insertPlan } from './plans.sql.ts';

type FirstMessage = {
  readonly verificationId: string;
  readonly companyId: number;
  readonly numberMac: string;
  readonly message: Pick<SentCodeMessage, 'messageUuid' | 'channelType'>;
  /** Channels that may follow. */
  readonly later: readonly VerificationChannel[];
};

/** Counts the first message of a verification and plans the further ones. Call after the rows of both. */
export async function beginPlan(
  tx: Tx,
  profile: Profile,
  { verificationId, companyId, numberMac, message, later }: FirstMessage,
): Promise<void> {
  await insertFacts(tx, 'sent', [message.messageUuid]);
  if (later.length === 0) return;
  const waitMs = waitOf(channelOf(profile, message.channelType)) * 1000;
  await insertPlan(tx, {
    verificationId,
    companyId,
    gatewayId: profile.gatewayId,
    numberMac,
    messageId: message.messageUuid,
    channels: later,
    dueAt: new Date(tx.now.getTime() + waitMs),
  });
}

/**
 * A new code for a number ends the plans of its earlier codes. Call before the new message is sent: a plan that goes on
 * at this moment holds its row and waits for the wallet.
 */
export async function endPlansOf(tx: Tx, { fallback, gatewayId }: Profile, numberMac: string): Promise<void> {
  if (fallback !== 'NONE') await deletePlansOf(tx, gatewayId, numberMac);
}
