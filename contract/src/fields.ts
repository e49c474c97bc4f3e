// Building blocks of the wire formats: ids, amounts, times.
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import Type, { type TUnsafe } from 'typebox';

/** Ids are positive 32-bit integers. */
export const ID_MAX = 2_147_483_647;

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX });

export const Uuid = Type.String({ format: 'uuid' });

/** An exact decimal: at most six decimal places, without an exponent. */
export const Amount = Type.Number();

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-form': PROBLEM.currencyCode,
  description: 'ISO 4217 code',
});

export const Datetime = Type.String({ format: 'date-time', description: 'ISO 8601 with an offset or Z' });

export const DatetimeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const AmountOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });

export const StringOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A display name: not blank, at most 255 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-form': PROBLEM.blank });

export const Count = Type.Integer({ minimum: 0 });

export function oneOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ enum: [...values] });
}

export const ANY_OF = 'repeated or as a comma list; any of the values matches';

/** A query parameter that may be repeated or contain a comma-separated list; any of the values matches. */
export function anyOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number][]> {
  return Type.Unsafe<Values[number][]>({
    type: 'array',
    items: { enum: [...values] },
    maxItems: 50,
    description: ANY_OF,
  });
}

export const IdParams = Type.Object({ id: Id });

export const Page = Type.Integer({ minimum: 1, maximum: ID_MAX, default: 1, description: 'page number' });

export function pageSize(defaultSize: number) {
  return Type.Integer({ minimum: 1, maximum: 1000, default: defaultSize, description: 'items per page' });
}

export const CountryOrAny = Type.String({ pattern: '^([A-Z]{2}|\\*)$', description: 'ISO 3166 alpha-2, or * for any' });

export const TariffCountry = Type.Unsafe<string>({
  ...CountryOrAny,
  description: 'country of the recipients; absent: Russia; *: every other country without its own tariff',
});

export const Money = Type.Object({ value: Amount, currency: Currency }, { title: 'Money' });

export const MoneyOrNull = Type.Union([Money, Type.Null()]);

export const Substitutions = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
  maxProperties: 100,
  description: 'map from placeholder name to value',
});
