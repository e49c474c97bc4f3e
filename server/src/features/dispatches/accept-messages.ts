// Puts planned messages into a dispatch: rows by COPY, strands and totals in the same transaction.
import type { Tx } from '../../platform/database.ts';
import { buildMessageRows, COPY_MESSAGES } from '../messages/message-rows.ts';
import type { MessagePlan, PlannedMessage, RejectedRecipient, StrandKey } from '../messages/plan-messages.ts';
import { addTotals } from './dispatches.sql.ts';
import { growStrands, type StrandGrowth, selectStrands } from './strands.ts';

export type AcceptedMessages = {
  readonly id: number;
  readonly status: 'CREATED';
  readonly estimateMicros: bigint;
  readonly currency: string;
  readonly parts: number;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly messages: readonly { destination: string; messageUuid: string; parts: number; senderId: number }[];
  readonly rejected: readonly RejectedRecipient[];
};

type Target = {
  readonly id: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly lastSeq: number;
  readonly currency: string;
};

export async function acceptMessages(tx: Tx, target: Target, plan: MessagePlan): Promise<AcceptedMessages> {
  const ids = plan.accepted.length === 0 ? [] : await storeMessages(tx, target, plan);
  return {
    id: target.id,
    status: 'CREATED',
    estimateMicros: BigInt(plan.amountMicros),
    currency: target.currency,
    parts: plan.parts,
    total: plan.accepted.length + plan.rejected.length,
    success: plan.accepted.length,
    failed: plan.rejected.length,
    messages: plan.accepted.map((message, at) => ({
      destination: message.destination,
      messageUuid: ids[at] ?? '',
      parts: message.parts,
      senderId: message.senderId,
    })),
    rejected: plan.rejected,
  };
}

async function storeMessages(tx: Tx, target: Target, plan: MessagePlan): Promise<string[]> {
  const strands = await numberStrands(tx, target, plan.accepted);
  const rows = buildMessageRows(plan.accepted, {
    companyId: target.companyId,
    dispatchId: target.id,
    firstSeq: target.lastSeq + 1,
    now: tx.now,
    strandOf: (message) => strands.get(message.strand)?.strand ?? 0,
  });
  await tx.copy(COPY_MESSAGES, rows.buffer);
  await growStrands(tx, target, [...new Set(strands.values())]);
  await addTotals(tx, target.id, {
    messages: plan.accepted.length,
    parts: plan.parts,
    amountMicros: plan.amountMicros,
    firstId: rows.ids[0],
    lastId: rows.ids.at(-1),
  });
  return rows.ids;
}

/** The plan shares one key object per strand, so the object itself is the key here. */
async function numberStrands(
  tx: Tx,
  target: Target,
  messages: readonly PlannedMessage[],
): Promise<Map<StrandKey, StrandGrowth>> {
  const existing = target.lastSeq === 0 ? [] : await selectStrands(tx, target.id);
  const nameOf = (senderId: number, route: number, timezone: string, trafficType: string) =>
    `${senderId}|${route}|${timezone}|${trafficType}`;
  const numbers = new Map(
    existing.map((row) => [nameOf(row.sender_id, row.route, row.timezone, row.traffic_type), row.strand]),
  );
  const growth = new Map<StrandKey, StrandGrowth>();
  const byNumber = new Map<number, StrandGrowth>();
  let seq = target.lastSeq;
  for (const { strand: key } of messages) {
    seq += 1;
    let entry = growth.get(key);
    if (entry === undefined) {
      const name = nameOf(key.senderId, key.route, key.timezone, key.trafficType);
      const strand = numbers.get(name) ?? numbers.size + 1;
      numbers.set(name, strand);
      entry = byNumber.get(strand) ?? { key, strand, messages: 0, lastSeq: 0 };
      byNumber.set(strand, entry);
      growth.set(key, entry);
    }
    entry.messages += 1;
    entry.lastSeq = seq;
  }
  return growth;
}
