// Challenges of the proof of work. A challenge is signed and not stored; its salt is stored when it is used, so that it
// counts once. Issuing one counts nothing, so strangers cannot make the work of others harder; the decision is made
// again when the proof comes, so challenges cannot be collected while they are easy.
import { createHash, randomBytes } from 'node:crypto';
import type { TokenHolder } from '@volley/domain/verification/captcha-pass.ts';
import {
  CHALLENGE_SECONDS,
  challengeText,
  hasZeroBits,
  parseProof,
  saltOf,
  workText,
} from '@volley/domain/verification/proof-of-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isSigned } from './signatures.ts';
import type { TokenUse } from './tokens.sql.ts';

export type IssuedChallenge = {
  readonly salt: string;
  readonly bits: number;
  /** Business time in seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
};

const SALT_BYTES = 16;

export function signChallenge(
  { secrets }: Pick<Platform, 'secrets'>,
  holder: TokenHolder,
  bits: number,
  now: Date,
): IssuedChallenge {
  const salt = saltOf(bits, randomBytes(SALT_BYTES).toString('base64url'));
  const expires = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS;
  return { salt, bits, expires, signature: secrets.mac(challengeText({ salt, expires }, holder)) };
}

export type SolvedChallenge = { readonly bits: number; readonly use: TokenUse };

/** The bits of a solved challenge, and the use that it costs. Undefined: forged, too old, or not solved. */
export function readProof(
  platform: Pick<Platform, 'secrets' | 'costs'>,
  token: string,
  holder: TokenHolder,
  now: Date,
): SolvedChallenge | undefined {
  const proof = parseProof(token);
  if (proof === undefined || proof.expires * 1000 <= now.getTime()) return undefined;
  const { salt, bits, n, expires, signature } = proof;
  if (!isSigned(platform, challengeText(proof, holder), signature)) return undefined;
  const checkedBits = Math.min(bits, platform.costs.proofBitsMax);
  if (!hasZeroBits(createHash('sha256').update(workText(salt, n)).digest(), checkedBits)) return undefined;
  return { bits, use: { subject: `pow ${salt}`, usesMax: 1, keptUntil: new Date(expires * 1000) } };
}
