// Shared fields of the back office.
import Type, { type TSchema } from 'typebox';
import { Count, CountryOrAny, oneOf } from '../fields.ts';

export const ActiveOrDisabled = oneOf(['ACTIVE', 'DISABLED']);

export const Login = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S+$' });

/** Set by staff for another person, so it must be hard to guess. */
export const NewPassword = Type.String({ minLength: 12, maxLength: 1024 });

/** The reason of a staff action; stored in the staff log. */
export const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'stored in the staff log',
});

export const Destination = Type.String({ minLength: 10, maxLength: 20, description: 'phone number' });

/** Allowed destination countries. */
export const CountriesOrNull = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: CountryOrAny,
  maxItems: 300,
  uniqueItems: true,
  description:
    'allowed destination countries; null: those of the partner, or of the installation if the partner has none',
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
  description: 'null: from the beginning',
});
