// Every change by staff goes through here: the change and its row in the log are one transaction, so there is
// no change without a row and no row of a change that was refused. Reads of personal data have rows too. Details name what was asked for, never a
// secret, a text or a telephone number.
import { randomUUID } from 'node:crypto';
import type { StaffActor } from '@volley/domain/actor.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActionFilter, type ActionRow, deleteReads, insertAction, selectActions } from './actions.sql.ts';

/** Somebody signed in, or nobody: a command on the machine itself. */
export type Who = StaffActor | 'command';

export type StaffAction = {
  /** In the words of the endpoint, `partner.disable`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: number | string };
  readonly details?: object;
};

export async function changeAs<T>(
  { db }: Pick<Platform, 'db'>,
  who: Who,
  work: (tx: Tx) => Promise<StaffAction & { readonly reply: T }>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const { reply, ...entry } = await work(tx);
    await addEntry(tx, who, entry, false);
    return reply;
  });
}

/** Somebody looked at a person's data: nothing has changed, and the row is forgotten after a year. */
export function recordRead({ db }: Pick<Platform, 'db'>, who: Who, entry: StaffAction): Promise<void> {
  return inTransaction(db, (tx) => addEntry(tx, who, entry, true));
}

function addEntry(tx: Tx, who: Who, { action, subject, details = {} }: StaffAction, isRead: boolean): Promise<void> {
  return insertAction(tx, {
    staffId: who === 'command' ? null : who.staffId,
    requestId: who === 'command' ? randomUUID() : who.requestId,
    action,
    subjectKind: subject.kind,
    subjectId: String(subject.id),
    details,
    isRead,
  });
}

const READS_KEPT_MS = 365 * 86_400_000;
const FORGOTTEN_AT_ONCE = 5_000;

/** True while there may be more to forget. */
export async function forgetReads({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const gone = await inTransaction(db, (tx) =>
    deleteReads(tx, new Date(tx.now.getTime() - READS_KEPT_MS), FORGOTTEN_AT_ONCE),
  );
  return gone === FORGOTTEN_AT_ONCE;
}

/** Does everything that `work` would do, up to its refusals, and keeps nothing of it. */
export async function rehearse<T>({ db }: Pick<Platform, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  const over = new Error('a rehearsal is over');
  try {
    await inTransaction(db, async (tx) => {
      result = { value: await work(tx) };
      throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  }
  if (result === undefined) throw over;
  return result.value;
}

export function listActions(
  { db }: Pick<Platform, 'db'>,
  { limit, ...filter }: ActionFilter & { readonly limit: number },
): Promise<ActionRow[]> {
  return read(db, (tx) => selectActions(tx, filter, limit));
}
