import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { isHeld } from '../../given/rows/batches.ts';
import { changeCompany } from '../../given/rows/companies.ts';
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
    await cell().link('mts', { rate: 50 });
    const shop = await givenShop(cell());
    const before = await accepted();
    const id = await shop.run(150);
    await until('some messages are with the operator', async () => (await accepted()) - before > 25);
    await shop.suspend();
    await cell().settle();
    expect(await acceptedMeanwhile()).toBe(0);
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { failed: 0 } });
    await shop.unsuspend();
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ delivered: 150, failed: 0 });
    expect((await accepted()) - before).toBe(150);
  });

  test('held for seven days fails its messages with 454 at no cost', async () => {
    await cell().link('mts', { rate: 30 });
    const shop = await givenShop(cell());
    const before = await accepted();
    const id = await shop.run(120);
    await until('some messages are with the operator', async () => (await accepted()) - before > 15);
    await shop.suspend();
    await cell().settle();
    const sent = (await accepted()) - before;
    // The first sweep after the suspension records the start of the hold.
    await until('all waiting messages are held', () => isHeld(cell(), id));
    await cell().advance(7 * 86_400 - 60);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 120 - sent } });
    await cell().advance(120);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ delivered: sent, failed: 120 - sent });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(new Set(failed.map(({ errorCode, price }) => `${errorCode} ${price}`))).toEqual(
      new Set([`${ERROR.senderBlocked} 0`]),
    );
    expect(await shop.money()).toEqual({ spent: expect.closeTo(sent * 3.2, 6), reserved: 0 });
  });
});

test('a disabled company sends nothing until it is active again', async () => {
  await cell().link('mts', { rate: 50 });
  const shop = await givenShop(cell());
  const before = await accepted();
  const id = await shop.run(150);
  await until('some messages are with the operator', async () => (await accepted()) - before > 25);
  await changeCompany(cell(), shop.companyId, { status: 'DISABLED' });
  await cell().settle();
  expect(await acceptedMeanwhile()).toBe(0);
  await changeCompany(cell(), shop.companyId, { status: 'ACTIVE' });
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: 150, failed: 0 });
  expect((await accepted()) - before).toBe(150);
});
