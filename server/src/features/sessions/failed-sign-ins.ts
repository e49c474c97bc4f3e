// Refused sign-ins, to detect guessing: time, address, login and count, never the password. Stored for 90 days, at most
// 200,000 rows.
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countFailedTry,
  deleteFailedSignIns,
  type FailedFilter,
  type FailedSignIn,
  type FailedTry,
  selectFailedSignIns,
} from './failed-sign-ins.sql.ts';

type Needs = Pick<Platform, 'db'>;

const KEPT_MS = 90 * 86_400_000;
const ROWS_MAX = 200_000;
const FORGOTTEN_AT_ONCE = 5_000;
/** Enough to tell guesses apart, too little to reveal a password typed into the login field. */
const SHOWN_OF_UNKNOWN = 3;

/** Stores only the beginning of an unknown login. */
export async function recordFailedSignIn({ db }: Needs, failed: Omit<FailedTry, 'cutLogin'>): Promise<void> {
  const start = failed.login.slice(0, SHOWN_OF_UNKNOWN).toWellFormed();
  const cutLogin = start === failed.login ? start : `${start}…`;
  await inTransaction(db, (tx) => countFailedTry(tx, { ...failed, cutLogin }));
}

export function listFailedSignIns(
  { db }: Needs,
  { limit, ...filter }: FailedFilter & { readonly limit: number },
): Promise<FailedSignIn[]> {
  return read(db, (tx) => selectFailedSignIns(tx, filter, limit));
}

/** True: more rows may be due. */
export async function forgetFailedSignIns({ db }: Needs, rowsMax = ROWS_MAX): Promise<boolean> {
  const gone = await inTransaction(db, (tx) => {
    const before = new Date(tx.now.getTime() - KEPT_MS);
    return deleteFailedSignIns(tx, { before, rowsMax, limit: FORGOTTEN_AT_ONCE });
  });
  return gone >= FORGOTTEN_AT_ONCE;
}
