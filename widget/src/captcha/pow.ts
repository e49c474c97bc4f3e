// Proof of work on the main thread, in slices: a page's policy may allow no workers.
import type { Challenge } from '../wire.ts';
import { sha256 } from './sha256.ts';

const SLICE_MS = 8;
/** Hashes between two looks at the clock. */
const RUN = 64;

/** Whether SHA-256(salt + "." + n) begins with `bits` zero bits, at most 32. */
export const isSolution = (salt: string, n: number, bits: number): boolean =>
  Math.clz32(sha256(`${salt}.${n}`)[0] as number) >= bits;

export type Pace = {
  readonly clock: () => number;
  /** Lets the page work between two slices. */
  readonly pause: () => Promise<unknown>;
  readonly isStopped: () => boolean;
  /** Share of the expected work, below 1. */
  readonly progress: (share: number) => void;
};

/** The token; undefined if stopped. */
export async function solve(
  { salt, bits, expires, signature }: Challenge,
  { clock, pause, isStopped, progress }: Pace,
): Promise<string | undefined> {
  let end = clock() + SLICE_MS;
  for (let n = 0; ; n += 1) {
    if (isSolution(salt, n, bits)) return `pow.${salt}.${n}.${expires}.${signature}`;
    if (n % RUN || clock() < end) continue;
    progress(1 - Math.exp(-n / 2 ** bits));
    await pause();
    if (isStopped()) return undefined;
    end = clock() + SLICE_MS;
  }
}
