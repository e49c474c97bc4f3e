// Fails single messages that were not handed over, at no charge.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { NO_HAND_OVER } from '../messages/move-messages.sql.ts';
import { reservesOfMessages } from '../queue/strands/metered-strands.sql.ts';
import { applyMoves } from './apply-moves.ts';
import { transitionCreated } from './transition-created.ts';

/** Returns the ids of messages that had left CREATED before. */
export async function failMessages(
  tx: Tx,
  failures: readonly { readonly id: string; readonly errorCode: number }[],
): Promise<string[]> {
  if (failures.length === 0) return [];
  const reserves = await reservesOfMessages(
    tx,
    failures.map(({ id }) => id),
  );
  const { moved, unmoved, packages } = await transitionCreated(
    tx,
    failures.map(({ id, errorCode }) => ({
      id,
      status: MESSAGE_STATUS_CODES.FAILED,
      sentAt: null,
      finalAt: tx.now,
      errorCode,
      providerCode: null,
      charged: false,
      ...NO_HAND_OVER,
      month: reserves.get(id)?.month ?? null,
    })),
    (id) => reserves.get(id)?.metering,
  );
  await applyMoves(tx, moved, packages);
  return unmoved;
}
