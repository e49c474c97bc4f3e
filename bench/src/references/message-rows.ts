// Rows of messages as one binary COPY buffer with the columns of an accepted message: the minimum that the database
// must store. Ids rise with time, as the index of the table expects.
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Recipient } from '../harness/partner-client.ts';
import { dispatchText } from '../subscribers.ts';

const COLUMNS = [
  'id',
  'company_id',
  'dispatch_id',
  'seq',
  'sender_id',
  'destination',
  'amount_micros',
  'created_at',
  'strand',
  'brand',
  'parts',
  'text',
] as const;

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const ROW_BYTES_MAX = 2 + COLUMNS.length * 4 + 16 + 4 * 4 + 3 * 8 + 3 * 2 + 600;
const POSTGRES_EPOCH_MS = 946_684_800_000;
const PRICE_MICROS = 3_500_000;

export type MessageRows = { readonly buffer: Buffer; readonly ids: Buffer };

export function buildRows(recipients: readonly Recipient[], dispatchId: number, firstSeq: number): MessageRows {
  const buffer = Buffer.allocUnsafe(SIGNATURE.length + recipients.length * ROW_BYTES_MAX + 2);
  const ids = risingIds(recipients.length);
  const createdAt = (Date.now() - POSTGRES_EPOCH_MS) * 1_000;
  let at = SIGNATURE.copy(buffer);
  recipients.forEach(({ destination, substitutions }, index) => {
    const brandAt = index % BRANDS.length;
    at = buffer.writeInt16BE(COLUMNS.length, at);
    at = buffer.writeInt32BE(16, at);
    at += ids.copy(buffer, at, index * 16, index * 16 + 16);
    for (const value of [1, dispatchId, firstSeq + index, brandAt + 1]) at = writeInt4(buffer, at, value);
    for (const value of [Number(destination), PRICE_MICROS, createdAt]) at = writeInt8(buffer, at, value);
    for (const value of [brandAt + 1, brandAt + 1, 1]) at = writeInt2(buffer, at, value);
    at = writeText(buffer, at, dispatchText.replace('{name}', substitutions?.['name'] ?? ''));
  });
  at = buffer.writeInt16BE(-1, at);
  return { buffer: buffer.subarray(0, at), ids };
}

/** A single statement, hence a single transaction. */
export async function copyRows(client: pg.Client, table: string, rows: Buffer): Promise<void> {
  const stream = client.query(copyFrom(`copy ${table} (${COLUMNS.join(', ')}) from stdin (format binary)`));
  stream.end(rows);
  await once(stream, 'finish');
}

let counter = 0;

/** UUIDv7: time, a counter, random bits. */
function risingIds(count: number): Buffer {
  const ids = randomFillSync(Buffer.allocUnsafe(count * 16));
  const nowMs = Date.now();
  for (let at = 0; at < ids.length; at += 16) {
    counter += 1;
    ids.writeUIntBE(nowMs, at, 6);
    ids.writeUInt16BE(0x7000 | ((counter >>> 14) & 0xfff), at + 6);
    ids.writeUInt16BE(0x8000 | (counter & 0x3fff), at + 8);
  }
  return ids;
}

function writeInt2(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(2, at);
  return buffer.writeInt16BE(value, at + 4);
}

function writeInt4(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(4, at);
  return buffer.writeInt32BE(value, at + 4);
}

function writeInt8(buffer: Buffer, at: number, value: number): number {
  buffer.writeInt32BE(8, at);
  const high = Math.floor(value / 0x1_0000_0000);
  buffer.writeUInt32BE(high, at + 4);
  return buffer.writeUInt32BE(value - high * 0x1_0000_0000, at + 8);
}

function writeText(buffer: Buffer, at: number, text: string): number {
  const length = buffer.write(text, at + 4, 'utf8');
  buffer.writeInt32BE(length, at);
  return at + 4 + length;
}
