// A name approved for a later date: dispatches under it are prepared and started, and wait for that date.
import { describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { changeSender } from '../../given/rows/senders.ts';

const cell = useCell({ settings: { moderation: 'manual' } });

const DAY = 86_400;
const inDays = (days: number) => new Date(cell().now().getTime() + days * DAY * 1_000);

async function givenAwaited(days: number) {
  await cell().link('mts');
  const shop = await givenShop(cell());
  await changeSender(cell(), shop.senderId, { status: 'AWAITING', dateFrom: inDays(days) });
  return shop;
}

describe('a dispatch under a name approved for a later date', () => {
  test('is started now and sent from that date on', async () => {
    const shop = await givenAwaited(2);
    const id = await shop.run(3);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 3 } });
    expect((await shop.messages(id)).map(({ sentAt }) => sentAt)).toEqual([null, null, null]);
    await cell().advance(2 * DAY + 60);
    await shop.untilStatus(id, 'COMPLETED');
    expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 3 } });
  });

  test('is not given up although the date is more than seven days ahead', async () => {
    const shop = await givenAwaited(10);
    const id = await shop.run(2);
    await cell().advance(9 * DAY);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 2, failed: 0 } });
    await cell().advance(DAY + 60);
    await shop.untilStatus(id, 'COMPLETED');
    expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 2 } });
  });
});
