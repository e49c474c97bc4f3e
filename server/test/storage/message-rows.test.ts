// The binary rows of COPY against a real PostgreSQL: rows are read as they were built.
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { copyMessages } from '../../src/features/messages/message-rows.ts';
import type { PlannedMessage } from '../../src/features/messages/planning/planned-message.ts';
import { type Database, inTransaction, openDatabase } from '../../src/platform/database/database.ts';
import { dropLater, givenDatabase, type TestDatabase } from '../given/databases.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await givenDatabase();
  db = openDatabase(database.url, { poolMax: 1, onIdleError: () => undefined });
});
afterAll(async () => {
  await db.close();
  dropLater(database);
});

const strand = {
  senderId: 1,
  brand: BRAND_IDS.MTS,
  timezone: '',
  trafficType: 'PROMO',
  lane: 2,
  tariffId: 1,
  country: null,
} as const;
const anyMessage: fc.Arbitrary<PlannedMessage> = fc.record({
  destination: fc.integer({ min: 1_000_000_000, max: 999_999_999_999_999 }).map(String),
  senderId: fc.integer({ min: 1, max: 2_147_483_647 }),
  brandId: fc.integer({ min: 0, max: 4 }),
  country: fc.constantFrom('RU', 'KZ', 'GB'),
  parts: fc.integer({ min: 1, max: 10 }),
  amountMicros: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
  // The API refuses NUL and lone surrogates before this point.
  text: fc.option(
    fc.string({ unit: 'grapheme', maxLength: 400 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
  ),
  strand: fc.constant(strand),
});

type Row = {
  id: string;
  company_id: number;
  dispatch_id: number;
  seq: number;
  sender_id: number;
  destination: bigint;
  amount_micros: bigint;
  created_at: Date;
  strand: number;
  brand: number;
  country: string;
  parts: number;
  status: number;
  text: string | null;
};

test('rows are written by COPY and read as planned, in order and under the returned ids', async () => {
  let dispatchId = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMessage, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 9_000_000 }),
      async (messages, firstSeq) => {
        dispatchId += 1;
        const { rows, ids, now } = await inTransaction(db, async (tx) => {
          const told = await copyMessages(tx, messages, {
            companyId: 7,
            dispatchId,
            firstSeq,
            now: tx.now,
            strandOf: () => 3,
          });
          const stored = await tx.query<Row>('select * from messages where dispatch_id = $1 order by seq', [
            dispatchId,
          ]);
          return { rows: stored, ids: told, now: tx.now };
        });
        expect(rows.map(({ id }) => id)).toEqual(ids);
        expect(rows).toMatchObject(
          messages.map((message, at) => ({
            company_id: 7,
            dispatch_id: dispatchId,
            seq: firstSeq + at,
            sender_id: message.senderId,
            destination: BigInt(message.destination),
            amount_micros: message.amountMicros,
            created_at: now,
            strand: 3,
            brand: message.brandId,
            country: message.country,
            parts: message.parts,
            status: MESSAGE_STATUS_CODES.CREATED,
            text: message.text,
          })),
        );
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test('a row whose day has no partition is refused', async () => {
  const message = fc.sample(anyMessage, 1);
  const copied = inTransaction(db, async (tx) => {
    const now = new Date(tx.now.getTime() + 400 * 86_400_000);
    await copyMessages(tx, message, { companyId: 7, dispatchId: 1, firstSeq: 1, now, strandOf: () => 1 });
  });
  await expect(copied).rejects.toThrow(/messages_\d{8}" does not exist/);
});
