// Ported numbers that staff enter by hand; the transaction is the caller's. They go before the ranges, and every
// process has them with its next reading of the numbering plan, a minute later at most.
import { type Brand, brandIdOf } from '@volley/domain/brand.ts';
import type { Tx } from '../../platform/database.ts';
import { deletePortedNumbers, upsertPortedNumbers } from './ported-numbers.sql.ts';

export type PortedNumber = { readonly destination: number; readonly brand: Brand };

/** Returns how many numbers are new or have another brand now. */
export function putPortedNumbers(tx: Tx, numbers: readonly PortedNumber[]): Promise<number> {
  return upsertPortedNumbers(
    tx,
    // The last word about a number counts.
    [...new Map(numbers.map(({ destination, brand }) => [destination, brandIdOf(brand)]))],
  );
}

export const removePortedNumbers = deletePortedNumbers;
