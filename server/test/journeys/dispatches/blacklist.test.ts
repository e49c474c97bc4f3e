import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { blockSenderName, unblockSenderName } from '../../../src/features/blacklist/block-lists.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useSharedCell } from '../../given/cell.ts';
import { givenShop, recipients, type Shop } from '../../given/people/shop.ts';

const cell = useSharedCell();
const accepted = async () => (await cell().operators.counters('mts')).accepted;
const put = (shop: Shop, msisdn: string, blacklist: boolean) =>
  cell().call('PUT', '/recipients', { token: shop.token, body: { companyId: shop.companyId, msisdn, blacklist } });
const numberAt = (at: number) => recipients(at + 1)[at]?.destination ?? '';

describe('a message whose number is blacklisted after its acceptance', () => {
  test('fails with 453, costs nothing and frees its reservation', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell(), { budget: 1_000 });
    const before = await accepted();
    const id = await shop.create(50);
    for (const at of [0, 7, 49]) expect((await put(shop, numberAt(at), true)).status).toBe(200);
    await put(shop, numberAt(7), false);
    await shop.start(id);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: 50, delivered: 48, failed: 2, pending: 0 });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject([
      { destination: numberAt(0), errorCode: ERROR.numberBlocked, price: 0, sentAt: null },
      { destination: numberAt(49), errorCode: ERROR.numberBlocked, price: 0, sentAt: null },
    ]);
    expect((await accepted()) - before).toBe(48);
    expect((await shop.money()).reserved).toBe(0);
  });

  test('is not sent when it was claimed before and held meanwhile', async () => {
    await cell().link('mts', { rate: 20 });
    const shop = await givenShop(cell());
    const id = await shop.run(60);
    await shop.untilPending(id, 55);
    await shop.suspend();
    // The last messages are claimed and waiting, or not claimed; in both cases the operator does not have them.
    for (const at of [58, 59]) await put(shop, numberAt(at), true);
    await cell().link('mts');
    await shop.unsuspend();
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ delivered: 58, failed: 2 });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(failed.map(({ destination, errorCode }) => [destination, errorCode])).toEqual([
      [numberAt(58), ERROR.numberBlocked],
      [numberAt(59), ERROR.numberBlocked],
    ]);
  });

  test('a dispatch of blacklisted numbers only completes without a submit to the operator', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const before = await accepted();
    const id = await shop.create(3);
    for (const at of [0, 1, 2]) await put(shop, numberAt(at), true);
    await shop.start(id);
    expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ failed: 3 });
    expect(await accepted()).toBe(before);
    expect(await shop.money()).toEqual({ spent: 0, reserved: 0 });
  });
});

test('a sender name that the platform blocks sends nothing more: 454', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell(), { senderName: 'GoodBank' });
  const id = await shop.create(5);
  await inTransaction(cell().platform.db, (tx) => blockSenderName(tx, 'goodbank', null));
  await shop.start(id);
  expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ failed: 5 });
  expect(new Set((await shop.messages(id)).map(({ errorCode }) => errorCode))).toEqual(new Set([ERROR.senderBlocked]));
  await inTransaction(cell().platform.db, (tx) => unblockSenderName(tx, 'goodbank'));
});
