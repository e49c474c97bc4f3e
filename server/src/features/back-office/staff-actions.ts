// Action log of staff. A change and its log row share one transaction, so neither exists without the other. Reads of
// personal data are logged too. Details name the request, never a secret, a message text or a phone number.
import { randomUUID } from 'node:crypto';
import type { StaffActor } from '@volley/domain/people/actor.ts';
import { inTransaction, read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActionFilter, type ActionRow, deleteReads, insertAction, selectActions } from './actions.sql.ts';

/** `command`: a command line call, without a sign-in. */
export type Who = StaffActor | 'command';

export type StaffAction = {
  /** Dotted name, `partner.disable`. */
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

/** Logs a read of personal data; the row is deleted after a year. */
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

/** True: more rows may be due. */
export async function forgetReads({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const gone = await inTransaction(db, (tx) =>
    deleteReads(tx, new Date(tx.now.getTime() - READS_KEPT_MS), FORGOTTEN_AT_ONCE),
  );
  return gone === FORGOTTEN_AT_ONCE;
}

/** Runs `work` including its refusals, then rolls back. */
export async function rehearse<T>({ db }: Pick<Platform, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  const over = new Error('rehearsal rolled back');
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
