// After a restore of the database to an earlier point, outcomes of lost batches still arrive. Their messages are
// CREATED again and in no batch. In SENT they would never end, and prices by volume would be wrong. So these messages
// keep their status until the staff decides about the lost period.
import type { Tx } from '../../../platform/database/database.ts';
import { selectCreated } from '../../messages/move-messages.sql.ts';
import { findMissingBatches } from '../../queue/batches/batches.sql.ts';
import type { Outcome } from '../../queue/batches/outcome.ts';

/**
 * Outcomes without the CREATED messages of missing batches. Batches that ended long ago are deleted too, but none of
 * their messages is CREATED, so outcomes about second copies stay. `isKnown` saves the query.
 */
export async function withoutLostTime(
  tx: Tx,
  outcomes: readonly Outcome[],
  isKnown: (batchId: string) => boolean,
): Promise<{ outcomes: readonly Outcome[]; lost: number }> {
  const asked = outcomes.map(({ batchId }) => batchId).filter((id) => !isKnown(id));
  const missing = asked.length === 0 ? new Set<string>() : await findMissingBatches(tx, asked);
  if (missing.size === 0) return { outcomes, lost: 0 };
  const reported = outcomes.filter(({ batchId }) => missing.has(batchId)).flatMap(messagesOf);
  const created = new Set(reported.length === 0 ? [] : (await selectCreated(tx, reported)).map(({ id }) => id));
  const stays = ([id]: readonly [string, ...unknown[]]) => !created.has(id);
  return {
    outcomes: outcomes.map((outcome) =>
      missing.has(outcome.batchId)
        ? { ...outcome, sent: outcome.sent.filter(stays), failed: outcome.failed.filter(stays) }
        : outcome,
    ),
    lost: created.size,
  };
}

const messagesOf = ({ sent, failed }: Outcome) => [...sent.map(([id]) => id), ...failed.map(([id]) => id)];
