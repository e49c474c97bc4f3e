// Puts planned messages into a dispatch: rows by COPY, strands and totals in the same transaction.
import type { Tx } from '../../platform/database.ts';
import type { StrandKey } from '../messages/make-offer.ts';
import { copyMessages } from '../messages/message-rows.ts';
import type { MessagePlan, PlannedMessage, RejectedRecipient } from '../messages/plan-messages.ts';
import { addTotals } from './dispatches.sql.ts';
import { countRefusals } from './refusals.ts';
import { keepRejected } from './rejected-recipients.ts';
import { growStrands, type StrandGrowth, type StrandRow, selectStrands } from './strands.ts';

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

/** Where the messages of a call go within their dispatch. */
export type Places = { readonly firstSeq: number; readonly strandOf: (message: PlannedMessage) => number };

/** The packages that strands may open, each in the month in which it will go. */
export type PlacedEstimate = (
  strands: readonly {
    readonly tariffId: number;
    readonly route: number;
    readonly messages: number;
    readonly senderId: number;
    readonly timezone: string;
  }[],
) => bigint;

type Target = {
  readonly id: number;
  readonly companyId: number;
  readonly channelType: string;
  readonly lastSeq: number;
  readonly currency: string;
  readonly packagesMicros: bigint;
  readonly packageEstimate: PlacedEstimate;
  /** Writes the rows where they hold more than a plan does; returns their ids, in order. Else they are copied in. */
  readonly writeRows?: (places: Places) => Promise<string[]>;
};

export async function acceptMessages(tx: Tx, target: Target, plan: MessagePlan): Promise<AcceptedMessages> {
  const { ids, packagesMicros } =
    plan.accepted.length === 0 ? { ids: [], packagesMicros: 0n } : await storeMessages(tx, target, plan);
  await countRefusals(
    tx,
    target.id,
    plan.rejected.map(({ errorCode }) => errorCode),
  );
  await keepRejected(tx, target.id, plan.rejected);
  return {
    id: target.id,
    status: 'CREATED',
    estimateMicros: BigInt(plan.amountMicros) + packagesMicros,
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

/** Returns the ids and by how much the estimate for packages has grown. */
async function storeMessages(
  tx: Tx,
  target: Target,
  plan: MessagePlan,
): Promise<{ ids: string[]; packagesMicros: bigint }> {
  const existing = target.lastSeq === 0 ? [] : await selectStrands(tx, target.id);
  const strands = numberStrands(existing, target.lastSeq, plan.accepted);
  const places = {
    firstSeq: target.lastSeq + 1,
    strandOf: (message: PlannedMessage) => strands.get(message.strand)?.strand ?? 0,
  };
  const ids = target.writeRows ? await target.writeRows(places) : await copyRows(tx, target, plan, places);
  const growth = [...new Set(strands.values())];
  await growStrands(tx, target, growth);
  const packagesMicros = target.packageEstimate([
    ...existing.map(({ tariff_id: tariffId, sender_id: senderId, ...row }) => ({
      ...row,
      tariffId: tariffId ?? 0,
      senderId,
    })),
    ...growth.map(({ key, messages }) => ({ ...key, messages })),
  ]);
  await addTotals(tx, target.id, {
    messages: plan.accepted.length,
    parts: plan.parts,
    amountMicros: plan.amountMicros,
    packagesMicros,
    firstId: ids[0],
    lastId: ids.at(-1),
  });
  const grown = packagesMicros - target.packagesMicros;
  return { ids, packagesMicros: grown > 0n ? grown : 0n };
}

const copyRows = (tx: Tx, target: Target, plan: MessagePlan, places: Places): Promise<string[]> =>
  copyMessages(tx, plan.accepted, { companyId: target.companyId, dispatchId: target.id, now: tx.now, ...places });

/** The plan shares one key object per strand, so the object itself is the key here. */
function numberStrands(
  existing: readonly StrandRow[],
  lastSeq: number,
  messages: readonly PlannedMessage[],
): Map<StrandKey, StrandGrowth> {
  const nameOf = (...parts: readonly (string | number | null)[]) => parts.join('|');
  const numbers = new Map(
    existing.map((row) => [
      nameOf(row.sender_id, row.route, row.timezone, row.traffic_type, row.tariff_id, row.country),
      row.strand,
    ]),
  );
  const growth = new Map<StrandKey, StrandGrowth>();
  const byNumber = new Map<number, StrandGrowth>();
  let seq = lastSeq;
  for (const { strand: key, parts, amountMicros } of messages) {
    seq += 1;
    let entry = growth.get(key);
    if (entry === undefined) {
      const name = nameOf(key.senderId, key.route, key.timezone, key.trafficType, key.tariffId, key.country);
      const strand = numbers.get(name) ?? numbers.size + 1;
      numbers.set(name, strand);
      entry = byNumber.get(strand) ?? { key, strand, messages: 0, parts: 0, amountMicros: 0, lastSeq: 0 };
      byNumber.set(strand, entry);
      growth.set(key, entry);
    }
    entry.messages += 1;
    entry.parts += parts;
    entry.amountMicros += amountMicros;
    entry.lastSeq = seq;
  }
  return growth;
}
