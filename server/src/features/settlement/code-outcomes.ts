// Final statuses of messages that carry a verification code. The transaction that records the status inserts the row,
// so the verifier misses none; the transaction that acts on it deletes the row, so the verifier counts none twice.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EventBatch } from '../callbacks/feed/message-event.ts';
import { type CodeOutcome, deleteOutcomes, insertOutcomes } from './code-outcomes.sql.ts';

/** `batches`: the events of the moved messages. A message that its client stopped is not reported. */
export async function recordCodeOutcomes(tx: Tx, batches: readonly EventBatch[]): Promise<void> {
  const outcomes = batches.flatMap(({ companyId, events }) =>
    events.flatMap((event): CodeOutcome[] => {
      if (event.verificationUuid === undefined || event.kind !== 'delivered') return [];
      if (event.errorCode === ERROR.stopped) return [];
      return [{ messageId: event.messageUuid, companyId, isDelivered: event.status === 'delivered' }];
    }),
  );
  if (outcomes.length > 0) await insertOutcomes(tx, outcomes);
}

export const takeCodeOutcomes = deleteOutcomes;
