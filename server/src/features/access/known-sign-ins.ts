// Addresses from which a login has signed in. Only successes are recorded, so strangers cannot fill the table. A known
// address grants no access; it only exempts the next sign-in from the limits for strangers.
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteAgedSignIns, deleteOldestSignIns, findSignIn, insertSignIn } from './known-sign-ins.sql.ts';

const KNOWN_DAYS = 30;
const ADDRESSES_PER_LOGIN_MAX = 20;
const FORGOTTEN_AT_ONCE = 1_000;

type Needs = Pick<Platform, 'db'>;

/** `address`: an address block, as for the limits. */
export function isKnownSignIn({ db }: Needs, login: string, address: string): Promise<boolean> {
  return findSignIn(db, { login, address, days: KNOWN_DAYS });
}

export async function rememberSignIn(tx: Tx, login: string, address: string): Promise<void> {
  if (await insertSignIn(tx, login, address)) await deleteOldestSignIns(tx, login, ADDRESSES_PER_LOGIN_MAX);
}

/** True: more rows may be due. */
export async function forgetSignIns({ db }: Needs): Promise<boolean> {
  const forgotten = await inTransaction(db, (tx) => deleteAgedSignIns(tx, KNOWN_DAYS, FORGOTTEN_AT_ONCE));
  return forgotten === FORGOTTEN_AT_ONCE;
}
