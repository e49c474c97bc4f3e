import type { KeyActor } from '@volley/domain/actor.ts';
import type { VerificationChannel } from '@volley/domain/verification-channel.ts';
import { inTransaction, read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { noteStop, PumpingStop } from './limits.ts';
import { getProfile } from './profiles.ts';
import { readDestination } from './read-destination.ts';
import { channelOf, type SentVerification, sendCode } from './send-code.ts';

type Wanted = {
  readonly channelType: VerificationChannel;
  readonly destination: string;
  readonly gatewayId: string;
};

/** A code for the account's own page. There is no visitor's address here: the caller is the account's server. */
export async function sendVerification(
  platform: Platform,
  account: KeyActor,
  { channelType, destination: given, gatewayId }: Wanted,
): Promise<SentVerification> {
  const profile = await read(platform.db, (tx) => getProfile(tx, account.companyId, gatewayId));
  channelOf(profile, channelType);
  const destination = await readDestination(platform, profile, channelType, given);
  const sent = await alarmed(platform, () =>
    inTransaction(platform.db, (tx) => sendCode(tx, platform, account, { profile, channelType, destination })),
  );
  await sent.publish();
  return sent;
}

/** A stop is noted after the transaction that met it is gone. */
export async function alarmed<T>(
  platform: Pick<Platform, 'db' | 'log' | 'metrics'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PumpingStop) await noteStop(platform, error.stop);
    throw error;
  }
}
