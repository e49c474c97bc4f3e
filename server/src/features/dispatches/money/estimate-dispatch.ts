// The answer that creating a dispatch would give, without storing rows.
import type { Actor } from '@volley/domain/people/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessagePlan, RejectedRecipient } from '../../messages/planning/plan-messages.ts';
import { openReferenceBook } from '../../messages/planning/reference-book.ts';
import { type DispatchDraft, planDraft } from '../create-dispatch.ts';
import { type ZoneTimes, zoneTimesOf } from '../zone-times.ts';

export type DispatchEstimate = {
  readonly messagesMicros: bigint;
  readonly packagesMicros: bigint;
  readonly currency: string;
  readonly parts: number;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly rejected: readonly RejectedRecipient[];
  readonly zones: readonly ZoneTimes[];
};

export async function estimateDispatch(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  draft: DispatchDraft,
): Promise<DispatchEstimate> {
  const book = await openReferenceBook(db);
  return inTransaction(db, async (tx) => {
    const { plan, packageEstimate, instantOf } = await planDraft(tx, { db, config, book }, actor, draft);
    const strands = strandsOf(plan);
    return {
      messagesMicros: plan.amountMicros,
      packagesMicros: packageEstimate(strands),
      currency: actor.currency,
      parts: plan.parts,
      total: plan.accepted.length + plan.rejected.length,
      success: plan.accepted.length,
      failed: plan.rejected.length,
      rejected: plan.rejected,
      zones: zoneTimesOf(draft.schedule, instantOf, strands),
    };
  });
}

/** The plan has one shared key object per strand. */
function strandsOf({ accepted }: MessagePlan) {
  return [...Map.groupBy(accepted, ({ strand }) => strand)].map(([key, messages]) => ({
    ...key,
    messages: messages.length,
  }));
}
