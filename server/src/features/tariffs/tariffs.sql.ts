import { must } from '@volley/domain/must.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

type TariffRow = {
  id: number;
  senderType: string;
  brand: string | null;
  trafficType: string | null;
  pricingModel: string;
  currency: string;
};
type PriceRow = { tariffId: number; countFrom: number; priceMicros: bigint; priceMauBatchMicros: bigint | null };

const firstTariffs = bulkColumns({
  id: 'int',
  senderType: 'text',
  brand: 'text',
  trafficType: 'text',
  pricingModel: 'text',
  currency: 'text',
});
const firstPrices = bulkColumns({
  tariffId: 'int',
  countFrom: 'bigint',
  priceMicros: 'bigint',
  priceMauBatchMicros: 'bigint',
});
const firstFees = bulkColumns({ brand: 'text', valueMicros: 'bigint', currency: 'text' });
const countryRows = bulkColumns({ id: 'int', code: 'text', name: 'text' });
const errorRows = bulkColumns({ code: 'int', meaning: 'text' });

/** Inserts first versions into the default price list; skips tariffs that already have a version. */
export async function insertFirstTariffs(
  tx: Tx,
  tariffs: readonly TariffRow[],
  prices: readonly PriceRow[],
): Promise<void> {
  const made = await tx.query<{ id: number }>(
    `insert into tariffs (${firstTariffs.names})
     select *
     from ${firstTariffs.as('u')}
     where not exists (
       select
       from tariffs t
       where t.price_list_id = 1
         and t.sender_type = u.sender_type
         and t.country_code is null
         and (t.brand, t.traffic_type) is not distinct from (u.brand, u.traffic_type))
     on conflict (id) do nothing
     returning id`,
    firstTariffs.values(tariffs),
  );
  const ids = new Set(made.map((row) => row.id));
  await insertFirstPrices(
    tx,
    prices.filter((row) => ids.has(row.tariffId)),
  );
}

async function insertFirstPrices(tx: Tx, prices: readonly PriceRow[]): Promise<void> {
  await tx.query(
    `insert into tariff_prices (${firstPrices.names})
     select *
     from ${firstPrices.as('u')}`,
    firstPrices.values(prices),
  );
}

export async function insertFirstSenderFees(
  tx: Tx,
  fees: readonly { brand: string; valueMicros: bigint; currency: string }[],
): Promise<void> {
  await tx.query(
    `insert into sender_fees (${firstFees.names})
     select *
     from ${firstFees.as('u')}
     where not exists (
       select
       from sender_fees f
       where f.price_list_id = 1
         and f.brand = u.brand)`,
    firstFees.values(fees),
  );
}

export async function upsertCountries(
  tx: Tx,
  countries: readonly { id: number; code: string; name: string }[],
): Promise<void> {
  await tx.query(
    `insert into countries (${countryRows.names})
     select *
     from ${countryRows.as('u')}
     on conflict (id)
     do update set code = excluded.code, name = excluded.name`,
    countryRows.values(countries),
  );
}

export async function upsertMessageErrors(tx: Tx, errors: readonly { code: number; meaning: string }[]): Promise<void> {
  await tx.query(
    `insert into message_errors (${errorRows.names})
     select *
     from ${errorRows.as('u')}
     on conflict (code)
     do update set meaning = excluded.meaning`,
    errorRows.values(errors),
  );
}

export type TariffVersionRow = {
  id: number;
  price_list_id: number;
  version: number;
  effective_from: Date;
  sender_type: string;
  brand: string | null;
  traffic_type: string | null;
  country_code: string | null;
  pricing_model: string;
  currency: string;
  froms: string[];
  prices: string[];
  batches: (string | null)[];
};

/** Undefined `ids`: every version of every price list. */
export function selectTariffVersions(tx: Tx, ids?: readonly number[]) {
  return tx.query<TariffVersionRow>(
    `select
       t.id,
       t.price_list_id,
       t.version,
       t.effective_from,
       t.sender_type,
       t.brand,
       t.traffic_type,
       t.country_code,
       t.pricing_model,
       t.currency,
       array_agg(p.count_from::text order by p.count_from) as froms,
       array_agg(p.price_micros::text order by p.count_from) as prices,
       array_agg(p.price_mau_batch_micros::text order by p.count_from) as batches
     from tariffs t
     join tariff_prices p on p.tariff_id = t.id
     where $1::int[] is null or t.id = any($1)
     group by t.id
     order by t.id`,
    [ids ?? null],
  );
}

export async function findPriceList(tx: Tx, partnerId: number): Promise<number> {
  const rows = await tx.query<{ price_list_id: number }>(
    `select price_list_id
     from partners
     where id = $1`,
    [partnerId],
  );
  return must(rows[0], `partner ${partnerId}`).price_list_id;
}

export type SenderFeeRow = { brand: string; valueMicros: bigint; currency: string };

/** Fees in force for a partner: of its own price list, else of the default one. */
export function selectSenderFees(tx: Tx, partnerId: number) {
  return tx.query<SenderFeeRow>(
    `select distinct on (f.brand) f.brand, f.value_micros as "valueMicros", f.currency
     from sender_fees f
     join partners p on p.id = $1
     where f.price_list_id in (1, p.price_list_id)
       and f.effective_from <= $2
     order by f.brand, f.price_list_id = p.price_list_id desc, f.effective_from desc`,
    [partnerId, tx.now],
  );
}
