// Signing in to the console with a password or with a link that works once. One form serves everybody: a partner's
// own login, people of a partner, and staff.
import type { SignedIn } from '@volley/domain/actor.ts';
import { addressBlock } from '@volley/domain/address-block.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { rememberSignIn } from '../access/known-sign-ins.ts';
import { type HashTurn, isPassword } from '../access/password.ts';
import { insertAction } from './actions.sql.ts';
import { actorOf, IDLE_MS } from './authenticate-session.ts';
import { csrfTokenOf, mintSecret, readSecret } from './session-cookie.ts';
import { type Account, findSession, insertSession, selectAccount, selectAccounts, takeLink } from './sessions.sql.ts';

const LIFETIME_MS = 7 * 86_400_000;
const DEVICE_LENGTH_MAX = 300;

type Needs = Pick<Platform, 'db' | 'config'>;

/** Where somebody signs in from. */
export type Place = { readonly address: string; readonly device: string; readonly requestId: string };

export type NewSignIn = { readonly actor: SignedIn; readonly cookieValue: string };

/**
 * An unknown login, a wrong password and a disabled account get the same answer in the same time. Only a login that
 * two kinds of accounts share is tried twice.
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
  // Outside any transaction: hashing takes its time and must not hold a connection.
  for (const account of accounts.length === 0 ? [undefined] : accounts) {
    const isRight = await isPassword(password, account?.passwordHash, turn);
    if (isRight && account?.active === true) proven ??= account;
  }
  if (proven === undefined) throw new Refusal('bad-credentials');
  return open(platform, (tx) => begin(tx, proven, place), place);
}

export async function signInByLink(platform: Needs, token: string, place: Place): Promise<NewSignIn> {
  const secret = readSecret(token);
  if (secret === undefined) throw new Refusal('bad-credentials');
  const take = async (tx: Tx) => {
    const holder = await takeLink(tx, secret.digest);
    const account = holder && (await selectAccount(tx, holder));
    return account?.active === true && isServed(platform, account) ? begin(tx, account, place) : undefined;
  };
  return open(platform, take, place);
}

/** Staff have nothing to do here where the back office is off. */
function isServed({ config }: Needs, { staffId }: Account): boolean {
  return staffId === null || config.backOffice === 'on';
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** A link that is too old is used up nevertheless, so its refusal comes after the transaction. */
async function open(
  { db }: Needs,
  work: (tx: Tx) => Promise<Begun | undefined>,
  { requestId }: Place,
): Promise<NewSignIn> {
  const secret = await inTransaction(db, work);
  const session = secret && (await findSession(db, secret.digest, IDLE_MS));
  // The version was read with the password: if it was changed meanwhile, this session is born dead.
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
  await rememberSignIn(tx, login, addressBlock(address));
  if (partnerId !== null) {
    const person = { partnerId, userId, login, address, requestId };
    await insertAction(tx, { ...person, action: 'signIn', subject: { kind: 'session', id: '' }, details: {} });
  }
  return secret;
}
