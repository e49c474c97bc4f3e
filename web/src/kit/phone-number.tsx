import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';

/** A phone number in its grouped form, on one line. */
export function PhoneNumber({ digits }: { readonly digits: string }) {
  return <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{groupNumber(digits)}</span>;
}
