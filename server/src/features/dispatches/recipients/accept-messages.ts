// Stores planned messages of a dispatch: rows by COPY, strands and totals in the same transaction.
import { must } from '@volley/domain/must.ts';
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { copyMessages } from '../../messages/message-rows.ts';
import type { MessagePlan, RejectedRecipient } from '../../messages/planning/plan-messages.ts';
import type { PlannedMessage } from '../../messages/planning/planned-message.ts';
import { appendToStrands, type StrandGrowth, type StrandRow, selectStrands } from '../../queue/strands/strands.sql.ts';
import { addTotals } from '../dispatches.sql.ts';
import { addRefusals } from './refusals.sql.ts';
import { storeRejected } from './rejected-recipients.ts';

export type AcceptedMessages = {
  readonly id: number;
  readonly status: 'CREATED';
  readonly messagesMicros: bigint;
  readonly packagesMicros: bigint;
  readonly currency: string;
  readonly parts: number;
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly messages: readonly { destination: string; messageUuid: string; parts: number; senderId: number }[];
  readonly rejected: readonly RejectedRecipient[];
};

/** Positions and strands of the messages of a call within their dispatch. */
export type Places = { readonly firstSeq: number; readonly strandOf: (message: PlannedMessage) => number };

/** Price of the packages that strands may open, each in the month in which it will be sent. */
export type PlacedEstimate = (
  strands: readonly {
    readonly tariffId: number;
    readonly brand: number;
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
  /** Writes rows with more columns than a plan has; returns their ids, in order. Absent: rows are copied. */
  readonly writeRows?: (places: Places) => Promise<string[]>;
};

export async function acceptMessages(tx: Tx, target: Target, plan: MessagePlan): Promise<AcceptedMessages> {
  const { ids, packagesMicros } =
    plan.accepted.length === 0 ? { ids: [], packagesMicros: 0n } : await storeMessages(tx, target, plan);
  await addRefusals(
    tx,
    target.id,
    plan.rejected.map(({ errorCode }) => errorCode),
  );
  await storeRejected(tx, target.id, plan.rejected);
  return {
    id: target.id,
    status: 'CREATED',
    messagesMicros: plan.amountMicros,
    packagesMicros,
    currency: target.currency,
    parts: plan.parts,
    total: plan.accepted.length + plan.rejected.length,
    success: plan.accepted.length,
    failed: plan.rejected.length,
    messages: plan.accepted.map((message, at) => ({
      destination: message.destination,
      messageUuid: must(ids[at], `id of accepted message ${at}`),
      parts: message.parts,
      senderId: message.senderId,
    })),
    rejected: plan.rejected,
  };
}

/** `packagesMicros`: growth of the estimate for packages. */
async function storeMessages(
  tx: Tx,
  target: Target,
  plan: MessagePlan,
): Promise<{ ids: string[]; packagesMicros: bigint }> {
  const existing = target.lastSeq === 0 ? [] : await selectStrands(tx, target.id);
  const strands = numberStrands(existing, target.lastSeq, plan.accepted);
  const places = {
    firstSeq: target.lastSeq + 1,
    strandOf: (message: PlannedMessage) => must(strands.get(message.strand), 'strand of a planned message').strand,
  };
  const ids = target.writeRows ? await target.writeRows(places) : await copyRows(tx, target, plan, places);
  const growth = [...new Set(strands.values())];
  await appendToStrands(tx, target, growth);
  const packagesMicros = target.packageEstimate([
    ...existing.map(({ tariff_id: tariffId, sender_id: senderId, route: brand, ...row }) => ({
      ...row,
      brand,
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

/** The plan has one shared key object per strand, so the object itself is the key of the map. */
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
      const name = nameOf(key.senderId, key.brand, key.timezone, key.trafficType, key.tariffId, key.country);
      const strand = numbers.get(name) ?? numbers.size + 1;
      numbers.set(name, strand);
      entry = byNumber.get(strand) ?? { key, strand, messages: 0, parts: 0, amountMicros: 0n, lastSeq: 0 };
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
