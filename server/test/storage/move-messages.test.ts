// The cost of a status change in rows, on days without statistics: only the changed messages, however many others lie
// between them.
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyMessages } from '../../src/features/messages/message-rows.ts';
import {
  type CreatedMove,
  moveCreated,
  moveCreatedPriced,
  moveSent,
  NO_HAND_OVER,
} from '../../src/features/messages/move-messages.sql.ts';
import type { PlannedMessage } from '../../src/features/messages/planning/planned-message.ts';
import { type Database, inTransaction, openDatabase, type Tx } from '../../src/platform/database/database.ts';
import { dropLater, givenDatabase, type TestDatabase } from '../given/databases.ts';

const ACCEPTED = 6_000;
const MOVED = 100;
/** A connection reuses a plan from the sixth execution on. */
const TIMES = 8;
const { CREATED, SENT, DELIVERED } = MESSAGE_STATUS_CODES;

let database: TestDatabase;
let db: Database;
let ids: readonly string[];
beforeAll(async () => {
  database = await givenDatabase();
  db = openDatabase(database.url, { poolMax: 1, onIdleError: () => undefined });
  const strand = {
    senderId: 1,
    brand: BRAND_IDS.MTS,
    timezone: '',
    trafficType: 'PROMO',
    lane: 2,
    tariffId: 1,
    country: null,
  } as const;
  const message: PlannedMessage = {
    destination: '79161230000',
    senderId: 1,
    brandId: BRAND_IDS.MTS,
    country: 'RU',
    parts: 1,
    amountMicros: 2_000_000n,
    text: null,
    strand,
  };
  ids = await inTransaction(db, (tx) =>
    copyMessages(
      tx,
      Array.from({ length: ACCEPTED }, () => message),
      {
        companyId: 7,
        dispatchId: 1,
        firstSeq: 1,
        now: tx.now,
        strandOf: () => 1,
      },
    ),
  );
});
afterAll(async () => {
  await db.close();
  dropLater(database);
});

/** Every sixtieth message, from `first` on. */
const scattered = (first: number, status: number, at: Date): CreatedMove[] =>
  Array.from({ length: MOVED }, (_, place) => ({
    id: ids[first + (place * ACCEPTED) / MOVED] ?? '',
    status,
    sentAt: status === SENT ? at : null,
    finalAt: status === SENT ? null : at,
    errorCode: null,
    providerCode: null,
    charged: false,
    month: null,
    ...NO_HAND_OVER,
  }));

/** Rows of messages that this connection has read and not yet reported to the shared statistics. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
     from pg_stat_xact_user_tables
     where relname like 'messages\\_2%'`,
  );
  return row?.rows ?? 0;
}

const moves: readonly [string, number, (tx: Tx, first: number) => Promise<unknown>][] = [
  ['CREATED to SENT', 0, (tx, first) => moveCreated(tx, scattered(first, SENT, tx.now))],
  ['SENT to DELIVERED', 0, (tx, first) => moveSent(tx, scattered(first, DELIVERED, tx.now))],
  [
    'CREATED to SENT with a price by volume',
    TIMES,
    (tx, first) =>
      moveCreatedPriced(
        tx,
        scattered(first, SENT, tx.now).map((move) => ({
          ...move,
          amountMicros: 1n,
          dueMicros: 1n,
          packageMicros: null,
          volumeBefore: 0,
        })),
      ),
  ],
];

test.each(moves)('%s reads only the messages that change', async (_, from, move) => {
  for (let time = 0; time < TIMES; time += 1) {
    const rows = await inTransaction(
      db,
      async (tx) => {
        const before = await rowsRead(tx);
        await move(tx, from + time);
        return (await rowsRead(tx)) - before;
      },
      'index',
    );
    expect(rows).toBeLessThanOrEqual(2 * MOVED);
  }
  const wanted = Array.from({ length: TIMES }, (__, time) => scattered(from + time, SENT, new Date())).flat();
  const [moved] = await inTransaction(db, (tx) =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from messages where status > ${CREATED} and id = any($1::uuid[])`,
      [wanted.map(({ id }) => id)],
    ),
  );
  expect(moved?.count).toBe(TIMES * MOVED);
});
