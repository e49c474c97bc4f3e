// The ledger equals the messages that the operators accepted, multiplied by the prices shown to the partner.

import { microsFromDecimal } from '@volley/domain/money/money.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { describe, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenShop, recipients, type Shop } from '../given/people/shop.ts';
import { monthsOf } from '../given/rows/companies.ts';

const cell = useSharedCell();
const MEGAFON_FIRST = 79_261_230_000;
const LONG = 'л'.repeat(150);

type Shown = { brand?: string; trafficType?: string; prices: { from: number; price: number; priceMauBatch: number }[] };

async function pricesOf(shop: Shop, brand: Brand): Promise<Shown['prices']> {
  const { body } = await cell().call('GET', `/price/tariffs?senderType=START&brand=${brand}`, { token: shop.token });
  // The client has checked the reply against the contract.
  const { tariffs } = body as { tariffs: Shown[] };
  return tariffs.find((tariff) => tariff.trafficType === undefined)?.prices ?? [];
}

const micros = (value: number) => microsFromDecimal(value) ?? 0n;

/** Whole texts in the order of arrival, as the operator reports them. */
async function costAt(shop: Shop, brand: Brand, isMau: boolean): Promise<bigint> {
  const prices = await pricesOf(shop, brand);
  const known = new Set<string>();
  let total = 0n;
  for (const { destination, parts } of await cell().operators.received(brand.toLowerCase())) {
    const step = prices.findLast(({ from }) => from <= known.size) ?? prices[0];
    total += micros(step?.price ?? 0) * BigInt(parts);
    if (!isMau || known.has(destination)) continue;
    known.add(destination);
    for (const { from, priceMauBatch } of prices) if (Math.max(from, 1) === known.size) total += micros(priceMauBatch);
  }
  return total;
}

describe('the recount from the operators', () => {
  test('agrees with the ledger to the micro-unit, for fixed prices and for MAU', async () => {
    await cell().link('mts');
    await cell().link('megafon');
    const shop = await givenShop(cell());
    const { companyId, senderId, token } = shop;
    const name = {
      companyId,
      senderName: 'Shop',
      brand: 'MEGAFON',
      channelType: 'SMS',
      commonType: 'COMMON',
      dateFrom: '2024-07-01T00:00:00Z',
    };
    const other = numberAt((await cell().call('POST', '/senders', { token, body: name })).body, 'id');
    const change = (first: number, count: number, customText?: string) => ({
      senderIds: [senderId, other],
      messages: [...recipients(100, 79_161_230_000 + first), ...recipients(count, MEGAFON_FIRST + first)].map((to) => ({
        ...to,
        ...(customText !== undefined && { customText }),
      })),
    });
    // Dispatches run one after the other with equal parts within each, so that the order inside does not matter.
    const dispatches: number[] = [];
    for (const draft of [change(0, 700), change(700, 350), change(0, 50, LONG)]) {
      const id = await shop.run(0, draft);
      await shop.untilStatus(id, 'COMPLETED');
      dispatches.push(id);
    }
    const expected = (await costAt(shop, 'MTS', false)) + (await costAt(shop, 'MEGAFON', true));
    expect(await monthsOf(cell(), companyId)).toMatchObject([{ reserved: 0n, spent: expected }]);
    const listed = await Promise.all(dispatches.map((id) => shop.messages(id)));
    const shown = listed.flat().reduce((sum, { price }) => sum + micros(price), 0n);
    expect(shown).toBe(expected);
  });
});
