// Thousands of batches in doubt at once: the rows that the search for due doubts reads, and the batches that one round
// sends again or ends.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectDueDoubts } from '../../src/features/queue/batches/due-batches.sql.ts';
import { requeueDueBatches } from '../../src/features/settlement/doubts/requeue-batches.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { batchesOf, bringIntoDoubt } from '../given/rows/batches.ts';
import { endResendPauses, readEvidence } from '../given/rows/engine.ts';
import { limitLinks } from '../given/rows/links.ts';
import { copyDoubts, rowsRead } from '../given/rows/many-batches.ts';
import { type Given, given } from './engine-plan.ts';

const SETTLED = 5;
const COPIES = 800;
const READS_MAX = 4;

let world: Given;
beforeAll(async () => {
  world = await given('FIXED');
});
afterAll(() => world.api.close());

const doubts = async () => (await batchesOf(world.api)).filter(({ waitingFor }) => waitingFor === 'doubt');

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
  await bringIntoDoubt(world.api, { state: 'handedOver' });
  expect(await doubts()).toHaveLength(SETTLED);
  for (let at = 0; at < 2; at += 1) {
    await steps.start(1);
    await steps.claim();
  }
  await bringIntoDoubt(world.api, { state: 'claimed' });
  await readEvidence(world.api);
  // The link pauses for ten seconds after one message.
  await limitLinks(world.api, 1);
  const { outgoing, more } = await requeueDueBatches(world.api.platform);
  expect([outgoing.length, more]).toEqual([1, true]);
  expect(await doubts()).toHaveLength(1);
  expect((await requeueDueBatches(world.api.platform)).outgoing).toEqual([]);
});

test('a search for due doubts reads each of them at most four times', async () => {
  await copyDoubts(world.api, COPIES);
  await endResendPauses(world.api);
  const { found, rows } = await inTransaction(world.api.platform.db, async (tx) => {
    const ids = await selectDueDoubts(tx, 100);
    return { found: ids.length, rows: await rowsRead(tx, 'batches') };
  });
  expect(found).toBe(10);
  expect(rows).toBeLessThan(READS_MAX * COPIES);
});
