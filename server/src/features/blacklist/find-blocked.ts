// Look-ups in the block lists: when messages are accepted, and again when they are handed over.
import { must } from '@volley/domain/must.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectBlocked, selectBlockedNamesAmong, selectBlockedPositions } from './blacklist.sql.ts';

/** Blocked numbers (digits) and senders of a request. */
export type Blocked = { readonly numbers: ReadonlySet<string>; readonly senderIds: ReadonlySet<number> };

export const NOTHING_BLOCKED: Blocked = { numbers: new Set(), senderIds: new Set() };

type Asked = {
  readonly companyId: number;
  readonly recipients: readonly { readonly destination: string }[];
  readonly senders: readonly { readonly id: number; readonly senderName: string }[];
};

/** Needs a single round trip per request. Normalizes the destinations itself. */
export async function findBlocked(tx: Tx, { companyId, recipients, senders }: Asked): Promise<Blocked> {
  const digits = recipients.flatMap(({ destination }) => normalizeDestination(destination) ?? []);
  const rows = await selectBlocked(tx, {
    companyId,
    destinations: arrayLiteral(digits),
    senderNames: senders.map(({ senderName }) => foldName(senderName)),
  });
  const names = new Set(rows.map(({ name }) => name));
  return {
    numbers: new Set(rows.flatMap(({ destination }) => destination ?? [])),
    senderIds: new Set(senders.filter(({ senderName }) => names.has(foldName(senderName))).map(({ id }) => id)),
  };
}

type OutgoingBatch = {
  readonly companyId: number;
  readonly senderName: string;
  readonly messages: readonly { readonly id: string; readonly destination: string }[];
};

/** Message id → error code of the messages that must not be sent. */
export async function findBlockedMessages(tx: Tx, batches: readonly OutgoingBatch[]): Promise<Map<string, number>> {
  const rows = await selectBlockedNamesAmong(tx, [...new Set(batches.map(({ senderName }) => foldName(senderName)))]);
  const names = new Set(rows.map(({ name }) => name));
  const items = batches.flatMap(({ companyId, messages }) => messages.map((message) => ({ ...message, companyId })));
  const positions = await selectBlockedPositions(tx, items);
  const blocked = new Map<string, number>();
  for (const { senderName, messages } of batches)
    if (names.has(foldName(senderName))) for (const { id } of messages) blocked.set(id, ERROR.senderBlocked);
  for (const { position } of positions)
    blocked.set(must(items[position - 1], `message at position ${position}`).id, ERROR.numberBlocked);
  return blocked;
}

/** Block lists compare names without case. */
export const foldName = (name: string): string => name.trim().toLowerCase();
