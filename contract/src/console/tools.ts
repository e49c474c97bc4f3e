import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { NUMBER_CLASSES } from '@volley/domain/numbers/number-type.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, Money, oneOf, StringOrNull } from '../fields.ts';

export const NUMBERS_MAX = 1_000;

const BrandOrNull = Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] });

const CheckedNumber = Type.Object({
  input: Type.String(),
  destination: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: not a phone number' }),
  addedSeven: Type.Boolean({
    description: 'true: ten digits that begin with 9 counted as a Russian number without its country code',
  }),
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
    description: 'the error code of a message to this number; null: no obstacle found',
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
  summary: 'Check up to 1,000 numbers and the result of an SMS of one part to each; nothing is sent',
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
