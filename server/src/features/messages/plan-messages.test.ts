import { buildNumberingPlan, type NumberRange } from '@volley/domain/numbering-plan.ts';
import { countParts } from '@volley/domain/text-segmentation.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanningBook, type PlanningRules, planMessages, type Recipient } from './plan-messages.ts';

const range = (from: number, change: Partial<NumberRange>): NumberRange => ({
  from,
  to: from + 9_999_999,
  brand: undefined,
  hostBrand: undefined,
  kind: 'MNO',
  inn: '1',
  region: 'Moscow',
  timezone: 'Europe/Moscow',
  ...change,
});

const FIXED = { pricingModel: 'FIXED', currency: 'RUB' } as const;
const price = (priceMicros: bigint) => [{ from: 0, priceMicros, priceMauBatchMicros: null }];
const book: PlanningBook = {
  plan: buildNumberingPlan([
    range(79_000_000_000, { brand: 'TELE2' }),
    range(79_030_000_000, { brand: 'BEELINE' }),
    range(79_140_000_000, { brand: 'MTS', timezone: 'Asia/Vladivostok' }),
    range(79_160_000_000, { brand: 'MTS' }),
    range(79_580_000_000, { hostBrand: 'MTS', kind: 'MVNO' }),
    range(79_700_000_000, { brand: 'MTS', kind: 'M2M' }),
    range(79_800_000_000, { kind: 'unallocated' }),
  ]),
  tariffs: [
    { ...FIXED, id: 1, senderType: 'COMMON', prices: price(4_200_000n) },
    { ...FIXED, id: 11, senderType: 'START', brand: 'MTS', prices: price(3_200_000n) },
    { ...FIXED, id: 12, senderType: 'START', prices: price(3_300_000n) },
    { ...FIXED, id: 36, senderType: 'PRO', prices: price(3_000_000n) },
    { ...FIXED, id: 41, senderType: 'COMMON', countryCode: 'DE', prices: price(9_000_000n) },
    { ...FIXED, id: 42, senderType: 'COMMON', countryCode: '*', prices: price(12_000_000n) },
  ],
};
const mts = { id: 1, brand: 'MTS', feeMicros: null } as const;
const beeline = { id: 2, brand: 'BEELINE', feeMicros: 1n } as const;
const rules: PlanningRules = {
  text: 'Hi',
  channelType: 'SMS',
  senders: [mts, beeline],
  routing: 'fallback',
  hostNetwork: true,
  testMode: false,
  isOpen: () => true,
  byTimezone: false,
  volumeOf: () => 0,
};
const plan = (recipients: readonly Recipient[], change: Partial<PlanningRules> = {}) =>
  planMessages(book, { ...rules, ...change }, recipients);
const one = (destination: string, change: Partial<PlanningRules> = {}) => plan([{ destination }], change);

describe('a recipient', () => {
  test.each([
    ['of MTS gets the MTS name at its registered price', '79161230000', 1, 3_200_000, 1, 1],
    ['written with punctuation is the same', '8 (916) 123-00-00', 1, 3_200_000, 1, 1],
    ['of Beeline gets the name with a fee at the PRO price', '79031230000', 2, 3_000_000, 2, 2],
    ['without a name of its operator gets the first at the common price', '79001230000', 1, 4_200_000, 4, 4],
    ['of a virtual operator gets the name of its host network', '79581230000', 1, 3_200_000, 0, 1],
    ['of an unknown range gets the first name at the common price', '79991230000', 1, 4_200_000, 0, 0],
    ['abroad gets the first name at the price of its country', '4915112345678', 1, 9_000_000, 0, 0],
    ['abroad without a price of its country has that of the others', '447400123456', 1, 12_000_000, 0, 0],
  ])('%s', async (_name, destination, senderId, amountMicros, brandId, route) => {
    const { accepted, rejected } = await one(destination);
    expect(rejected).toEqual([]);
    expect(accepted).toMatchObject([
      { senderId, amountMicros, brandId, parts: 1, text: null, strand: { route, senderId } },
    ]);
  });

  test.each([
    ['no number', 'call me', 7401, {}],
    ['too short', '7916', 7401, {}],
    ['a number of no country', '71234567890', 7401, {}],
    ['a landline', '74951234567', 7401, {}],
    ['a toll-free number', '88001234567', 7401, {}],
    ['a landline abroad', '442079460958', 7401, {}],
    ['a country that is not open', '4915112345678', 455, { isOpen: (country: string) => country === 'RU' }],
    ['a home country that is not open', '79161230000', 455, { isOpen: (country: string) => country === 'DE' }],
    ['a machine', '79701230000', 455, {}],
    ['not assigned to subscribers', '79801230000', 456, {}],
    ['another operator under strict routing', '79001230000', 457, { routing: 'strict' }],
    [
      'a guest of the host network when that is off, under strict routing',
      '79581230000',
      457,
      { routing: 'strict', hostNetwork: false },
    ],
    ['on the block list of the sandbox', '70001000008', 453, { testMode: true }],
  ] as const)('is rejected when it is %s', async (_name, destination, errorCode, change) => {
    const { accepted, rejected, amountMicros, parts } = await one(destination, change);
    expect(accepted).toEqual([]);
    expect(rejected).toEqual([{ index: 0, destination, errorCode, msg: expect.stringMatching(/.+/) }]);
    expect([amountMicros, parts]).toEqual([0, 0]);
  });

  test('of the sandbox is refused with the whole call where there is no sandbox', async () => {
    await expect(one('70001000000')).rejects.toThrow(expect.objectContaining({ reason: 'bad-request' }));
    expect((await one('70001000000', { testMode: true })).accepted).toMatchObject([{ brandId: 1, senderId: 1 }]);
  });
});

describe('a text', () => {
  const text = (recipient: Omit<Recipient, 'destination'>, of = 'Hi {name}') =>
    plan([{ destination: '79161230000', ...recipient }], { text: of });

  test('takes the values of the recipient; what equals the text of the dispatch is not stored again', async () => {
    expect((await text({ substitutions: { name: 'Anna' } })).accepted[0]?.text).toBe('Hi Anna');
    expect((await text({}, 'Hi')).accepted[0]?.text).toBeNull();
    expect((await text({ customText: 'Own {name}' })).accepted[0]?.text).toBe('Own {name}');
  });

  test.each([
    ['without a value', {}],
    ['with a value only by inheritance', { substitutions: {} }],
    ['empty', { customText: '' }],
    ['longer than ten parts', { customText: 'x'.repeat(1_531) }],
    ['made longer than ten thousand characters by its values', { substitutions: { constructor: 'x'.repeat(10_000) } }],
  ])('%s is rejected with 7403', async (_name, recipient) => {
    expect((await text(recipient, 'Hi {constructor}')).rejected).toMatchObject([{ errorCode: 7403 }]);
  });

  test('ten parts are accepted and priced part by part', async () => {
    const { accepted, parts, amountMicros } = await text({ customText: 'x'.repeat(1_530) });
    expect(accepted).toMatchObject([{ parts: 10, amountMicros: 32_000_000 }]);
    expect([parts, amountMicros]).toEqual([10, 32_000_000]);
  });

  test('on other channels is one part, however long', async () => {
    const { accepted } = await plan([{ destination: '79161230000', customText: 'x'.repeat(1_500) }], {
      channelType: 'VIBER',
    });
    expect(accepted).toMatchObject([{ parts: 1 }]);
  });
});

test('zones part the strands only where hours are kept', async () => {
  const recipients = ['79161230000', '79141230000', '79161230001'].map((destination) => ({ destination }));
  const zones = async (byTimezone: boolean) =>
    (await plan(recipients, { byTimezone })).accepted.map(({ strand }) => strand.timezone);
  expect(await zones(true)).toEqual(['Europe/Moscow', 'Asia/Vladivostok', 'Europe/Moscow']);
  expect(await zones(false)).toEqual(['', '', '']);
  const [first, , third] = (await plan(recipients, { byTimezone: true })).accepted;
  expect(first?.strand).toBe(third?.strand);
});

test('nothing is lost, order is kept, and the sums are those of the messages', async () => {
  const destination = fc.oneof(
    fc.integer({ min: 79_000_000_000, max: 79_999_999_999 }).map(String),
    fc.string({ maxLength: 20 }),
  );
  const recipient = fc.record(
    {
      destination,
      customText: fc.string({ maxLength: 400 }),
      substitutions: fc.dictionary(fc.constant('name'), fc.string()),
    },
    { requiredKeys: ['destination'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(recipient, { maxLength: 50 }), async (recipients) => {
      const { accepted, rejected, parts, amountMicros } = await plan(recipients, { text: 'Hi {name}' });
      expect(accepted.length + rejected.length).toBe(recipients.length);
      expect(parts).toBe(accepted.reduce((sum, message) => sum + message.parts, 0));
      expect(amountMicros).toBe(accepted.reduce((sum, message) => sum + message.amountMicros, 0));
      for (const message of accepted) expect(message.parts).toBe(countParts(message.text ?? 'Hi {name}'));
    }),
  );
});
