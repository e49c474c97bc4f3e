// The provider's own code of a message, as every surface presents it.
import Type from 'typebox';

const shape = {
  maxLength: 64,
  description:
    "the operator's or provider's own code of the failure, only if it gave one; `accepted` with a delivered message means that the provider has accepted it and reports no delivery",
};

export const ProviderCode = Type.String(shape);
export const ProviderCodeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], ...shape });
