// Ported numbers that staff enter by hand, in the caller's transaction. They take precedence over the ranges; every
// process reloads the numbering plan within a minute.
import { type Brand, brandIdOf } from '@volley/domain/numbers/brand.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deletePortedNumbers, upsertPortedNumbers } from './ported-numbers.sql.ts';

export type PortedNumber = { readonly destination: number; readonly brand: Brand };

/** Returns the number of new or changed rows. Repeated numbers: last write wins. */
export function putPortedNumbers(tx: Tx, numbers: readonly PortedNumber[]): Promise<number> {
  const brands = new Map(numbers.map(({ destination, brand }) => [destination, brandIdOf(brand)]));
  return upsertPortedNumbers(
    tx,
    [...brands].map(([destination, brand]) => ({ destination, brand })),
  );
}

export const removePortedNumbers = deletePortedNumbers;
