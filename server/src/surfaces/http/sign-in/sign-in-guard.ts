// Limits sign-in attempts at all three sign-in endpoints: per login and address, and per address over all logins, so
// that one address can neither try many logins nor fill the hashing queue. A login that has signed in from this address
// before is exempt from the address limit and has its own lane. Whether an account exists makes no difference.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { isKnownSignIn } from '../../../features/access/known-sign-ins.ts';
import type { HashTurn } from '../../../features/access/password.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import type { RateVerdict } from '../limits/rate-limit.ts';
import { withLoginDelay } from './login-delay.ts';

type Try = {
  readonly login: string;
  readonly address: string;
  /** Applies a verdict to the answer; throws when the call is refused. */
  readonly limit: (verdict: RateVerdict | undefined) => void;
};

export async function guardSignIn<T>(
  { limiters }: ApiServer,
  platform: Pick<Platform, 'db'>,
  { login, address, limit, lane }: Try & { readonly lane: 'strangers' | 'staff' },
  work: (turn: HashTurn) => Promise<T>,
): Promise<T> {
  const block = addressBlock(address);
  const isKnown = await isKnownSignIn(platform, login, block);
  const pair = `${block} ${login}`;
  if (limiters !== undefined) {
    // Checks the address first and charges it last: an exhausted address fills no buckets, a refused login is free.
    if (!isKnown && limiters.address.isSpent(block)) limit(limiters.address.take(block));
    limit(limiters.login.take(lane === 'staff' ? `staff ${pair}` : pair));
    if (!isKnown) limiters.address.take(block);
  }
  // Failures from other addresses do not delay a login at an address where it is known.
  const delayed = isKnown ? pair : login;
  const result = await withLoginDelay(limiters?.loginDelay, delayed, () =>
    work({ lane: isKnown ? 'trusted' : lane, caller: block }),
  );
  if (!isKnown) limiters?.address.giveBack(block);
  return result;
}
