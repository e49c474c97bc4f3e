import type { PriceStep } from '@volley/domain/money/tariff.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export function selectPriceLists(tx: Tx) {
  return tx.query<{ id: number; name: string }>(
    `select id, name
     from price_lists
     order by id`,
  );
}

export async function insertPriceList(tx: Tx, name: string): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into price_lists (name)
     values ($1)
     on conflict (name) do nothing
     returning id`,
    [name],
  );
  return rows[0]?.id;
}

export async function lockPriceList(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query(
    `select id
     from price_lists
     where id = $1
     for no key update`,
    [id],
  );
  return rows.length > 0;
}

type NextTariff = {
  priceListId: number;
  senderType: string;
  brand?: string;
  trafficType?: string;
  countryCode?: string;
  pricingModel: string;
  currency: string;
  effectiveFrom: Date;
};

/** Undefined, and nothing is written, when a version of the same key takes effect later or at the same instant. */
export async function insertNextTariff(tx: Tx, row: NextTariff): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `insert into tariffs (
       price_list_id, sender_type, brand, traffic_type, pricing_model, currency, effective_from,
       country_code, version)
     select $1, $2, $3::text, $4::text, $5, $6, $7, $8::text, coalesce(max(t.version), 0) + 1
     from tariffs t
     where t.price_list_id = $1
       and t.sender_type = $2
       and (t.brand, t.traffic_type, t.country_code) is not distinct from ($3::text, $4::text, $8::text)
     having coalesce(max(t.effective_from) < $7, true)
     returning id`,
    [
      row.priceListId,
      row.senderType,
      row.brand ?? null,
      row.trafficType ?? null,
      row.pricingModel,
      row.currency,
      row.effectiveFrom,
      row.countryCode ?? null,
    ],
  );
  return rows[0]?.id;
}

const priceSteps = bulkColumns({ countFrom: 'bigint', priceMicros: 'bigint', priceMauBatchMicros: 'bigint' }, 2);

export async function insertPrices(tx: Tx, tariffId: number, prices: readonly PriceStep[]): Promise<void> {
  await tx.query(
    `insert into tariff_prices (tariff_id, ${priceSteps.names})
     select $1, *
     from ${priceSteps.as('u')}`,
    [tariffId, ...priceSteps.values(prices.map((step) => ({ ...step, countFrom: step.from })))],
  );
}

type NextFee = { priceListId: number; brand: string; valueMicros: bigint; currency: string; effectiveFrom: Date };

export async function insertNextSenderFee(tx: Tx, row: NextFee): Promise<number | undefined> {
  const rows = await tx.query<{ version: number }>(
    `insert into sender_fees (price_list_id, brand, value_micros, currency, effective_from, version)
     select $1, $2, $3, $4, $5, coalesce(max(f.version), 0) + 1
     from sender_fees f
     where f.price_list_id = $1
       and f.brand = $2
     having coalesce(max(f.effective_from) < $5, true)
     returning version`,
    [row.priceListId, row.brand, row.valueMicros, row.currency, row.effectiveFrom],
  );
  return rows[0]?.version;
}
