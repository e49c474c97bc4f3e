// The lease of the sweeper that decides about alerts, while sweepers of the version before claim it in duty_state.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDutyLeadership } from '../../src/features/duty/alerts/run-duty-round.ts';
import { type Database, inTransaction, openDatabase } from '../../src/platform/database/database.ts';
import { dropLater, givenDatabase, type TestDatabase } from '../given/databases.ts';
import { until } from '../given/until.ts';

const MIGRATION = new URL('../../migrations/0029_one_leadership.sql', import.meta.url);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await givenDatabase();
  db = openDatabase(database.url, { poolMax: 3, onIdleError: () => undefined });
});
beforeEach(async () => {
  await db.pool.query(`delete from leaderships; update duty_state set lease_until = null`);
});
afterAll(async () => {
  await db.close();
  dropLater(database);
});

const newSweeper = () => openDutyLeadership({ db, instanceId: randomUUID() });

/** The statement of the version before. True: the process leads. */
const claimAsBefore = async (instanceId: string) => {
  const { rows } = await db.pool.query(
    `update duty_state
     set leader = $1,
       lease_until = clock_timestamp() + 45000 * interval '1 millisecond'
     where leader = $1
       or lease_until is null
       or lease_until < clock_timestamp()
     returning 1`,
    [instanceId],
  );
  return rows.length > 0;
};

const lapse = () =>
  db.pool.query(
    `update leaderships set lease_until = clock_timestamp() - interval '1 second';
     update duty_state set lease_until = clock_timestamp() - interval '1 second'`,
  );

test('one of two sweepers leads, and the other follows when the first leaves or its lease lapses', async () => {
  const [first, second] = [newSweeper(), newSweeper()];
  expect([await first.claim(), await second.claim(), await first.claim()]).toEqual([true, false, true]);
  await first.leave();
  expect([await second.claim(), await first.claim()]).toEqual([true, false]);
  await lapse();
  expect([await first.claim(), await second.claim()]).toEqual([true, false]);
});

test('a lease from before a step back of the clock does not last longer than a new one', async () => {
  const [first, second] = [newSweeper(), newSweeper()];
  await first.claim();
  await db.pool.query(`update leaderships set lease_until = lease_until + interval '1 hour'`);
  expect(await second.claim()).toBe(true);
});

test('a sweeper that confirms its lease keeps it to the end of the transaction, and not longer', async () => {
  const [first, second] = [newSweeper(), newSweeper()];
  await first.claim();
  await lapse();
  const claimed = await inTransaction(db, async (tx) => {
    expect(await first.confirm(tx)).toBe(true);
    const waiting = second.claim();
    await until('the claim waits for the lock', hasWaitingClaim);
    return { waiting };
  });
  expect(await claimed.waiting).toBe(true);
  expect(await inTransaction(db, (tx) => first.confirm(tx))).toBe(false);
});

async function hasWaitingClaim(): Promise<boolean> {
  const { rows } = await db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

describe('beside a sweeper of the version before', () => {
  test('a new sweeper that leads is the only one', async () => {
    const sweeper = newSweeper();
    const old = randomUUID();
    expect([await sweeper.claim(), await claimAsBefore(old)]).toEqual([true, false]);
    await lapse();
    expect([await claimAsBefore(old), await sweeper.claim()]).toEqual([true, false]);
    expect(await claimAsBefore(old)).toBe(true);
    await lapse();
    expect([await sweeper.claim(), await claimAsBefore(old)]).toEqual([true, false]);
  });

  test('two sweepers of the version before do not both lead', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect([await claimAsBefore(first), await claimAsBefore(second)]).toEqual([true, false]);
    await lapse();
    expect([await claimAsBefore(second), await claimAsBefore(first)]).toEqual([true, false]);
  });

  test('the migration leaves the lease with its holder', async () => {
    const old = randomUUID();
    await db.pool.query('drop trigger duty_state_claims on duty_state; drop function claim_duty_leadership');
    expect(await claimAsBefore(old)).toBe(true);
    await db.pool.query(await readFile(MIGRATION, 'utf8'));
    expect([await newSweeper().claim(), await claimAsBefore(old)]).toEqual([false, true]);
  });
});
