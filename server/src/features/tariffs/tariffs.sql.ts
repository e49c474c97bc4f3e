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

export async function replaceTariffs(
  tx: Tx,
  tariffs: readonly TariffRow[],
  prices: readonly PriceRow[],
): Promise<void> {
  await tx.query('delete from tariff_prices');
  await tx.query('delete from tariffs');
  await tx.query(
    `insert into tariffs (id, sender_type, brand, traffic_type, pricing_model, currency)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      tariffs.map((row) => row.id),
      tariffs.map((row) => row.senderType),
      tariffs.map((row) => row.brand),
      tariffs.map((row) => row.trafficType),
      tariffs.map((row) => row.pricingModel),
      tariffs.map((row) => row.currency),
    ],
  );
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

export async function replaceSenderFees(
  tx: Tx,
  fees: readonly { brand: string; valueMicros: bigint; currency: string }[],
): Promise<void> {
  await tx.query('delete from sender_fees');
  await tx.query(
    'insert into sender_fees (brand, value_micros, currency) select * from unnest($1::text[], $2::bigint[], $3::text[])',
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

export function selectTariffs(tx: Tx) {
  return tx.query<{
    id: number;
    sender_type: string;
    brand: string | null;
    traffic_type: string | null;
    pricing_model: string;
    currency: string;
    froms: string[];
    prices: string[];
    batches: (string | null)[];
  }>(
    `select t.id, t.sender_type, t.brand, t.traffic_type, t.pricing_model, t.currency,
            array_agg(p.count_from::text order by p.count_from) as froms,
            array_agg(p.price_micros::text order by p.count_from) as prices,
            array_agg(p.price_mau_batch_micros::text order by p.count_from) as batches
     from tariffs t join tariff_prices p on p.tariff_id = t.id group by t.id order by t.id`,
  );
}
