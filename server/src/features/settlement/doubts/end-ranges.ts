// Ends the messages of due batches that are not sent again: they fail, or count as handed over after their last doubt.

import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CreatedMessage, selectCreated } from '../../messages/move-messages.sql.ts';
import { type MessageRange, selectCreatedRanges } from '../../messages/move-ranges.sql.ts';
import { batchRange } from '../../queue/batches/batches.sql.ts';
import type { DueBatch } from '../../queue/batches/due-batches.sql.ts';
import type { StoredChoice } from '../../queue/pacing/known-routes.ts';
import { applyMoves } from '../apply-moves.ts';
import { type Ended, readFailed } from '../trace-ends.ts';
import { transitionCreatedRanges } from '../transition-created.ts';
import { insertUnproven } from './unproven-sends.sql.ts';

const { SENT, FAILED } = MESSAGE_STATUS_CODES;

export type Decision =
  | { readonly kind: 'send'; readonly linkId: number; readonly choice?: StoredChoice }
  | { readonly kind: 'hold' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'turn' }
  | { readonly kind: 'fail'; readonly errorCode: number }
  | { readonly kind: 'hand-over' };

/** Ends the messages of decided batches that are still CREATED. Returns them for traces; none while traces are off. */
export async function endRanges(
  tx: Tx,
  traces: Platform['traces'],
  decided: readonly { readonly batch: DueBatch; readonly decision: Decision }[],
): Promise<readonly Ended[]> {
  const ends = decided.flatMap(({ batch, decision }) => {
    if (decision.kind !== 'fail' && decision.kind !== 'hand-over') return [];
    const end =
      decision.kind === 'fail' ? { status: FAILED, errorCode: decision.errorCode } : { status: SENT, errorCode: null };
    const { month, part_micros: partMicros } = batch;
    const sentAt = end.status === SENT ? (batch.begun_at ?? tx.now) : null;
    // Whether the operator has them, and charges them, is unknown.
    const linkId = end.status === SENT ? batch.link_id : null;
    return [{ ...batchRange(batch), ...end, charged: false, month, partMicros, sentAt, linkId }];
  });
  if (ends.length === 0) return [];
  const undecided = await recordUnproven(
    tx,
    ends.filter(({ status }) => status === SENT),
  );
  const { moved, packages } = await transitionCreatedRanges(tx, ends);
  await applyMoves(tx, moved, packages);
  const failures = ends.filter(({ status }) => status === FAILED);
  return [
    ...(traces.isOn ? undecided.map(({ id }) => ({ id, end: 'undecided' as const })) : []),
    ...(await readFailed(tx, traces, failures, 'unsent')),
  ];
}

/** Messages that count as handed over after their last doubt have no operator id. Returns them. */
async function recordUnproven(tx: Tx, ranges: readonly MessageRange[]): Promise<readonly CreatedMessage[]> {
  if (ranges.length === 0) return [];
  const created = await selectCreatedRanges(tx, ranges);
  const messages = await selectCreated(
    tx,
    created.map(({ id }) => id),
  );
  await insertUnproven(
    tx,
    messages.map(({ id, parts }) => ({ messageId: id, missing: parts })),
  );
  return messages;
}
