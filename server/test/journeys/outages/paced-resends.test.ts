// No pacer runs here: the test calls its rounds itself, so that no other process sends the messages.
import { expect, test } from 'vitest';
import { claimBatches } from '../../../src/features/queue/batches/claim-batches.ts';
import { requeueDueBatches } from '../../../src/features/settlement/doubts/requeue-batches.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { batchesOf, bringIntoDoubt } from '../../given/rows/batches.ts';
import { endResendPauses, lengthenResendPauses, readEvidence, resendPauseMs } from '../../given/rows/engine.ts';
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
    return (await batchesOf(cell(), id)).length >= 3;
  });
  await bringIntoDoubt(cell(), { dispatchId: id });
  await readEvidence(cell(), 3_600);
  expect(await sentAgain()).toHaveLength(1);
  const pauseMs = await resendPauseMs(cell(), cell().platform.config.claimLeaseMs);
  expect(pauseMs).toBeGreaterThan(2_000);
  expect(pauseMs).toBeLessThan(5_000);
  await lengthenResendPauses(cell(), 1);
  expect((await requeueDueBatches(cell().platform)).outgoing).toEqual([]);
  await endResendPauses(cell());
  expect(await sentAgain()).toHaveLength(1);
});
