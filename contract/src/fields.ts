// The building blocks of every wire format: what an id, an amount or a time looks like.
import Type, { type TUnsafe } from 'typebox';

/** Identifiers are positive and fit the database's integer. */
export const ID_MAX = 2_147_483_647;

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX });

export const Uuid = Type.String({ format: 'uuid' });

/** An exact decimal: at most six places, written without exponent. */
export const Amount = Type.Number();

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  'x-form': 'must be three capital letters',
  description: 'ISO 4217 code',
});

export const Datetime = Type.String({ format: 'date-time', description: 'ISO 8601 with an offset or Z' });

export const DatetimeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

export const AmountOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });

export const StringOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A name people read: something visible, at most 255 characters. */
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-form': 'must not be blank' });

export const Count = Type.Integer({ minimum: 0 });

export function oneOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ enum: [...values] });
}

export const ANY_OF = 'repeated or as a comma list; any of the values matches';

/** A query parameter that may be repeated or hold a comma list; any of the values matches. */
export function anyOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number][]> {
  return Type.Unsafe<Values[number][]>({
    type: 'array',
    items: { enum: [...values] },
    maxItems: 50,
    description: ANY_OF,
  });
}

export const IdParams = Type.Object({ id: Id });

export const Page = Type.Integer({ minimum: 1, maximum: ID_MAX, default: 1, description: 'which page of the list' });

export function pageSize(defaultSize: number) {
  return Type.Integer({ minimum: 1, maximum: 1000, default: defaultSize, description: 'how many items at once' });
}

export const CountryOrAny = Type.String({ pattern: '^([A-Z]{2}|\\*)$', description: 'ISO 3166 alpha-2, or * for any' });

export const TariffCountry = Type.Unsafe<string>({
  ...CountryOrAny,
  description: 'country of the recipients; absent: Russia; *: every other country that has no tariff of its own',
});

export const Money = Type.Object({ value: Amount, currency: Currency });

export const Substitutions = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 1600 },
  maxProperties: 100,
  description: 'map from placeholder name to value',
});
