import type { Tx } from '../../platform/database/database.ts';
import type { FeeVersion } from './fee-version.ts';

export function selectFeeVersions(tx: Tx, priceListId: number | null): Promise<FeeVersion[]> {
  return tx.query<FeeVersion>(
    `select
       price_list_id as "priceListId",
       brand,
       version,
       effective_from as "effectiveFrom",
       value_micros as "valueMicros",
       currency
     from sender_fees
     where ($1::integer is null or price_list_id = $1)
     order by price_list_id, brand, version`,
    [priceListId],
  );
}
