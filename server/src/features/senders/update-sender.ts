// Changes of a sender name by the partner. The row lock serializes concurrent changes and moderators' verdicts.

import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { senderNameFaults } from '@volley/domain/senders/sender-name.ts';
import {
  isSenderFieldEditable,
  nextSenderStatus,
  type SenderEvent,
  type SenderStatus,
  senderStatusAt,
} from '@volley/domain/senders/sender-status.ts';
import { isSenderRequestComplete, senderDatesProblem } from '@volley/domain/senders/sender-validity.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { documentFaults } from './check-documents.ts';
import { getOwnSender } from './get-sender.ts';
import { refuseTwin } from './refuse-twin.ts';
import type { Sender, SenderChange } from './sender.ts';
import { moveSender } from './sender-moves.sql.ts';
import { lockSender, updateRequest } from './senders.sql.ts';

const FIELDS = ['senderName', 'commonType', 'documentIds', 'dateFrom', 'dateTo'] as const;

export async function updateSender(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  id: number,
  change: SenderChange,
): Promise<Sender> {
  return inTransaction(db, async (tx) => {
    await getOwnSender(tx, actor.partnerId, id);
    await changeSender(tx, config, id, change);
    return getOwnSender(tx, actor.partnerId, id);
  });
}

/** The caller must have checked the ownership of the name. */
export async function changeSender(
  tx: Tx,
  { moderation }: Pick<Platform['config'], 'moderation'>,
  id: number,
  change: SenderChange,
): Promise<void> {
  const before = await lockSender(tx, id);
  if (before === undefined) throw new Error(`sender ${id} not found`);
  const status = senderStatusAt(before, tx.now.getTime());
  const fixed = FIELDS.find(
    (field) => change[field] !== undefined && !isSenderFieldEditable(field, status, moderation),
  );
  if (fixed !== undefined) throw new Refusal('sender-not-editable', { field: fixed, status });
  const after = { ...before, ...change, ...(change.senderName && { senderName: change.senderName.trim() }) };
  await checkChange(tx, before, after);
  const event = eventOf(before, after, tx.now);
  if (event === 'correct' || before.senderName !== after.senderName) await refuseTwin(tx, after, after.id);
  if (!(await updateRequest(tx, after))) throw new Refusal('sender-duplicate');
  if (event !== undefined) await move(tx, after, event);
}

async function checkChange(tx: Tx, before: Sender, after: Sender): Promise<void> {
  const changed = {
    dateFrom: Number(before.dateFrom) !== Number(after.dateFrom),
    dateTo: before.dateTo?.getTime() !== after.dateTo?.getTime(),
  };
  const wrongDate = senderDatesProblem(after, changed, tx.now.getTime());
  const areNew = !isSameList(before.documentIds, after.documentIds);
  // A draft may be incomplete; a request in review must stay complete.
  const lacksDocument = after.status !== 'DRAFT' && isSenderRequestComplete(before) && !isSenderRequestComplete(after);
  refuseFaults([
    ...senderNameFaults(after.senderName, after.channelType, after.brand),
    ...(wrongDate === undefined
      ? []
      : [{ field: wrongDate.field, reason: wrongDate.problem, code: 'wrong-time' } as const]),
    ...(areNew ? await documentFaults(tx, after.companyId, after.documentIds) : []),
    ...(lacksDocument ? [NO_DOCUMENT] : []),
  ]);
}

const NO_DOCUMENT: Fault = { field: 'documentIds', reason: 'must name a document for PROMO', code: 'too-few' };

function eventOf(before: Sender, after: Sender, now: Date): SenderEvent | undefined {
  const corrected =
    before.senderName !== after.senderName ||
    before.commonType !== after.commonType ||
    !isSameList(before.documentIds, after.documentIds);
  if (before.status === 'REJECTED' && corrected) return 'correct';
  // A past start date begins now; the sweeper would charge the fee from that past month.
  return before.status === 'AWAITING' && after.dateFrom <= now ? 'begin' : undefined;
}

async function move(tx: Tx, sender: Sender, event: SenderEvent): Promise<void> {
  const to: SenderStatus | undefined = nextSenderStatus(sender.status, event);
  if (to === undefined) throw new Error(`sender ${sender.id}: no status follows ${sender.status} on ${event}`);
  const moved = await moveSender(tx, {
    id: sender.id,
    from: sender.status,
    to,
    managerComment: null,
    rejectedAt: null,
    endedAt: null,
    feeDueMonth: to === 'APPROVED' ? billingMonth(tx.now.getTime()) : null,
  });
  if (moved === 'taken') throw new Refusal('sender-duplicate');
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, at) => item === other[at]);
