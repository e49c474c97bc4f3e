import { buildNumberingPlan, type NumberRange } from '@volley/domain/numbers/numbering-plan.ts';
import { countParts } from '@volley/domain/text/text-segmentation.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanningBook, type PlanningRules, planMessages } from './plan-messages.ts';
import type { Recipient } from './recipient-text.ts';

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

describe('planMessages: recipients', () => {
  test.each([
    ['a recipient of MTS gets the MTS name at its registered price', '79161230000', 1, 3_200_000n, 1, 1],
    ['a number written with punctuation is planned like its digits', '8 (916) 123-00-00', 1, 3_200_000n, 1, 1],
    ['a recipient of Beeline gets the name with a fee at the PRO price', '79031230000', 2, 3_000_000n, 2, 2],
    [
      'a recipient whose operator has no name gets the first name at the common price',
      '79001230000',
      1,
      4_200_000n,
      4,
      4,
    ],
    ['a recipient of a virtual operator gets the name of its host network', '79581230000', 1, 3_200_000n, 0, 1],
    ['a number of an unknown range gets the first name at the common price', '79991230000', 1, 4_200_000n, 0, 0],
    ['a number abroad gets the first name at the price of its country', '4915112345678', 1, 9_000_000n, 0, 0],
    [
      'a number abroad whose country has no price gets the price of other countries',
      '447400123456',
      1,
      12_000_000n,
      0,
      0,
    ],
  ])('%s', async (_name, destination, senderId, amountMicros, brandId, strandBrandId) => {
    const { accepted, rejected } = await one(destination);
    expect(rejected).toEqual([]);
    expect(accepted).toMatchObject([
      { senderId, amountMicros, brandId, parts: 1, text: null, strand: { brand: strandBrandId, senderId } },
    ]);
  });

  test.each([
    ['not a phone number', 'call me', 7401, {}],
    ['too short', '7916', 7401, {}],
    ['a number that belongs to no country', '71234567890', 7401, {}],
    ['a landline', '74951234567', 7401, {}],
    ['a toll-free number', '88001234567', 7401, {}],
    ['a landline abroad', '442079460958', 7401, {}],
    ['in a country that is not open', '4915112345678', 455, { isOpen: (country: string) => country === 'RU' }],
    ['in the home country and that is not open', '79161230000', 455, { isOpen: (country: string) => country === 'DE' }],
    ['the number of a machine', '79701230000', 455, {}],
    ['not assigned to subscribers', '79801230000', 456, {}],
    ['of another operator under strict routing', '79001230000', 457, { routing: 'strict' }],
    [
      'of a virtual operator under strict routing without host networks',
      '79581230000',
      457,
      { routing: 'strict', hostNetwork: false },
    ],
    ['on the block list of the sandbox', '70001000008', 453, { testMode: true }],
  ] as const)('a recipient is rejected when its number is %s', async (_name, destination, errorCode, change) => {
    const { accepted, rejected, amountMicros, parts } = await one(destination, change);
    expect(accepted).toEqual([]);
    expect(rejected).toEqual([{ index: 0, destination, errorCode, msg: expect.stringMatching(/.+/) }]);
    expect([amountMicros, parts]).toEqual([0n, 0]);
  });

  test('a sandbox number refuses the whole call outside test mode', async () => {
    await expect(one('70001000000')).rejects.toThrow(expect.objectContaining({ reason: 'bad-request' }));
    expect((await one('70001000000', { testMode: true })).accepted).toMatchObject([{ brandId: 1, senderId: 1 }]);
  });
});

describe('planMessages: texts', () => {
  const text = (recipient: Omit<Recipient, 'destination'>, of = 'Hi {name}') =>
    plan([{ destination: '79161230000', ...recipient }], { text: of });

  test('a text takes the values of its recipient, and the text of the dispatch is not stored again', async () => {
    expect((await text({ substitutions: { name: 'Anna' } })).accepted[0]?.text).toBe('Hi Anna');
    expect((await text({}, 'Hi')).accepted[0]?.text).toBeNull();
    expect((await text({ customText: 'Own {name}' })).accepted[0]?.text).toBe('Own {name}');
  });

  test.each([
    ['without a value', {}],
    ['whose value is only inherited from Object', { substitutions: {} }],
    ['that is empty', { customText: '' }],
    ['longer than ten parts', { customText: 'x'.repeat(1_531) }],
    [
      'that its values make longer than ten thousand characters',
      { substitutions: { constructor: 'x'.repeat(10_000) } },
    ],
  ])('a text %s is rejected with 7403', async (_name, recipient) => {
    expect((await text(recipient, 'Hi {constructor}')).rejected).toMatchObject([{ errorCode: 7403 }]);
  });

  test('a text of ten parts is accepted and priced per part', async () => {
    const { accepted, parts, amountMicros } = await text({ customText: 'x'.repeat(1_530) });
    expect(accepted).toMatchObject([{ parts: 10, amountMicros: 32_000_000n }]);
    expect([parts, amountMicros]).toEqual([10, 32_000_000n]);
  });

  test('a text of any length is one part on channels other than SMS', async () => {
    const { accepted } = await plan([{ destination: '79161230000', customText: 'x'.repeat(1_500) }], {
      channelType: 'VIBER',
    });
    expect(accepted).toMatchObject([{ parts: 1 }]);
  });
});

test('each time zone has its own strand only with a sending schedule', async () => {
  const recipients = ['79161230000', '79141230000', '79161230001'].map((destination) => ({ destination }));
  const zones = async (byTimezone: boolean) =>
    (await plan(recipients, { byTimezone })).accepted.map(({ strand }) => strand.timezone);
  expect(await zones(true)).toEqual(['Europe/Moscow', 'Asia/Vladivostok', 'Europe/Moscow']);
  expect(await zones(false)).toEqual(['', '', '']);
  const [first, , third] = (await plan(recipients, { byTimezone: true })).accepted;
  expect(first?.strand).toBe(third?.strand);
});

test('every recipient is accepted or rejected, and the sums match the accepted messages', async () => {
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
      expect(amountMicros).toBe(accepted.reduce((sum, message) => sum + message.amountMicros, 0n));
      for (const message of accepted) expect(message.parts).toBe(countParts(message.text ?? 'Hi {name}'));
    }),
  );
});
