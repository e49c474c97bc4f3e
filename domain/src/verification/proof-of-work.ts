// Proof of work, a captcha without a third party: the browser finds `n` so that the SHA-256 of `salt.n` begins with zero
// bits. It makes floods expensive; it does not tell people from programs.

/** A challenge is answered within this time. */
export const CHALLENGE_SECONDS = 120;
/** Challenges of an address block within this time make the next one harder. */
export const CHALLENGE_WINDOW_SECONDS = 3_600;

const BITS_MIN = 15;
const BITS_BY_LOAD_MAX = 19;
const BITS_MAX = 22;
/** Challenges of a widget per minute that count as no load. */
const CALM_PER_MINUTE = 60;

export type Load = {
  /** Challenges of the widget in the last minute. */
  readonly perMinute: number;
  /** Challenges of the address block in the last hour, without this one. */
  readonly earlierTries: number;
};

/** Zero bits of the next challenge: one more for each doubling of the load and for each try of the address block. */
export function difficulty({ perMinute, earlierTries }: Load): number {
  const byLoad = BITS_MIN + Math.max(0, Math.ceil(Math.log2(perMinute / CALM_PER_MINUTE)));
  return Math.min(BITS_MAX, Math.min(BITS_BY_LOAD_MAX, byLoad) + earlierTries);
}

/** Tries beyond this number change no difficulty. */
export const TRIES_COUNTED_MAX = BITS_MAX - BITS_MIN;

export function hasZeroBits(digest: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  if (digest.length * 8 < bits || digest.subarray(0, whole).some((byte) => byte !== 0)) return false;
  return (bits & 7) === 0 || (digest[whole] ?? 0) >> (8 - (bits & 7)) === 0;
}

/** The bits are part of the salt, so its signature covers them. */
export const saltOf = (bits: number, random: string) => `${bits}-${random}`;

export const workText = (salt: string, n: string) => `${salt}.${n}`;

export type Challenge = { readonly salt: string; readonly expires: number };

/** Text to sign: a challenge is for one widget and one address block. */
export function challengeText({ salt, expires }: Challenge, widgetId: string, block: string): string {
  return `challenge ${widgetId} ${block} ${salt} ${expires}`;
}

export type Proof = Challenge & { readonly bits: number; readonly n: string; readonly signature: string };

const PROOF = /^pow\.((\d\d)-[\w-]{22})\.(\d{1,16})\.(\d{1,12})\.([\w.-]{1,100})$/;

/** Undefined: not a token of the form `pow.{salt}.{n}.{expires}.{signature}`. */
export function parseProof(token: string): Proof | undefined {
  const [, salt, bits, n, expires, signature] = PROOF.exec(token) ?? [];
  if (salt === undefined || n === undefined || signature === undefined) return undefined;
  return { salt, bits: Number(bits), n, expires: Number(expires), signature };
}
