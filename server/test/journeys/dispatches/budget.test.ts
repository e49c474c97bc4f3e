import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { partRefsOf, receiptComes } from '../../given/providers/operator-receipts.ts';
import { monthsOf } from '../../given/rows/companies.ts';

const cell = useCell();
const refused = { status: 400, body: { error: { code: 4000, msg: expect.any(String) } } };

describe('the budget of a month', () => {
  covers('budget.monthly-maximum', 'company.create.budget.monthly-limit', 'limits.budget');
  test('refuses a start above it and the dispatch stays CREATED; a start exactly at it passes', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell(), { budget: 32 });
    const over = await shop.create(11);
    expect(await shop.start(over)).toMatchObject(refused);
    expect(await shop.dispatch(over)).toMatchObject({ status: 'CREATED', messages: { pending: 11 } });
    expect(await shop.money()).toEqual({ spent: 0, reserved: 0 });
    const exact = await shop.run(10);
    await shop.untilStatus(exact, 'COMPLETED');
    expect(await shop.money()).toEqual({ spent: expect.closeTo(32, 6), reserved: 0 });
    expect(await shop.start(await shop.create(1))).toMatchObject(refused);
  });

  test('lets exactly five of sixteen concurrent starts pass if it suffices for five', async () => {
    const shop = await givenShop(cell(), { budget: 5 * 32 });
    const ids: number[] = [];
    for (let at = 0; at < 16; at += 1) ids.push(await shop.create(10));
    const replies = await Promise.all(ids.map((id) => shop.start(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(11);
    for (const [at, id] of ids.entries())
      if (replies[at]?.status === 200) await shop.untilStatus(id, 'COMPLETED');
      else expect((await shop.dispatch(id)).status).toBe('CREATED');
    expect(await shop.money()).toEqual({ spent: expect.closeTo(160, 6), reserved: 0 });
  });

  test('is reserved once by two concurrent starts of one dispatch', async () => {
    const shop = await givenShop(cell());
    const id = await shop.create(10);
    const replies = await Promise.all([shop.start(id), shop.start(id)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
    await shop.untilStatus(id, 'COMPLETED');
  });

  covers('budget.reset-on-the-first', 'budget.reset-between-midnight-and-three', 'limits.budget');
  test('starts at zero in a new month, and a receipt of last month settles last month', async () => {
    const moscow = new Date(cell().now().getTime() + 3 * 3_600_000);
    const nextMonthMs = Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() + 1, 1) - 3 * 3_600_000;
    const secondsLeft = () => Math.ceil((nextMonthMs - cell().now().getTime()) / 1_000);
    await cell().advance(secondsLeft() - 3_600);
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const shop = await givenShop(cell(), { budget: 32 });
    const old = await shop.run(10);
    expect(await shop.start(await shop.create(10))).toMatchObject(refused);
    await cell().settle();
    await cell().advance(secondsLeft() + 5);
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
    const fresh = await shop.run(10);
    await shop.untilStatus(fresh, 'COMPLETED');
    for (const ref of await partRefsOf(cell(), old)) await receiptComes(cell(), ref, 'delivered');
    await shop.untilStatus(old, 'COMPLETED');
    const settled = { spent: 32_000_000n, reserved: 0n };
    expect(await monthsOf(cell(), shop.companyId)).toEqual([
      { month: `${moscow.toISOString().slice(0, 7)}-01`, ...settled },
      { month: new Date(nextMonthMs + 3 * 3_600_000).toISOString().slice(0, 10), ...settled },
    ]);
    expect(await shop.start(await shop.create(1))).toMatchObject(refused);
  });
});
