// Deletes a dispatch that was never started. It is hidden before the answer; its messages, which may be millions, are
// deleted in portions afterwards.

import { canAddMessages } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteMessages } from '../messages/erasure/delete-messages.sql.ts';
import { deleteStrands } from '../queue/strands/strands.sql.ts';
import { deleteHidden, hideDispatch, lockHidden, shortenHidden } from './deleted-dispatches.sql.ts';
import { findDispatch } from './dispatches.sql.ts';
import { deleteRefusals } from './recipients/refusals.sql.ts';

const PORTION = 5_000;

export async function deleteDispatch(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  actor: Actor,
  id: number,
): Promise<{ id: number }> {
  const deleted = await inTransaction(db, async (tx) => {
    const dispatch = await findDispatch(tx, actor.partnerId, id, true);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (!canAddMessages(dispatch.status)) throw new Refusal('dispatch-status', { status: dispatch.status });
    await hideDispatch(tx, id);
    return { id };
  });
  bus.wake('sweep');
  return deleted;
}

/** Returns true when there may be more. */
export async function sweepDeletedDispatches({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const hidden = await lockHidden(tx);
    if (hidden === undefined) return false;
    const { id, last_seq: lastSeq, first_message_id: firstId, last_message_id: lastId } = hidden;
    const aboveSeq = Math.max(0, lastSeq - PORTION);
    if (firstId !== null && lastId !== null) await deleteMessages(tx, { dispatchId: id, aboveSeq, firstId, lastId });
    if (aboveSeq > 0) {
      await shortenHidden(tx, id, aboveSeq);
      return true;
    }
    await deleteRefusals(tx, id);
    await deleteStrands(tx, id);
    await deleteHidden(tx, id);
    return true;
  });
}
