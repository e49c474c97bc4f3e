// The database's clock steps back by an hour, as its tables show it: every real-time wait and lease lies an hour ahead.
import { expect, test } from 'vitest';
import { capWaits } from '../../../src/workers/sweeper/clock-step-loop.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { batchesOf, postponeDoubts } from '../../given/rows/batches.ts';
import { giveToDeadConnector, linkNamed } from '../../given/rows/links.ts';
import { givenLaterReceipts } from '../../given/rows/receipts.ts';
import { until } from '../../given/until.ts';

/** Long enough that a doubt is postponed before it is decided, also on a busy machine. */
const DOUBT_MS = 3_000;
const cell = useCell({ settings: { instanceLeaseMs: 1_000, inDoubtWaitMs: DOUBT_MS, claimLeaseMs: 500 } });

test('receipts that were stored before a step back are read at once after it', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const id = await shop.run(100);
  await until('all messages are sent', async () => (await shop.messages(id)).every(({ status }) => status === 'SENT'));
  await cell().operators.behave('mts', { noReceiptPercent: 0 });
  await givenLaterReceipts(cell(), id, { state: 'delivered', receivedAt: cell().now(), dueInHours: 1 });
  await cell().settle();
  expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 0, pending: 100 } });
  await capWaits(cell().platform);
  expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ delivered: 100, failed: 0 });
});

test('a waiting batch is decided when its wait is over, not a step later', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  const { accepted } = await cell().operators.counters('mts');
  await cell().operators.behave('mts', { mute: true });
  const id = await shop.run(5);
  await until(
    'the operator has accepted all messages',
    async () => (await cell().operators.counters('mts')).accepted === accepted + 5,
  );
  await cell().operators.behave('mts', { mute: false });
  await cell().operators.cut('mts');
  await until('their batch is in doubt', async () => {
    await postponeDoubts(cell());
    return (await batchesOf(cell(), id)).some(({ waitingFor }) => waitingFor === 'doubt');
  });
  await cell().settle();
  expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 0 } });
  await capWaits(cell().platform);
  await shop.untilStatus(id, 'COMPLETED');
});

test('a link of a dead connector is taken over when its lease is over, not a step later', async () => {
  const id = await cell().link('mts');
  const dead = await giveToDeadConnector(cell(), id, 1);
  await capWaits(cell().platform);
  await until('the link is bound by a living owner', async () => {
    const { bound, owner } = await linkNamed(cell(), 'mts');
    return bound && owner !== dead;
  });
});
