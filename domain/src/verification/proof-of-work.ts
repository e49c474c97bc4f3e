// Proof of work, a captcha without a third party: the browser finds `n` so that the SHA-256 of `salt.n` begins with
// zero bits. It makes floods expensive; it does not tell people from programs.
import type { TokenHolder } from './captcha-pass.ts';

/** A challenge is answered within this time. */
export const CHALLENGE_SECONDS = 120;

export function hasZeroBits(digest: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  if (digest.length * 8 < bits || digest.subarray(0, whole).some((byte) => byte !== 0)) return false;
  return (bits & 7) === 0 || (digest[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/** The bits are part of the salt, so its signature covers them. */
export const saltOf = (bits: number, random: string) => `${bits}-${random}`;

export const workText = (salt: string, n: string) => `${salt}.${n}`;

export type Challenge = { readonly salt: string; readonly expires: number };

/** Text to sign. */
export function challengeText({ salt, expires }: Challenge, { widgetId, destination, block }: TokenHolder): string {
  return `challenge ${widgetId} ${destination} ${block} ${salt} ${expires}`;
}

export type Proof = Challenge & { readonly bits: number; readonly n: string; readonly signature: string };

const PROOF = /^pow\.((\d\d)-[\w-]{22})\.(\d{1,16})\.(\d{1,12})\.([\w.-]{1,100})$/;

/** Undefined: not a token of the form `pow.{salt}.{n}.{expires}.{signature}`. */
export function parseProof(token: string): Proof | undefined {
  const [, salt, bits, n, expires, signature] = PROOF.exec(token) ?? [];
  if (salt === undefined || n === undefined || signature === undefined) return undefined;
  return { salt, bits: Number(bits), n, expires: Number(expires), signature };
}
