import { must } from '@volley/domain/must.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import {
  AUTO_CHANNEL,
  type VerificationChannel,
  type WantedChannel,
} from '@volley/domain/verification/verification-channel.ts';
import { inTransaction, read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { PumpingStop, recordStop } from '../limits/limits.ts';
import { reachingChannels } from '../plan/plan-channels.ts';
import type { Profile } from '../profiles/profile.ts';
import { getProfile } from '../profiles/profiles.ts';
import { channelOf } from './code-message.ts';
import { readDestination } from './read-destination.ts';
import { type CodeOrder, type SentVerification, sendCode } from './send-code.ts';

type Wanted = Pick<CodeOrder, 'language' | 'externalMessageId' | 'callbackUrl'> & {
  readonly channelType: WantedChannel;
  readonly destination: string;
  readonly gatewayId: string;
};

/** A code requested by the account's server; without a limit per visitor address. */
export async function sendVerification(
  platform: Platform,
  account: KeyActor,
  { channelType: wanted, destination: given, gatewayId, ...settings }: Wanted,
): Promise<SentVerification> {
  const profile = await read(platform.db, (tx) => getProfile(tx, account.companyId, gatewayId));
  const checked = wanted === AUTO_CHANNEL ? reachingChannel(profile, given) : wanted;
  channelOf(profile, checked);
  const destination = await readDestination(platform, profile, checked, given);
  const order = { ...settings, profile, channelType: wanted, destination };
  const sent = await withStopAlarm(platform, () =>
    inTransaction(platform.db, (tx) => sendCode(tx, platform, account, order)),
  );
  await sent.publish();
  return sent;
}

/** A channel that decides whether the number can get codes at all. */
function reachingChannel(profile: Profile, given: string): VerificationChannel {
  const [reaching] = reachingChannels(profile, normalizeDestination(given) ?? '');
  return reaching ?? must(profile.channels[0], `channel of profile ${profile.gatewayId}`).channelType;
}

/** Records a stop after the rollback of the refused transaction. */
export async function withStopAlarm<T>(
  platform: Pick<Platform, 'db' | 'log' | 'metrics'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PumpingStop) await recordStop(platform, error.stop);
    throw error;
  }
}
