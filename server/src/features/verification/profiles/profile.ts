import type {
  Fallback,
  ProfileChannel,
  VerificationLanguage,
} from '@volley/domain/verification/verification-channel.ts';

/** Settings of verification codes; the API calls a profile a gateway. */
export type Profile = {
  readonly gatewayId: string;
  readonly companyId: number;
  readonly name: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  /** For all channels except FLASHCALL, whose codes have four digits. */
  readonly codeLength: number;
  readonly lifetimeSeconds: number;
  readonly checksMax: number;
  readonly resendPauseSeconds: number;
  /** Per ten minutes. */
  readonly sendsPerNumber: number;
  /** Per hour. */
  readonly sendsPerAddress: number;
  /** Per hour, to numbers that differ only in the last four digits. Beyond, the prefix is suspect; sends go on. */
  readonly sendsPerPrefix: number;
  readonly countries: readonly string[];
  readonly dayMicrosMax: bigint;
  /** Minimum percentage of entered codes; below it the prefix is suspect. */
  readonly enteredShareMin: number;
  /** Codes per prefix and day from which `enteredShareMin` applies. */
  readonly enteredShareAfter: number;
  readonly channels: readonly ProfileChannel[];
  readonly fallback: Fallback;
  /** Target of the events of codes whose request names none, and its URL for display. */
  readonly callbackEndpointId: number | null;
  readonly callbackUrl: string | null;
  /** Of the texts, unless the request names one. */
  readonly language: VerificationLanguage | null;
  /** SMS of a widget end with the line `@site #code`. */
  readonly bindToSite: boolean;
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
  fallback: 'NONE',
  callbackEndpointId: null,
  callbackUrl: null,
  language: null,
  bindToSite: false,
} as const;

const ID_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 6;

/** Id of a profile or widget: short, because users copy it by hand. */
export function mintShortId(randomInt: (below: number) => number): string {
  return Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
}
