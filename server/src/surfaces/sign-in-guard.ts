// What stands in front of every password that is tried, at all three doors. A try is limited by its login and address
// together, and strangers by their address over all logins, so that one address can neither try many logins nor fill the
// queue of hashing. A login that has signed in from this address before is no stranger: it pays nothing for its
// neighbours and waits in a lane of its own. Whether an account exists makes no difference to any of this.
import { addressBlock } from '@volley/domain/address-block.ts';
import { isKnownSignIn } from '../features/access/known-sign-ins.ts';
import type { HashTurn } from '../features/access/password.ts';
import type { Platform } from '../platform/platform.ts';
import type { ApiServer } from './http-server.ts';
import { patiently } from './login-delay.ts';
import type { RateVerdict } from './rate-limit.ts';

type Try = {
  readonly login: string;
  readonly address: string;
  /** Applies a verdict to the answer; throws when it refuses. */
  readonly limit: (verdict: RateVerdict | undefined) => void;
};

export async function guardSignIn<T>(
  { limiters }: ApiServer,
  platform: Pick<Platform, 'db'>,
  { login, address, limit, door }: Try & { readonly door: 'strangers' | 'staff' },
  work: (turn: HashTurn) => Promise<T>,
): Promise<T> {
  const block = addressBlock(address);
  const isKnown = await isKnownSignIn(platform, login, block);
  const pair = `${block} ${login}`;
  if (limiters !== undefined) {
    // Looked at first and taken last: a spent address fills no buckets, and a refused login costs its address nothing.
    if (!isKnown && limiters.address.isSpent(block)) limit(limiters.address.take(block));
    limit(limiters.login.take(door === 'staff' ? `staff ${pair}` : pair));
    if (!isKnown) limiters.address.take(block);
  }
  // Wrong passwords from elsewhere do not delay a login where it is known.
  const delayed = isKnown ? pair : login;
  const result = await patiently(limiters?.loginDelay, delayed, () =>
    work({ lane: isKnown ? 'trusted' : door, caller: block }),
  );
  if (!isKnown) limiters?.address.giveBack(block);
  return result;
}
