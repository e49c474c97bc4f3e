// Builds the rows of one call as a single binary COPY buffer: the cheapest way into PostgreSQL that was
// measured. Ids are UUIDv7 of the transaction's business time, so they rise with the row's position and
// name the partition.
import { uuidText, writeUuidV7 } from '../../platform/uuid-v7.ts';
import type { PlannedMessage } from './plan-messages.ts';

export const COPY_MESSAGES =
  'copy messages (id, company_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at, strand, brand, parts, text, template_id) from stdin (format binary)';

const COLUMNS = 13;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const FIXED_BYTES = 2 + COLUMNS * 4 + 16 + 5 * 4 + 3 * 8 + 3 * 2;
const POSTGRES_EPOCH_MS = 946_684_800_000;

type RowContext = {
  readonly companyId: number;
  readonly dispatchId: number;
  readonly firstSeq: number;
  readonly now: Date;
  readonly strandOf: (message: PlannedMessage) => number;
};

export type MessageRows = { readonly buffer: Buffer; readonly ids: string[] };

export function buildMessageRows(messages: readonly PlannedMessage[], context: RowContext): MessageRows {
  const textBytes = messages.reduce((sum, message) => sum + (message.text === null ? 0 : message.text.length * 3), 0);
  const buffer = Buffer.allocUnsafe(SIGNATURE.length + messages.length * FIXED_BYTES + textBytes + 2);
  const ids: string[] = [];
  const ms = context.now.getTime();
  const createdAt = (ms - POSTGRES_EPOCH_MS) * 1_000;
  SIGNATURE.copy(buffer);
  let at = SIGNATURE.length;
  let seq = context.firstSeq;
  for (const message of messages) {
    at = buffer.writeInt16BE(COLUMNS, at);
    at = buffer.writeInt32BE(16, at);
    writeUuidV7(buffer, at, ms);
    ids.push(uuidText(buffer, at));
    at += 16;
    at = writeInt4(buffer, at, context.companyId);
    at = writeInt4(buffer, at, context.dispatchId);
    at = writeInt4(buffer, at, seq);
    at = writeInt4(buffer, at, message.senderId);
    at = writeInt8(buffer, at, Number(message.destination));
    at = writeInt8(buffer, at, message.amountMicros);
    at = writeInt8(buffer, at, createdAt);
    at = writeInt2(buffer, at, context.strandOf(message));
    at = writeInt2(buffer, at, message.brandId);
    at = writeInt2(buffer, at, message.parts);
    at = writeText(buffer, at, message.text);
    at = message.templateId === undefined ? buffer.writeInt32BE(-1, at) : writeInt4(buffer, at, message.templateId);
    seq += 1;
  }
  at = buffer.writeInt16BE(-1, at);
  return { buffer: buffer.subarray(0, at), ids };
}

function writeInt2(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(2, at);
  return buffer.writeInt16BE(value, at + 4);
}

function writeInt4(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(4, at);
  return buffer.writeInt32BE(value, at + 4);
}

/** Non-negative and below 2^53: numbers, amounts and times of this product. */
function writeInt8(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(8, at);
  const high = Math.floor(value / 0x1_0000_0000);
  buffer.writeUInt32BE(high, at + 4);
  return buffer.writeUInt32BE(value - high * 0x1_0000_0000, at + 8);
}

function writeText(buffer: Buffer, at: number, text: string | null): number {
  if (text === null) return buffer.writeInt32BE(-1, at);
  const length = buffer.write(text, at + 4, 'utf8');
  buffer.writeInt32BE(length, at);
  return at + 4 + length;
}
