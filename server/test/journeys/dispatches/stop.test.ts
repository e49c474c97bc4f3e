import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const WINDOW = 10;
/** Enough for four seconds. */
const COUNT = 800;

describe('a stopped dispatch', () => {
  test('sends at most one more window, frees its reservation, and still counts the receipts of sent messages', async () => {
    await cell().link('mts', { rate: 200, window: WINDOW });
    await cell().operators.behave('mts', { receiptsHeld: true });
    const shop = await givenShop(cell());
    const id = await shop.run(COUNT);
    await until(
      'some messages are with the operator',
      async () => (await cell().operators.counters('mts')).accepted > 100,
    );
    expect((await shop.stop(id)).body).toEqual({ id, status: 'STOPPED' });
    const atStop = (await cell().operators.counters('mts')).accepted;
    const freed = await until('the unsent messages have failed', async () => {
      const shown = await shop.dispatch(id);
      return shown.messages.failed > COUNT / 2 && shown;
    });
    expect(freed).toMatchObject({ status: 'STOPPED', messages: { delivered: 0 } });
    await cell().operators.behave('mts', { receiptsHeld: false });
    const done = await shop.untilPending(id, 0);
    const { accepted } = await cell().operators.counters('mts');
    expect(accepted - atStop).toBeLessThanOrEqual(WINDOW);
    expect(done).toMatchObject({ status: 'STOPPED', messages: { delivered: accepted, failed: COUNT - accepted } });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(new Set(failed.map(({ errorCode, price }) => `${errorCode} ${price}`))).toEqual(
      new Set([`${ERROR.stopped} 0`]),
    );
    expect(await shop.money()).toEqual({ spent: expect.closeTo(accepted * 3.2, 6), reserved: 0 });
    expect((await shop.start(id)).status).toBe(400);
  });

  test('fails messages that are not in a batch yet, without a submit', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const before = (await cell().operators.counters('mts')).submits;
    const startAt = new Date(cell().now().getTime() + 3_600_000).toISOString().replace(/\.\d+Z/, 'Z');
    const id = await shop.run(12_000, {
      schedule: { startAt, hours: [...Array(24).keys()], days: [1, 2, 3, 4, 5, 6, 7] },
    });
    await shop.stop(id);
    const done = await shop.untilPending(id, 0);
    expect(done).toMatchObject({ status: 'STOPPED', messages: { total: 12_000, failed: 12_000 } });
    await cell().advance(7_200);
    await cell().settle();
    expect((await cell().operators.counters('mts')).submits).toBe(before);
  });
});
