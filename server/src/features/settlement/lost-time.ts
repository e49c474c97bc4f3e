// After the database went back to an earlier point, outcomes of batches that were made since then still come. Their
// messages are CREATED again and belong to no batch: moved to SENT, nothing would ever end them, and prices by volume
// would be wrong. So the messages are left to the decision of the operator, like all others of the lost time.
import type { Tx } from '../../platform/database.ts';
import { findMissingBatches } from '../dispatches/batches.ts';
import type { Outcome } from '../dispatches/outcome.ts';
import { selectCreated } from '../messages/move-messages.ts';

/**
 * Without the messages that a lost batch has. Batches are also removed when they are long over: no message of those is
 * CREATED, and what their outcomes tell of second copies stays. `isKnown` spares the question.
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
