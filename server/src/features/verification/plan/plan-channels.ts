// Channels of a new code, in the order of their use. The first that accepts the message carries the code; the others
// are the plan of the verification.
import { canReach } from '@volley/domain/numbers/number-type.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { channelOrder } from '@volley/domain/verification/channel-order.ts';
import { needsOrder, plannedChannels } from '@volley/domain/verification/fallback.ts';
import type { VerificationChannel, WantedChannel } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openReferenceBook } from '../../messages/planning/reference-book.ts';
import { findCountry } from '../../numbering/find-country.ts';
import { PumpingStop } from '../limits/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import { operatorOf } from './operator-of.ts';
import { selectScores } from './scores.sql.ts';

/** `wanted` must be a channel of the profile. Empty: no channel reaches the number. */
export async function planChannels(
  tx: Tx,
  { db }: Pick<Platform, 'db'>,
  profile: Profile,
  { wanted, destination }: { readonly wanted: WantedChannel; readonly destination: string },
): Promise<VerificationChannel[]> {
  const listed = reachingChannels(profile, destination);
  if (!needsOrder(profile.fallback, wanted)) return plannedChannels(profile.fallback, wanted, listed);
  const { plan } = await openReferenceBook(db);
  const scores = await selectScores(tx, profile.gatewayId, operatorOf(plan, destination));
  return plannedChannels(profile.fallback, wanted, channelOrder(listed, scores, Math.random()).channels);
}

/** Channels of the profile that can reach the number, as listed. */
export function reachingChannels({ channels }: Profile, destination: string): VerificationChannel[] {
  const { type } = findCountry(destination);
  return channels.flatMap(({ channelType }) => (canReach(channelType, type) ? [channelType] : []));
}

export type Accepted<Message> = { readonly message: Message; readonly later: readonly VerificationChannel[] };

/**
 * Sends over the first channel that is not refused, for example because its sender name is unusable. Throws the first
 * refusal if all are refused. A refused message leaves no rows, except for a stop by the day's cap, which must roll
 * back.
 */
export async function sendOverFirst<Message>(
  channels: readonly VerificationChannel[],
  send: (channelType: VerificationChannel) => Promise<Message>,
): Promise<Accepted<Message>> {
  let refusal: Refusal | undefined;
  for (const [at, channelType] of channels.entries()) {
    try {
      return { message: await send(channelType), later: channels.slice(at + 1) };
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof PumpingStop) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new Refusal('bad-request', { field: 'channelType', problem: 'must be able to reach the number' });
}
