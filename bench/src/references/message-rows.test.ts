import { expect, test } from 'vitest';
import { openSubscribers } from '../subscribers.ts';
import { buildRows } from './message-rows.ts';

const HEADER_BYTES = 19;
const COLUMNS = 12;

/** Walks the format by its length fields. */
function readRows(buffer: Buffer): Buffer[][] {
  const rows: Buffer[][] = [];
  let at = HEADER_BYTES;
  for (let columns = buffer.readInt16BE(at); columns !== -1; columns = buffer.readInt16BE(at)) {
    at += 2;
    const row: Buffer[] = [];
    for (let column = 0; column < columns; column += 1) {
      const length = buffer.readInt32BE(at);
      row.push(buffer.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    rows.push(row);
  }
  expect(at + 2).toBe(buffer.length);
  return rows;
}

test('COPY rows contain every recipient in order, with rising ids', () => {
  const recipients = openSubscribers().recipients(0, 500);
  const rows = readRows(buildRows(recipients, 7, 11).buffer);
  expect(rows.every((row) => row.length === COLUMNS)).toBe(true);
  expect(rows.map((row) => String(row[5]?.readBigInt64BE()))).toEqual(recipients.map((item) => item.destination));
  expect(rows.map((row) => row[3]?.readInt32BE())).toEqual(recipients.map((_, at) => 11 + at));
  const ids = rows.map((row) => row[0]?.toString('hex') ?? '');
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^.{12}7.{3}[89ab]/);
});
