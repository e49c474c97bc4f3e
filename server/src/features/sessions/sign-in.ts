// Sign-in to the console with a password or a one-time link, for partners' own logins, partners' users and staff.
import type { SignedIn } from '@volley/domain/people/actor.ts';
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { rememberSignIn } from '../access/known-sign-ins.ts';
import { type HashTurn, isPassword } from '../access/password.ts';
import { insertAction } from './actions.sql.ts';
import { actorOf, IDLE_MS } from './authenticate-session.ts';
import { csrfTokenOf, mintSecret, readSecret } from './session-cookie.ts';
import {
  type Account,
  claimLink,
  findSession,
  insertSession,
  selectAccount,
  selectAccounts,
  updateLastSeen,
} from './sessions.sql.ts';

const LIFETIME_MS = 7 * 86_400_000;
const DEVICE_LENGTH_MAX = 300;

type Needs = Pick<Platform, 'db' | 'config' | 'costs'>;

/** Origin of a sign-in. */
export type Place = { readonly address: string; readonly device: string; readonly requestId: string };

export type NewSignIn = { readonly actor: SignedIn; readonly cookieValue: string };

/**
 * An unknown login, a wrong password and a disabled account get the same response in the same time. Only a login shared
 * by two kinds of accounts is hashed twice.
 */
export async function signIn(
  platform: Needs,
  { login, password }: { login: string; password: string },
  place: Place,
  turn: HashTurn,
): Promise<NewSignIn> {
  const found = await read(platform.db, (tx) => selectAccounts(tx, login));
  const accounts = found.filter((account) => isServed(platform, account));
  let proven: Account | undefined;
  // Outside of any transaction: hashing is slow and must not hold a connection.
  for (const account of accounts.length === 0 ? [undefined] : accounts) {
    const isRight = await isPassword(password, account?.passwordHash, turn, platform.costs.password);
    if (isRight && account?.active === true) proven ??= account;
  }
  if (proven === undefined) throw new Refusal('bad-credentials');
  return open(platform, (tx) => begin(tx, proven, place), place);
}

export async function signInByLink(platform: Needs, token: string, place: Place): Promise<NewSignIn> {
  const secret = readSecret(token);
  if (secret === undefined) throw new Refusal('bad-credentials');
  const claim = async (tx: Tx) => {
    const holder = await claimLink(tx, secret.digest);
    const account = holder && (await selectAccount(tx, holder));
    return account?.active === true && isServed(platform, account) ? begin(tx, account, place) : undefined;
  };
  return open(platform, claim, place);
}

/** Staff cannot sign in where the back office is off. */
function isServed({ config }: Needs, { staffId }: Account): boolean {
  return staffId === null || config.backOffice;
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Refuses after COMMIT, so that an expired link is used up. */
async function open(
  { db }: Needs,
  work: (tx: Tx) => Promise<Begun | undefined>,
  { requestId }: Place,
): Promise<NewSignIn> {
  const secret = await inTransaction(db, work);
  const session = secret && (await findSession(db, secret.digest, IDLE_MS));
  // The version was read with the password hash: if the password has changed meanwhile, the session is invalid.
  if (secret === undefined || !session?.valid) throw new Refusal('bad-credentials');
  const actor = { ...actorOf(session, requestId), sessionId: session.id, csrfToken: csrfTokenOf(secret) };
  return { actor, cookieValue: secret.value };
}

async function begin(tx: Tx, account: Account, { address, device, requestId }: Place) {
  const secret = mintSecret();
  const { partnerId, userId, staffId, tokenVersion, login } = account;
  await insertSession(tx, {
    partnerId,
    userId,
    staffId,
    tokenVersion,
    address,
    digest: secret.digest,
    device: device.slice(0, DEVICE_LENGTH_MAX),
    expiresAt: new Date(tx.now.getTime() + LIFETIME_MS),
  });
  if (userId !== null) await updateLastSeen(tx, userId);
  await rememberSignIn(tx, login, addressBlock(address));
  if (partnerId !== null) {
    const person = { partnerId, userId, login, address, requestId };
    await insertAction(tx, { ...person, action: 'signIn', subject: { kind: 'session', id: '' }, details: {} });
  }
  return secret;
}
