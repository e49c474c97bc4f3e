// What people of a partner did, for the partner to read back. The door of the console writes one row for every change,
// in the transaction of the change, and for every export; kept for a year.
import type { CabinetActor } from '@volley/domain/actor.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActionFilter, type ActionRow, deleteActions, insertAction, selectActions } from './actions.sql.ts';

type Needs = Pick<Platform, 'db'>;

const KEPT_MS = 365 * 86_400_000;
const FORGOTTEN_AT_ONCE = 5_000;

export type PartnerAction = {
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** What was asked for, or before and after; never a secret, a text or a whole number. */
  readonly details?: object;
  readonly reason?: string;
  readonly address: string;
};

export function recordAction({ db }: Needs, actor: CabinetActor, action: PartnerAction): Promise<void> {
  return inTransaction(db, (tx) => addAction(tx, actor, action));
}

/** In the transaction of the change itself. */
export function addAction(tx: Tx, actor: CabinetActor, action: PartnerAction): Promise<void> {
  const { partnerId, userId = null, login, requestId } = actor;
  return insertAction(tx, { details: {}, ...action, partnerId, userId, login, requestId });
}

export function listPartnerActions(
  { db }: Needs,
  { partnerId }: CabinetActor,
  { limit, ...filter }: ActionFilter & { readonly limit: number },
): Promise<ActionRow[]> {
  return read(db, (tx) => selectActions(tx, partnerId, filter, limit));
}

/** True while there may be more to forget. */
export async function forgetPartnerActions({ db }: Needs): Promise<boolean> {
  const gone = await inTransaction(db, (tx) =>
    deleteActions(tx, new Date(tx.now.getTime() - KEPT_MS), FORGOTTEN_AT_ONCE),
  );
  return gone === FORGOTTEN_AT_ONCE;
}
