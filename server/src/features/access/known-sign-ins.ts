// From where a login has signed in. Only a success is remembered, so a stranger can fill nothing; it opens no door, it
// only keeps the next try from there out of the strangers' limits.
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteAgedSignIns, deleteOldestSignIns, findSignIn, insertSignIn } from './known-sign-ins.sql.ts';

const KNOWN_DAYS = 30;
const ADDRESSES_PER_LOGIN_MAX = 20;
const FORGOTTEN_AT_ONCE = 1_000;

type Needs = Pick<Platform, 'db'>;

/** `address`: a block, as limits count it. */
export function isKnownSignIn({ db }: Needs, login: string, address: string): Promise<boolean> {
  return findSignIn(db, { login, address, days: KNOWN_DAYS });
}

export async function rememberSignIn(tx: Tx, login: string, address: string): Promise<void> {
  if (await insertSignIn(tx, login, address)) await deleteOldestSignIns(tx, login, ADDRESSES_PER_LOGIN_MAX);
}

/** True while there may be more to forget. */
export async function forgetSignIns({ db }: Needs): Promise<boolean> {
  const forgotten = await inTransaction(db, (tx) => deleteAgedSignIns(tx, KNOWN_DAYS, FORGOTTEN_AT_ONCE));
  return forgotten === FORGOTTEN_AT_ONCE;
}
