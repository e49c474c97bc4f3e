// Verdicts of moderators and operators on a sender name. A verdict that the status table does not allow for the
// current status is refused. The caller opens the transaction and records the verdict in it, and publishes
// `control.marks` after a name was denied.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import {
  nextSenderStatus,
  type SenderEvent,
  type SenderStatus,
  senderStatusAt,
} from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Sender } from './sender.ts';
import { clearFee, moveSender, setFeeByBrand } from './sender-moves.sql.ts';
import { lockSender } from './senders.sql.ts';

export type SenderVerdict =
  /** A moderator starts the review. */
  | { readonly kind: 'take' }
  /** Forwards to the operator. A PRO name gets the monthly fee of its operator, a START name none. */
  | { readonly kind: 'forward'; readonly plan: 'START' | 'PRO' }
  /** The operator accepts: usable now or from the start date on. */
  | { readonly kind: 'accept' }
  /** The partner may correct the request. */
  | { readonly kind: 'reject'; readonly managerComment: string }
  /** Final. */
  | { readonly kind: 'deny'; readonly managerComment?: string };

export type ModeratedSender = { readonly from: SenderStatus; readonly sender: Sender };

export async function moderateSender(tx: Tx, id: number, verdict: SenderVerdict): Promise<ModeratedSender> {
  const before = await lockSender(tx, id);
  if (before === undefined) throw new Refusal('not-found', { kind: 'Sender', id });
  const from = senderStatusAt(before, tx.now.getTime());
  const to = nextSenderStatus(from, eventOf(verdict, before, tx.now));
  if (to === undefined) throw new Refusal('sender-status', { status: from });
  if (verdict.kind === 'reject' && verdict.managerComment.trim() === '') {
    throw new Refusal('bad-request', { field: 'managerComment', problem: 'must say what to correct' });
  }
  if (verdict.kind === 'forward') await setPlan(tx, id, verdict.plan);
  const moved = await moveSender(tx, {
    id,
    from,
    to,
    managerComment: 'managerComment' in verdict ? (verdict.managerComment ?? null) : before.managerComment,
    rejectedAt: to === 'REJECTED' ? tx.now : null,
    endedAt: to === 'DENIED' ? tx.now : null,
    feeDueMonth: to === 'APPROVED' ? billingMonth(tx.now.getTime()) : null,
  });
  const sender = await lockSender(tx, id);
  if (moved !== 'moved' || sender === undefined) throw new Refusal('sender-status', { status: from });
  return { from, sender };
}

function eventOf(verdict: SenderVerdict, { dateFrom }: Sender, now: Date): SenderEvent {
  return verdict.kind === 'accept' && dateFrom > now ? 'accept-later' : verdict.kind;
}

async function setPlan(tx: Tx, id: number, plan: 'START' | 'PRO'): Promise<void> {
  if (plan === 'START') return clearFee(tx, id);
  if (!(await setFeeByBrand(tx, id))) {
    throw new Refusal('bad-request', {
      field: 'plan',
      problem: 'must have a fee for the operator of this sender name',
    });
  }
}
