// Browsers that owe a proof of work. Tests check fewer zero bits than production (test-costs.ts), so that hard
// challenges are solved at once too.
import { createHash } from 'node:crypto';
import { hasZeroBits } from '@volley/domain/verification/proof-of-work.ts';
import { type Call, numberAt, type Reply, textAt } from '../http-client.ts';
import { TEST_COSTS } from '../test-costs.ts';
import { type GivenWidget, PHONE, SITE } from './verification.ts';

export type Challenge = {
  readonly salt: string;
  readonly bits: number;
  readonly expires: number;
  readonly signature: string;
};

export type Browser = { readonly address: string; readonly destination?: string };

export function askChallenge(
  { call }: { readonly call: Call },
  { widgetId }: Pick<GivenWidget, 'widgetId'>,
  { address, destination = PHONE }: Browser,
): Promise<Reply> {
  return call('POST', `/widget/v1/${widgetId}/challenge`, {
    headers: { origin: SITE, 'x-forwarded-for': address },
    body: { destination, channelType: 'SMS' },
  });
}

export function challengeIn({ body }: Reply): Challenge {
  return {
    salt: textAt(body, 'salt'),
    bits: numberAt(body, 'bits'),
    expires: numberAt(body, 'expires'),
    signature: textAt(body, 'signature'),
  };
}

/** The first number whose digest is as wanted. */
export function solve({ salt }: Challenge, isRight: (digest: Buffer) => boolean): number {
  for (let n = 0; ; n += 1) if (isRight(createHash('sha256').update(`${salt}.${n}`).digest())) return n;
}

export const tokenOf = ({ salt, expires, signature }: Challenge, n: number) =>
  `pow.${salt}.${n}.${expires}.${signature}`;

export function solved(challenge: Challenge): string {
  const bits = Math.min(challenge.bits, TEST_COSTS.proofBitsMax);
  return tokenOf(
    challenge,
    solve(challenge, (digest) => hasZeroBits(digest, bits)),
  );
}
