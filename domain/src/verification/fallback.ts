// The plan of a verification: its channels in the order of their use. The next channel follows at once when the message
// of the present one fails, and after a wait when it is not delivered. Every message of a plan ends with the code.
import {
  AUTO_CHANNEL,
  type Fallback,
  type ProfileChannel,
  type VerificationChannel,
  WAIT_SECONDS_DEFAULT,
  type WantedChannel,
} from './verification-channel.ts';
import { messageLifetimeSeconds, type SentCode, verificationStatus } from './verification-status.ts';

/** Whether the order by conversion decides about the plan. */
export function needsOrder(fallback: Fallback, wanted: WantedChannel): boolean {
  return fallback === 'AUTO' || (fallback === 'NONE' && wanted === AUTO_CHANNEL);
}

/**
 * `order`: the usable channels of the profile, by conversion if `needsOrder`, else as listed. The first one is sent
 * now.
 */
export function plannedChannels(
  fallback: Fallback,
  wanted: WantedChannel,
  order: readonly VerificationChannel[],
): VerificationChannel[] {
  const first = wanted === AUTO_CHANNEL ? order[0] : wanted;
  if (first === undefined) return [];
  if (fallback === 'NONE') return [first];
  if (fallback === 'AUTO') return [first, ...order.filter((channel) => channel !== first)];
  // A request for a later channel of the list does not go back to an earlier one.
  const place = order.indexOf(first);
  return place === -1 ? [first] : order.slice(place);
}

export const waitOf = ({ waitSeconds }: Pick<ProfileChannel, 'waitSeconds'>): number =>
  waitSeconds ?? WAIT_SECONDS_DEFAULT;

export type PlannedCode = SentCode & { readonly cancelledAt: Date | null };

/** Whether a further message of the code may go out; `whole` is the lifetime of the code. */
export function isPlanOpen(code: PlannedCode, now: Date, whole: number): boolean {
  const isPending = verificationStatus(code, now) === 'PENDING';
  return isPending && messageLifetimeSeconds(code.expiresAt, now, whole) !== undefined;
}
