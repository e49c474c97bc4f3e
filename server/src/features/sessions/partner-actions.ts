// Action log of a partner's users. The console API writes a row for every change, in its transaction, and for every
// export. Rows are stored for a year.
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { inTransaction, read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActionFilter, type ActionRow, deleteActions, insertAction, selectActions } from './actions.sql.ts';

type Needs = Pick<Platform, 'db'>;

const KEPT_MS = 365 * 86_400_000;
const FORGOTTEN_AT_ONCE = 5_000;

export type PartnerAction = {
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** The request, or the values before and after; never a secret, a message text or a full phone number. */
  readonly details?: object;
  readonly reason?: string;
  readonly address: string;
};

export function recordAction({ db }: Needs, actor: PartnerConsoleActor, action: PartnerAction): Promise<void> {
  return inTransaction(db, (tx) => addAction(tx, actor, action));
}

/** Call in the transaction of the change. */
export function addAction(tx: Tx, actor: PartnerConsoleActor, action: PartnerAction): Promise<void> {
  const { partnerId, userId = null, login, requestId } = actor;
  return insertAction(tx, { details: {}, ...action, partnerId, userId, login, requestId });
}

export function listPartnerActions(
  { db }: Needs,
  { partnerId }: PartnerConsoleActor,
  { limit, ...filter }: ActionFilter & { readonly limit: number },
): Promise<ActionRow[]> {
  return read(db, (tx) => selectActions(tx, partnerId, filter, limit));
}

/** True: more rows may be due. */
export async function forgetPartnerActions({ db }: Needs): Promise<boolean> {
  const gone = await inTransaction(db, (tx) =>
    deleteActions(tx, new Date(tx.now.getTime() - KEPT_MS), FORGOTTEN_AT_ONCE),
  );
  return gone === FORGOTTEN_AT_ONCE;
}
