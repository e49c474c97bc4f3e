import type { Tx } from '../../platform/database.ts';

type TariffRow = {
  id: string;
  senderType: string;
  brand: string | null;
  trafficType: string | null;
  pricingModel: string;
  currency: string;
};
type PriceRow = { tariffId: string; from: string; priceMicros: bigint; priceMauBatchMicros: bigint | null };

/** First versions of the default list, where it has none yet: what staff made since is left alone. */
export async function insertFirstTariffs(
  tx: Tx,
  tariffs: readonly TariffRow[],
  prices: readonly PriceRow[],
): Promise<void> {
  const made = await tx.query<{ id: number }>(
    `insert into tariffs (id, sender_type, brand, traffic_type, pricing_model, currency)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as u(id, sender_type, brand, traffic_type, pricing_model, currency)
     where not exists (
       select from tariffs t where t.price_list_id = 1 and t.sender_type = u.sender_type
         and t.country_code is null and (t.brand, t.traffic_type) is not distinct from (u.brand, u.traffic_type))
     on conflict (id) do nothing returning id`,
    [
      tariffs.map((row) => row.id),
      tariffs.map((row) => row.senderType),
      tariffs.map((row) => row.brand),
      tariffs.map((row) => row.trafficType),
      tariffs.map((row) => row.pricingModel),
      tariffs.map((row) => row.currency),
    ],
  );
  const ids = new Set(made.map((row) => String(row.id)));
  await insertPrices(
    tx,
    prices.filter((row) => ids.has(row.tariffId)),
  );
}

export async function insertPrices(tx: Tx, prices: readonly PriceRow[]): Promise<void> {
  await tx.query(
    `insert into tariff_prices (tariff_id, count_from, price_micros, price_mau_batch_micros)
     select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[])`,
    [
      prices.map((row) => row.tariffId),
      prices.map((row) => row.from),
      prices.map((row) => row.priceMicros),
      prices.map((row) => row.priceMauBatchMicros),
    ],
  );
}

export async function insertFirstSenderFees(
  tx: Tx,
  fees: readonly { brand: string; valueMicros: bigint; currency: string }[],
): Promise<void> {
  await tx.query(
    `insert into sender_fees (brand, value_micros, currency)
     select * from unnest($1::text[], $2::bigint[], $3::text[]) as u(brand, value_micros, currency)
     where not exists (select from sender_fees f where f.price_list_id = 1 and f.brand = u.brand)`,
    [fees.map((fee) => fee.brand), fees.map((fee) => fee.valueMicros), fees.map((fee) => fee.currency)],
  );
}

export async function upsertCountries(
  tx: Tx,
  countries: readonly { id: string; code: string; name: string }[],
): Promise<void> {
  await tx.query(
    `insert into countries (id, code, name) select * from unnest($1::int[], $2::text[], $3::text[])
     on conflict (id) do update set code = excluded.code, name = excluded.name`,
    [countries.map((row) => row.id), countries.map((row) => row.code), countries.map((row) => row.name)],
  );
}

export async function upsertMessageErrors(tx: Tx, errors: readonly { code: number; meaning: string }[]): Promise<void> {
  await tx.query(
    `insert into message_errors (code, meaning) select * from unnest($1::int[], $2::text[])
     on conflict (code) do update set meaning = excluded.meaning`,
    [errors.map((row) => row.code), errors.map((row) => row.meaning)],
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

/** Every version of every list, or of the tariffs named. */
export function selectTariffVersions(tx: Tx, ids?: readonly number[]) {
  return tx.query<TariffVersionRow>(
    `select t.id, t.price_list_id, t.version, t.effective_from, t.sender_type, t.brand, t.traffic_type, t.country_code, t.pricing_model, t.currency,
            array_agg(p.count_from::text order by p.count_from) as froms,
            array_agg(p.price_micros::text order by p.count_from) as prices,
            array_agg(p.price_mau_batch_micros::text order by p.count_from) as batches
     from tariffs t join tariff_prices p on p.tariff_id = t.id
     where $1::int[] is null or t.id = any($1) group by t.id order by t.id`,
    [ids ?? null],
  );
}

export async function findPriceList(tx: Tx, partnerId: number): Promise<number> {
  const rows = await tx.query<{ price_list_id: number }>('select price_list_id from partners where id = $1', [
    partnerId,
  ]);
  return rows[0]?.price_list_id ?? 1;
}

export type SenderFeeRow = { brand: string; valueMicros: bigint; currency: string };

/** Fees in force for a partner: of its own list, else of the default list. */
export function selectSenderFees(tx: Tx, partnerId: number) {
  return tx.query<SenderFeeRow>(
    `select distinct on (f.brand) f.brand, f.value_micros as "valueMicros", f.currency
     from sender_fees f join partners p on p.id = $1
     where f.price_list_id in (1, p.price_list_id) and f.effective_from <= $2
     order by f.brand, f.price_list_id = p.price_list_id desc, f.effective_from desc`,
    [partnerId, tx.now],
  );
}
