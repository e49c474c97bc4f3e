import { BRANDS } from '@volley/domain/brand.ts';
import { NUMBER_CLASSES } from '@volley/domain/number-type.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, Money, oneOf, StringOrNull } from '../fields.ts';

export const NUMBERS_MAX = 1_000;

const BrandOrNull = Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] });

const CheckedNumber = Type.Object({
  input: Type.String(),
  destination: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null when it is no phone number' }),
  addedSeven: Type.Boolean({ description: 'ten digits from 9 on were taken for a Russian number without its country' }),
  numberClass: oneOf(NUMBER_CLASSES),
  country: StringOrNull,
  operator: BrandOrNull,
  hostOperator: BrandOrNull,
  isPorted: Type.Boolean(),
  region: StringOrNull,
  timezone: StringOrNull,
  isBlacklisted: Type.Boolean(),
  errorCode: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'the code a message to it would fail with; null: it can be sent to, as far as was asked',
  }),
  sender: Type.Union([
    Type.Object({ id: Id, senderName: Type.String(), match: oneOf(['brand', 'host', 'fallback']) }),
    Type.Null(),
  ]),
  price: Type.Union([Money, Type.Null()]),
});

export const checkNumbers = endpoint({
  id: 'consoleCheckNumbers',
  surface: 'console',
  method: 'POST',
  path: '/tools/numbers',
  summary: 'What is known of up to 1,000 numbers and what an SMS of one part to them would do; nothing is sent',
  auth: 'session',
  asks: true,
  right: 'tools.use',
  body: Type.Object({
    numbers: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: NUMBERS_MAX }),
    companyId: Type.Optional(Id),
    senderName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  responses: { 200: Type.Object({ items: Type.Array(CheckedNumber) }) },
});
