// Work of proofs on this machine: of a visitor's browser, which runs the script of the widget, and of an attacker, who
// runs the fastest hash of this runtime.
import { hash } from 'node:crypto';
import { hasZeroBits } from '@volley/domain/verification/proof-of-work.ts';
import { isSolution } from '../../widget/src/captcha/pow.ts';

/** Zero bits that the process of the visitors checks. */
export const CHECKED_BITS = 8;

/** Hashes per second of CPU. */
export type HashRates = { readonly browser: number; readonly attacker: number };

const SALT = '22-AAAAAAAAAAAAAAAAAAAAAA';
const WARM_UP = 30_000;
const MEASURED = 200_000;
const NEVER = 32;

export const measureRates = (): HashRates => ({
  browser: rateOf((n) => isSolution(SALT, n, NEVER)),
  attacker: rateOf((n) => isZero(SALT, n, NEVER)),
});

function rateOf(tryOne: (n: number) => boolean): number {
  for (let n = 0; n < WARM_UP; n += 1) tryOne(n);
  const seconds = cpuSeconds(() => {
    for (let n = 0; n < MEASURED; n += 1) tryOne(n);
  });
  return MEASURED / seconds;
}

export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const isZero = (salt: string, n: number, bits: number) => hasZeroBits(hash('sha256', `${salt}.${n}`, 'buffer'), bits);

export type Challenge = {
  readonly salt: string;
  readonly bits: number;
  readonly expires: number;
  readonly signature: string;
};

/** `by`: the script of the widget, or the hash of an attacker. */
export function solve({ salt, expires, signature }: Challenge, bits: number, by: keyof HashRates = 'attacker'): string {
  const isRight = by === 'browser' ? isSolution : isZero;
  let n = 0;
  while (!isRight(salt, n, bits)) n += 1;
  return `pow.${salt}.${n}.${expires}.${signature}`;
}
