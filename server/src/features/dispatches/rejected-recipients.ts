// Recipients that a dispatch did not accept, kept to be read later: the first so many of a dispatch. They go with the
// texts of their dispatch and with the days of messages; an erased number leaves its row empty.
import type { Actor } from '@volley/domain/actor.ts';
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RejectedRecipient } from '../messages/plan-messages.ts';
import { findDispatch } from './dispatches.sql.ts';
import {
  blankRejected,
  deleteRejectedBefore,
  insertRejected,
  lastPlace,
  type RejectedRow,
  selectRejected,
} from './rejected-recipients.sql.ts';

const KEPT_MAX = 100_000;
const MSG_LENGTH_MAX = 200;

/** For a caller that holds the row of the dispatch. */
export async function keepRejected(tx: Tx, dispatchId: number, rejected: readonly RejectedRecipient[]): Promise<void> {
  if (rejected.length === 0) return;
  const place = await lastPlace(tx, dispatchId);
  const kept = rejected.slice(0, Math.max(0, KEPT_MAX - place));
  await insertRejected(
    tx,
    dispatchId,
    kept.map(({ destination, msg, ...rest }, at) => ({
      ...rest,
      place: place + 1 + at,
      destination,
      msg: msg.slice(0, MSG_LENGTH_MAX),
      digits: normalizeDestination(destination) ?? null,
    })),
  );
}

export type RejectedPage = { readonly total: number; readonly items: readonly RejectedRow[] };

export function listRejected(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<RejectedPage> {
  return read(db, async (tx) => {
    if ((await findDispatch(tx, actor.partnerId, id, false)) === undefined)
      throw new Refusal('not-found', { kind: 'Dispatch', id });
    return {
      total: await lastPlace(tx, id),
      items: await selectRejected(tx, id, { limit: perPage, offset: (page - 1) * perPage }),
    };
  });
}

/** Numbers of an erasure. */
export const eraseRejected = (tx: Tx, destination: number): Promise<void> => blankRejected(tx, destination);

/** Rows of the days (UTC) before `before`, a portion a transaction. */
export async function dropRejected({ db }: Pick<Platform, 'db'>, before: Date): Promise<void> {
  while (await inTransaction(db, (tx) => deleteRejectedBefore(tx, before)));
}
