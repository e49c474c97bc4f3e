import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useSharedCell } from '../../given/cell.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { batchesOf, isHeld, postponeWork } from '../../given/rows/batches.ts';
import { changeSender } from '../../given/rows/senders.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell();

/** Some messages are with the operator; the others are held, and their next check is in an hour. */
async function heldBy(shop: Shop, hold: () => Promise<unknown>): Promise<number> {
  await cell().link('mts', { rate: 20 });
  const id = await shop.run(100);
  await shop.untilPending(id, 95);
  await hold();
  await until('all waiting messages are held', () => isHeld(cell(), id));
  expect(await postponeWork(cell(), id)).toBeGreaterThan(0);
  await cell().link('mts');
  return id;
}

describe('held messages continue at once', () => {
  covers('move.sender.unsuspend.allows-use');
  test('when their name is released', async () => {
    const shop = await givenShop(cell());
    const id = await heldBy(shop, () => shop.suspend());
    await shop.unsuspend();
    expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ delivered: 100, failed: 0 });
  });

  test('when their company is active again', async () => {
    const shop = await givenShop(cell());
    const set = (status: string) =>
      cell().call('PUT', `/company/${shop.companyId}`, { token: shop.token, body: { status } });
    const id = await heldBy(shop, () => set('DISABLED'));
    await set('ACTIVE');
    expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ delivered: 100, failed: 0 });
  });
});

test('a name that is denied stops at once, like a suspended one', async () => {
  await cell().link('mts', { rate: 50 });
  const shop = await givenShop(cell());
  const id = await shop.run(400);
  await shop.untilPending(id, 390);
  await changeSender(cell(), shop.senderId, { status: 'DENIED' });
  cell().platform.bus.wake('control.marks');
  await until('the batches on the link are held', async () =>
    (await batchesOf(cell(), id)).every(({ state }) => state === 'waiting' || state === 'handedOver'),
  );
  const { messages } = await shop.dispatch(id);
  expect(messages.failed).toBe(0);
  expect(messages.pending).toBeGreaterThan(200);
  await shop.stop(id);
  await shop.untilPending(id, 0);
});
