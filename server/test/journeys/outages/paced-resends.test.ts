// No pacer runs here: the test calls its rounds itself, so that no other process sends the messages.
import { expect, test } from 'vitest';
import { claimBatches } from '../../../src/features/queue/batches/claim-batches.ts';
import { requeueDueBatches } from '../../../src/features/settlement/doubts/requeue-batches.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['connector'] });

/** On a busy machine the link's lease may just have expired. */
const sentAgain = () =>
  until('a batch in doubt is sent again', async () => {
    const { outgoing } = await requeueDueBatches(cell().platform);
    return outgoing.length > 0 && outgoing;
  });

test('bulk batches in doubt are sent again one per link, and the next waits for a tenth of the rate', async () => {
  await cell().link('mts', { rate: 100 });
  const shop = await givenShop(cell());
  const id = await shop.run(75);
  await until('three batches exist', async () => {
    await claimBatches(cell().platform, new Map());
    return (await cell().sql('select id from batches where dispatch_id = $1', [id])).length >= 3;
  });
  await cell().sql(
    `update batches set state = 2, waiting_for = 'doubt', doubts = 1, owner = null, due_at = clock_timestamp()
     where dispatch_id = $1`,
    [id],
  );
  await cell().sql(`update evidence_marks set outcomes_read_at = clock_timestamp() + interval '1 hour'`);
  expect(await sentAgain()).toHaveLength(1);
  // The same transaction wrote both.
  const [rest] = await cell().sql<{ ms: number }>(
    `select extract(epoch from r.next_at - b.due_at)::float8 * 1000 + $1 as ms
     from link_resends r
     join batches b on b.link_id = r.link_id and b.attempt = 2`,
    [cell().platform.config.claimLeaseMs],
  );
  expect(rest?.ms).toBeGreaterThan(2_000);
  expect(rest?.ms).toBeLessThan(5_000);
  await cell().sql(`update link_resends set next_at = clock_timestamp() + interval '1 hour'`);
  expect((await requeueDueBatches(cell().platform)).outgoing).toEqual([]);
  await cell().sql('delete from link_resends');
  expect(await sentAgain()).toHaveLength(1);
});
