// Stores a provider's answer about an account. From then on the messages of its sender name wait: until the pause is
// over, or until new credentials are stored. An answer to earlier credentials changes nothing.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { updatePause, updateProblem } from './sender-accounts.sql.ts';
import type { AccountVersion } from './stored-account.ts';

export function pauseAccount({ db }: Pick<Platform, 'db'>, account: AccountVersion, forMs: number): Promise<void> {
  return inTransaction(db, (tx) => updatePause(tx, account, new Date(tx.now.getTime() + forMs)));
}

/** `problem`: for people; no secret. */
export function closeAccount({ db }: Pick<Platform, 'db'>, account: AccountVersion, problem: string): Promise<void> {
  return inTransaction(db, (tx) => updateProblem(tx, account, problem));
}
