// Ends messages that have not been handed over, one by one: never sent, nothing charged.
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { Tx } from '../../platform/database.ts';
import { reservesOfMessages } from '../dispatches/metered-strands.ts';
import { applyMoves } from './apply-moves.ts';
import { leaveCreated } from './leave-created.ts';

/** Returns the ids of those that had left CREATED before. */
export async function failMessages(
  tx: Tx,
  failures: readonly { readonly id: string; readonly errorCode: number }[],
): Promise<string[]> {
  if (failures.length === 0) return [];
  const reserves = await reservesOfMessages(
    tx,
    failures.map(({ id }) => id),
  );
  const { moved, unmoved, packages } = await leaveCreated(
    tx,
    failures.map(({ id, errorCode }) => ({
      id,
      status: MESSAGE_STATUS_CODES.FAILED,
      sentAt: null,
      finalAt: tx.now,
      errorCode,
      charged: false,
      month: reserves.get(id)?.month ?? null,
    })),
    (id) => reserves.get(id)?.metering,
  );
  await applyMoves(tx, moved, packages);
  return unmoved;
}
