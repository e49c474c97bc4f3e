// Rows of ported numbers.
import { BRAND_IDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { type Place, statement } from './statement.ts';

const BRANDS = Object.keys(BRAND_IDS) as (Brand | 'unknown')[]; // keys of the table

/** Ported numbers and their operators, in order. */
export async function portedNumbers(
  place: Place,
): Promise<{ readonly destination: string; readonly brand: Brand | 'unknown' | undefined }[]> {
  const rows = await statement<{ destination: string; brand: number }>(
    place,
    'select destination::text, brand from ported_numbers order by 1',
  );
  return rows.map(({ destination, brand }) => ({
    destination,
    brand: BRANDS.find((name) => BRAND_IDS[name] === brand),
  }));
}
