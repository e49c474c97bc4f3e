import { buildNumberingPlan } from '@volley/domain/numbers/numbering-plan.ts';
import { describe, expect, test } from 'vitest';
import { type PlanningBook, type PlanningRules, planMessages } from './plan-messages.ts';

const FIXED = { pricingModel: 'FIXED', currency: 'RUB', senderType: 'COMMON' } as const;
const price = (priceMicros: bigint) => [{ from: 0, priceMicros, priceMauBatchMicros: null }];
const book: PlanningBook = {
  plan: buildNumberingPlan([]),
  tariffs: [
    { ...FIXED, id: 1, prices: price(5_000_000n) },
    { ...FIXED, id: 2, trafficType: 'AUTHORIZE', prices: price(2_000_000n) },
  ],
};
const URGENT = 0;
const BULK = 2;

async function planned(text: string, asked: string[] = []) {
  const rules: PlanningRules = {
    text,
    channelType: 'SMS',
    senders: [{ id: 7, brand: 'MTS', feeMicros: null }],
    routing: 'fallback',
    hostNetwork: true,
    testMode: false,
    isOpen: () => true,
    byTimezone: false,
    volumeOf: () => 0,
    templateOf: (senderId, rendered) => {
      asked.push(`${senderId} ${rendered}`);
      return rendered.startsWith('Code ') ? { templateId: 31, trafficType: 'AUTHORIZE' } : undefined;
    },
  };
  const { accepted } = await planMessages(book, rules, [
    { destination: '79161230001', substitutions: { what: 'Code 1' } },
    { destination: '79161230002', substitutions: { what: 'Sale 1' } },
    { destination: '79161230003', customText: 'Code 3' },
  ]);
  return accepted.map(({ templateId, amountMicros, strand }) => [
    templateId,
    amountMicros,
    strand.trafficType,
    strand.lane,
  ]);
}

describe('planMessages: templates', () => {
  test('the matched template of the rendered text determines traffic type, lane and price', async () => {
    expect(await planned('{what}')).toEqual([
      [31, 2_000_000n, 'AUTHORIZE', URGENT],
      [undefined, 5_000_000n, 'PROMO', BULK],
      [31, 2_000_000n, 'AUTHORIZE', URGENT],
    ]);
  });

  test('a repeated text is matched with templates once', async () => {
    const asked: string[] = [];
    await planned('Code 3', asked);
    expect(asked).toEqual(['7 Code 3']);
  });
});
