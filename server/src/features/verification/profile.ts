import type { ProfileChannel } from '@volley/domain/verification-channel.ts';

/** How codes of one kind are made, sent and guarded; the interface calls it a gateway. */
export type Profile = {
  readonly gatewayId: string;
  readonly companyId: number;
  readonly name: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  /** Of every channel but FLASHCALL, whose codes have four digits. */
  readonly codeLength: number;
  readonly lifetimeSeconds: number;
  readonly checksMax: number;
  readonly resendPauseSeconds: number;
  /** In ten minutes. */
  readonly sendsPerNumber: number;
  /** In an hour. */
  readonly sendsPerAddress: number;
  /** In an hour, to numbers that differ in their last four digits only. More of them are suspect, not refused. */
  readonly sendsPerPrefix: number;
  readonly countries: readonly string[];
  readonly dayMicrosMax: bigint;
  /** Per cent of codes that must have been entered, or the prefix is suspect … */
  readonly enteredShareMin: number;
  /** … once so many were sent to a prefix in a day. */
  readonly enteredShareAfter: number;
  readonly channels: readonly ProfileChannel[];
  readonly createdAt: Date;
};

export const PROFILE_DEFAULTS = {
  codeLength: 6,
  lifetimeSeconds: 600,
  checksMax: 5,
  resendPauseSeconds: 30,
  sendsPerNumber: 5,
  sendsPerAddress: 20,
  sendsPerPrefix: 50,
  countries: ['RU'],
  dayMicrosMax: 5_000_000_000n,
  enteredShareMin: 10,
  enteredShareAfter: 30,
} as const;

const ID_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 6;

/** Of profiles and widgets: short, because people copy them by hand. */
export function mintShortId(randomInt: (below: number) => number): string {
  return Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
}
