// Builds the rows of one call as a single binary COPY buffer, the fastest way into PostgreSQL by measurement. Ids are
// UUIDv7 of the transaction's business time: they rise with the row's position and determine the partition.
import type { Tx } from '../../platform/database/database.ts';
import { partitionName } from '../../platform/database/partitions.sql.ts';
import { inTurns } from '../../platform/in-turns.ts';
import { uuidText, uuidTimeMs, writeUuidV7 } from '../../platform/uuid-v7.ts';
import { copyMessageRows } from './copy-messages.sql.ts';
import type { PlannedMessage } from './planning/planned-message.ts';

const dayOf = (id: string): string => partitionName('messages', uuidTimeMs(id));

/** Of copy-messages.sql.ts, in its order. */
const COLUMNS = 14;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const FIXED_BYTES = 2 + COLUMNS * 4 + 16 + 5 * 4 + 3 * 8 + 3 * 2 + 2;
const POSTGRES_EPOCH_MS = 946_684_800_000;

type RowContext = {
  readonly companyId: number;
  readonly dispatchId: number;
  readonly firstSeq: number;
  readonly now: Date;
  readonly strandOf: (message: PlannedMessage) => number;
};

type MessageRows = { readonly buffer: Buffer; readonly ids: string[] };

/**
 * Returns the ids of the rows. Ids of a process rise and may cross midnight within one call: then builds them again.
 */
export async function copyMessages(
  tx: Tx,
  messages: readonly PlannedMessage[],
  context: RowContext,
): Promise<string[]> {
  for (;;) {
    const { buffer, ids } = await buildMessageRows(messages, context);
    const [firstId, lastId] = [ids[0], ids.at(-1)];
    if (firstId === undefined || lastId === undefined) return ids;
    if (dayOf(firstId) !== dayOf(lastId)) continue;
    await copyMessageRows(tx, dayOf(firstId), buffer);
    return ids;
  }
}

async function buildMessageRows(messages: readonly PlannedMessage[], context: RowContext): Promise<MessageRows> {
  const textBytes = messages.reduce((sum, message) => sum + (message.text === null ? 0 : message.text.length * 3), 0);
  const buffer = Buffer.allocUnsafe(SIGNATURE.length + messages.length * FIXED_BYTES + textBytes + 2);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const ids: string[] = [];
  const ms = context.now.getTime();
  const createdAt = (ms - POSTGRES_EPOCH_MS) * 1_000;
  buffer.set(SIGNATURE);
  let at = SIGNATURE.length;
  let seq = context.firstSeq;
  await inTurns(messages, (message) => {
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
    at = writeMicros(view, at, message.amountMicros);
    at = writeInt8(buffer, at, createdAt);
    at = writeInt2(buffer, at, context.strandOf(message));
    at = writeInt2(buffer, at, message.brandId);
    at = writeInt2(buffer, at, message.parts);
    at = writeText(buffer, at, message.text);
    at = message.templateId === undefined ? buffer.writeInt32BE(-1, at) : writeInt4(buffer, at, message.templateId);
    at = writeCountry(buffer, at, message.country);
    seq += 1;
  });
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

/** By DataView: `writeBigInt64BE` of Buffer is several times slower. */
function writeMicros(view: DataView, at: number, value: bigint): number {
  view.setInt32(at, 8);
  view.setBigInt64(at + 4, value);
  return at + 12;
}

/** Non-negative and below 2^53: numbers and times of this product. */
function writeInt8(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(8, at);
  const high = Math.floor(value / 0x1_0000_0000);
  buffer.writeUInt32BE(high, at + 4);
  return buffer.writeUInt32BE(value - high * 0x1_0000_0000, at + 8);
}

/** Two ASCII letters. */
function writeCountry(buffer: Buffer, at: number, country: string): number {
  buffer.writeInt32BE(2, at);
  buffer[at + 4] = country.charCodeAt(0);
  buffer[at + 5] = country.charCodeAt(1);
  return at + 6;
}

function writeText(buffer: Buffer, at: number, text: string | null): number {
  if (text === null) return buffer.writeInt32BE(-1, at);
  const length = buffer.write(text, at + 4, 'utf8');
  buffer.writeInt32BE(length, at);
  return at + 4 + length;
}
