// Stores the first 100,000 recipients that a dispatch did not accept. They are deleted with the texts of their dispatch
// and with the days of messages; erasing a number blanks its row.

import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RejectedRecipient } from '../../messages/planning/plan-messages.ts';
import { findDispatch } from '../dispatches.sql.ts';
import {
  blankRejected,
  deleteRejectedBefore,
  insertRejected,
  lastPlace,
  type RejectedRow,
  selectRejected,
} from './rejected-recipients.sql.ts';

const STORED_MAX = 100_000;
const MSG_LENGTH_MAX = 200;

/** The caller must hold the lock of the dispatch row. */
export async function storeRejected(tx: Tx, dispatchId: number, rejected: readonly RejectedRecipient[]): Promise<void> {
  if (rejected.length === 0) return;
  const place = await lastPlace(tx, dispatchId);
  const stored = rejected.slice(0, Math.max(0, STORED_MAX - place));
  await insertRejected(
    tx,
    dispatchId,
    stored.map(({ destination, msg, ...rest }, at) => ({
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

export const eraseRejected = (tx: Tx, destination: number): Promise<void> => blankRejected(tx, destination);

/** Deletes rows of the days (UTC) before `before`, one portion per transaction. */
export async function dropRejected({ db }: Pick<Platform, 'db'>, before: Date): Promise<void> {
  while (await inTransaction(db, (tx) => deleteRejectedBefore(tx, before)));
}
