// Who must not be written to: asked when messages are accepted, and again when they are handed over.
import { normalizeDestination } from '@volley/domain/phone-number.ts';
import type { Tx } from '../../platform/database.ts';
import { selectBlocked, selectBlockedNamesAmong, selectBlockedPlaces } from './blacklist.sql.ts';

/** Error codes of a message that a list keeps back. */
const NUMBER_BLOCKED = 453;
const NAME_BLOCKED = 454;

/** What of one call is on a list; numbers in digits. */
export type Blocked = { readonly numbers: ReadonlySet<string>; readonly senderIds: ReadonlySet<number> };

export const NOTHING_BLOCKED: Blocked = { numbers: new Set(), senderIds: new Set() };

type Asked = {
  readonly companyId: number;
  readonly recipients: readonly { readonly destination: string }[];
  readonly senders: readonly { readonly id: number; readonly senderName: string }[];
};

/** One round trip for the whole call. Destinations are taken as the caller wrote them. */
export async function findBlocked(tx: Tx, { companyId, recipients, senders }: Asked): Promise<Blocked> {
  const digits = recipients.flatMap(({ destination }) => normalizeDestination(destination) ?? []);
  const rows = await selectBlocked(tx, {
    companyId,
    destinations: literal(digits),
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

/** Message id → error code, for those that must not go out any more. */
export async function findBlockedMessages(tx: Tx, batches: readonly OutgoingBatch[]): Promise<Map<string, number>> {
  const rows = await selectBlockedNamesAmong(tx, [...new Set(batches.map(({ senderName }) => foldName(senderName)))]);
  const names = new Set(rows.map(({ name }) => name));
  const items = batches.flatMap(({ companyId, messages }) => messages.map((message) => ({ ...message, companyId })));
  const places = await selectBlockedPlaces(tx, {
    companyIds: literal(items.map(({ companyId }) => companyId)),
    destinations: literal(items.map(({ destination }) => destination)),
  });
  const blocked = new Map<string, number>();
  for (const { senderName, messages } of batches)
    if (names.has(foldName(senderName))) for (const { id } of messages) blocked.set(id, NAME_BLOCKED);
  for (const { place } of places) blocked.set(items[place - 1]?.id ?? '', NUMBER_BLOCKED);
  return blocked;
}

/** Upper and lower case are the same name to a reader, and so to a block list. */
export const foldName = (name: string): string => name.trim().toLowerCase();

/** An array as one piece of text: lists are long, and each value would be quoted by itself. */
const literal = (digits: readonly (string | number)[]): string => `{${digits.join(',')}}`;
