// What endpoints of the back office have in common.
import Type, { type TSchema } from 'typebox';
import { Count, CountryOrAny, oneOf } from '../fields.ts';

export const ActiveOrDisabled = oneOf(['ACTIVE', 'DISABLED']);

export const Login = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S+$' });

/** Set by staff for somebody else, so it is long enough not to be guessed. */
export const NewPassword = Type.String({ minLength: 12, maxLength: 1024 });

/** Why staff do it; it is kept in their log. */
export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'kept in the log of staff',
});

export const Destination = Type.String({ minLength: 10, maxLength: 20, description: 'a telephone number' });

/** Where messages may go to. */
export const CountriesOrNull = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: CountryOrAny,
  maxItems: 300,
  uniqueItems: true,
  description:
    'countries that may be sent to; null: as the partner is set, and as the installation where that is null too',
});

export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(item) });
}

export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item) });
}

export const EffectiveSince = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'date-time',
  description: 'null: since ever',
});
