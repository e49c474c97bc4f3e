// Money belongs to the month in which a message is sent, not to the month of its dispatch's creation or start.

import { billingMonth } from '@volley/domain/money/budget.ts';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { describe, expect, test } from 'vitest';
import { claimBatches } from '../../../src/features/queue/batches/claim-batches.ts';
import { publishBatches } from '../../../src/features/queue/batches/publish-batches.ts';
import { publishTariff } from '../../../src/features/tariffs/publish-prices.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { type Cell, useCell } from '../../given/cell.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { batchesOf } from '../../given/rows/batches.ts';
import { monthsOf } from '../../given/rows/companies.ts';
import { pauseLinks } from '../../given/rows/links.ts';
import { until } from '../../given/until.ts';

const MOSCOW_MS = 3 * 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const refused = { status: 400, body: { error: { code: 4000, msg: expect.any(String) } } };

function monthAfter(place: Cell): Date {
  const moscow = new Date(place.now().getTime() + MOSCOW_MS);
  return new Date(Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() + 1, 1) - MOSCOW_MS);
}

const moveTo = (place: Cell, at: Date) =>
  place.advance(Math.max(0, Math.ceil((at.getTime() - place.now().getTime()) / 1_000)));

describe('a batch that a connector gets after the month has turned', () => {
  // Claimed by hand, so that the month turns only when the connector has the batch.
  const cell = useCell({ workers: ['notifier', 'recorder', 'connector'] });

  test('is refused by the connector and published at once as a new attempt, because the bus deduplicates the old one', async () => {
    await cell().link('mts');
    const first = monthAfter(cell());
    await moveTo(cell(), new Date(first.getTime() - 3_600_000));
    const shop = await givenShop(cell());
    const id = await shop.run(3);
    const { outgoing } = await claimBatches(cell().platform, new Map());
    await moveTo(cell(), first);
    await publishBatches(cell().platform, outgoing);
    await until('the connector has refused the batch', async () =>
      (await batchesOf(cell(), id)).some(({ state, dueSeconds }) => state === 'claimed' && (dueSeconds ?? 1) <= 0),
    );
    await cell().join(['pacer', 'clock']);
    await shop.untilStatus(id, 'COMPLETED');
    expect(await batchesOf(cell(), id)).toMatchObject([{ attempt: 2 }]);
  });
});

const cell = useCell();
const nextMonth = () => monthAfter(cell());
const advanceTo = (at: Date) => moveTo(cell(), at);
const setBudget = (shop: Shop, budget: number | null) =>
  cell().call('PUT', `/company/${shop.companyId}`, { token: shop.token, body: { budget } });

/** Month, reserved and spent rubles. */
const billOf = async ({ companyId }: Shop) =>
  (await monthsOf(cell(), companyId)).map(({ month, reserved, spent }) => [
    month,
    Number(reserved) / 1e6,
    Number(spent) / 1e6,
  ]);

describe('a dispatch that is started in one month and sent in the next', () => {
  test('is reserved and paid in the month of sending, within the budget of that month', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell(), { budget: 10 });
    const first = nextMonth();
    const schedule = { startAt: new Date(first.getTime() + 3_600_000).toISOString(), hours: HOURS, days: DAYS };
    await advanceTo(new Date(first.getTime() - 3_600_000));
    const planned = await shop.run(3, { schedule });
    const month = billingMonth(first.getTime());
    expect(await billOf(shop)).toEqual([[month, 9.6, 0]]);
    const today = await shop.run(3);
    await shop.untilStatus(today, 'COMPLETED');
    await advanceTo(first);
    expect(await shop.start(await shop.create(1))).toMatchObject(refused);
    await advanceTo(new Date(first.getTime() + 3_601_000));
    await shop.untilStatus(planned, 'COMPLETED');
    expect(await billOf(shop)).toEqual([
      [billingMonth(first.getTime() - 1), 0, 9.6],
      [month, 0, 9.6],
    ]);
  });

  test('moves its rest and its money to the next month at midnight, and waits if the budget does not suffice', async () => {
    await cell().link('mts');
    const first = nextMonth();
    await advanceTo(new Date(first.getTime() - 3_600_000));
    const shop = await givenShop(cell(), { budget: 40 });
    await pauseLinks(cell(), true);
    const id = await shop.run(10);
    expect(await billOf(shop)).toEqual([[billingMonth(first.getTime() - 1), 32, 0]]);
    await setBudget(shop, 16);
    await advanceTo(first);
    await pauseLinks(cell(), false);
    await until('the dispatch waits for the budget', async () => (await shop.dispatch(id)).waitingFor === 'budget');
    await cell().passRounds();
    expect(await billOf(shop)).toEqual([]);
    expect((await shop.dispatch(id)).messages.pending).toBe(10);
    await setBudget(shop, 32);
    await shop.untilStatus(id, 'COMPLETED');
    expect(await billOf(shop)).toEqual([[billingMonth(first.getTime()), 0, 32]]);
    expect(await shop.dispatch(id)).toMatchObject({ priceEstimate: 32, messages: { delivered: 10 } });
    expect(await shop.dispatch(id)).not.toHaveProperty('waitingFor');
  });
});

test('a draft costs the price at its start, and its estimate shows that price', async () => {
  await cell().link('beeline', { brands: [BRAND_IDS.BEELINE] });
  const shop = await givenShop(cell(), { brand: 'BEELINE' });
  const messages = [{ destination: '79031230001' }, { destination: '79031230002' }];
  const id = await shop.create(0, { messages });
  const before = (await shop.dispatch(id)).priceEstimate;
  const rise = {
    priceListId: 1,
    senderType: 'START',
    brand: 'BEELINE',
    currency: 'RUB',
    pricingModel: 'FIXED',
  } as const;
  const prices = [{ from: 0, priceMicros: 50_000_000n, priceMauBatchMicros: null }];
  await inTransaction(cell().platform.db, (tx) => publishTariff(tx, { ...rise, prices }));
  expect(before).not.toBe(100);
  expect((await shop.dispatch(id)).priceEstimate).toBe(100);
  expect(await shop.start(id)).toMatchObject({ status: 200 });
  await shop.untilStatus(id, 'COMPLETED');
  expect((await shop.messages(id)).map(({ price }) => price)).toEqual([50, 50]);
  expect(await shop.money()).toEqual({ spent: 100, reserved: 0 });
});
