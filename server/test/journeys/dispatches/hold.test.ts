import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const accepted = async () => (await cell().operators.counters('mts')).accepted;

/** The number of messages that reach the operator until all due work is done. */
async function acceptedMeanwhile(): Promise<number> {
  const before = await accepted();
  await cell().settle();
  return (await accepted()) - before;
}

describe('a suspended name', () => {
  covers('move.sender.suspend.stops-traffic', 'move.sender.unsuspend.allows-use');
  test('holds its messages at once and continues where it stopped when it is released', async () => {
    await cell().link('mts', { rate: 200 });
    const shop = await givenShop(cell());
    const before = await accepted();
    const id = await shop.run(600);
    await until('some messages are with the operator', async () => (await accepted()) - before > 100);
    await shop.suspend();
    await cell().settle();
    expect(await acceptedMeanwhile()).toBe(0);
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { failed: 0 } });
    await shop.unsuspend();
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ delivered: 600, failed: 0 });
    expect((await accepted()) - before).toBe(600);
  });

  test('held for seven days fails its messages with 454 at no cost', async () => {
    await cell().link('mts', { rate: 100 });
    const shop = await givenShop(cell());
    const before = await accepted();
    const id = await shop.run(400);
    await until('some messages are with the operator', async () => (await accepted()) - before > 50);
    await shop.suspend();
    await cell().settle();
    const sent = (await accepted()) - before;
    // The first sweep after the suspension records the start of the hold.
    await until('all waiting messages are held', async () => {
      const [row] = await cell().sql<{ open: bigint }>(
        `select (select count(*) from strands where dispatch_id = $1 and cursor_seq < last_seq and held_since is null)
           + (select count(*) from batches where dispatch_id = $1 and state <> 3 and held_since is null) as open`,
        [id],
      );
      return row?.open === 0n;
    });
    await cell().advance(7 * 86_400 - 60);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 400 - sent } });
    await cell().advance(120);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ delivered: sent, failed: 400 - sent });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(new Set(failed.map(({ errorCode, price }) => `${errorCode} ${price}`))).toEqual(new Set(['454 0']));
    expect(await shop.money()).toEqual({ spent: expect.closeTo(sent * 3.2, 6), reserved: 0 });
  });
});

test('a disabled company sends nothing until it is active again', async () => {
  await cell().link('mts', { rate: 200 });
  const shop = await givenShop(cell());
  const before = await accepted();
  const id = await shop.run(500);
  await until('some messages are with the operator', async () => (await accepted()) - before > 100);
  const set = (status: string) =>
    cell().sql('update companies set status = $2 where id = $1', [shop.companyId, status]);
  await set('DISABLED');
  await cell().settle();
  expect(await acceptedMeanwhile()).toBe(0);
  await set('ACTIVE');
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: 500, failed: 0 });
  expect((await accepted()) - before).toBe(500);
});
