// Thousands of batches in doubt at once: the rows that the search for due doubts reads, and the batches that one round
// sends again or ends.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectDueDoubts } from '../../src/features/queue/batches/due-batches.sql.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Given, given, sql } from './engine-plan.ts';

const SETTLED = 5;
const COPIES = 800;
const READS_MAX = 4;

let world: Given;
beforeAll(async () => {
  world = await given('FIXED');
});
afterAll(() => world.api.close());

const run = <Row>(text: string) => sql<Row>(world.api, text);
const doubted = (batches: string) =>
  run(
    `update batches
     set state = 2, waiting_for = 'doubt', doubts = 1, owner = null, due_at = clock_timestamp() - interval '1 hour'
     where ${batches}`,
  );
const doubts = () => run<{ id: string }>(`select id from batches where waiting_for = 'doubt'`);

test('a round sends one doubt per link again and ends those with nothing left to send', async () => {
  const { steps } = world;
  for (let at = 0; at < SETTLED; at += 1) {
    await steps.start(1);
    await steps.claim();
    await steps.begin(-1);
    await steps.submit(0, ['sent'], 'none');
    await steps.record(-2);
    await steps.record(-1);
  }
  await doubted('state = 3');
  expect(await doubts()).toHaveLength(SETTLED);
  for (let at = 0; at < 2; at += 1) {
    await steps.start(1);
    await steps.claim();
  }
  await doubted('state = 0');
  await run('update evidence_marks set outcomes_read_at = clock_timestamp()');
  // The link pauses for ten seconds after one message.
  await run('update operator_links set rate_per_second = 1');
  const { outgoing, more } = await requeueDueBatches(world.api.platform);
  expect([outgoing.length, more]).toEqual([1, true]);
  expect(await doubts()).toHaveLength(1);
  expect((await requeueDueBatches(world.api.platform)).outgoing).toEqual([]);
});

test('a search for due doubts reads each of them at most four times', async () => {
  await run(
    `insert into batches
     select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*
     from batches b
     cross join generate_series(1, ${COPIES})
     where b.waiting_for = 'doubt'`,
  );
  await run('delete from link_resends');
  const { found, rows } = await inTransaction(world.api.platform.db, async (tx) => {
    const ids = await selectDueDoubts(tx, 100);
    const [read] = await tx.query<{ rows: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'batches'`,
    );
    return { found: ids.length, rows: read?.rows ?? Number.NaN };
  });
  expect(found).toBe(10);
  expect(rows).toBeLessThan(READS_MAX * COPIES);
});
