// Tariffs, sender fees, countries and message errors: reference files that `migrate` stores. The files only provide
// the first version of a price in the default price list; staff publish later versions.
import { readFileSync } from 'node:fs';
import { microsFromDecimal } from '@volley/domain/money/money.ts';
import { MESSAGE_ERRORS } from '@volley/domain/sending/message-error.ts';
import type { Tx } from '../../platform/database/database.ts';
import { parseCsv } from '../../platform/files/csv.ts';
import { insertFirstSenderFees, insertFirstTariffs, upsertCountries, upsertMessageErrors } from './tariffs.sql.ts';

const file = (name: string) => new URL(`../../../reference-data/${name}`, import.meta.url);
export const TARIFF_FILES = ['tariffs.csv', 'tariff-prices.csv', 'sender-fees.csv', 'countries.csv'].map(file);

export async function storeTariffs(tx: Tx): Promise<void> {
  const [tariffs = [], prices = [], fees = [], countries = []] = TARIFF_FILES.map((url) =>
    parseCsv(readFileSync(url, 'utf8')),
  );
  await insertFirstTariffs(
    tx,
    tariffs.map((row) => ({
      id: Number(cell(row, 'id')),
      senderType: cell(row, 'sender_type'),
      brand: row['brand'] || null,
      trafficType: row['traffic_type'] || null,
      pricingModel: cell(row, 'pricing_model'),
      currency: cell(row, 'currency'),
    })),
    prices.map((row) => ({
      tariffId: Number(cell(row, 'tariff_id')),
      countFrom: Number(cell(row, 'count_from')),
      priceMicros: micros(cell(row, 'price')),
      priceMauBatchMicros: row['price_mau_batch'] ? micros(row['price_mau_batch']) : null,
    })),
  );
  await insertFirstSenderFees(
    tx,
    fees.map((row) => ({
      brand: cell(row, 'brand'),
      valueMicros: micros(cell(row, 'value')),
      currency: cell(row, 'currency'),
    })),
  );
  await upsertCountries(
    tx,
    countries.map((row) => ({ id: Number(cell(row, 'id')), code: cell(row, 'code'), name: cell(row, 'name') })),
  );
  await upsertMessageErrors(tx, MESSAGE_ERRORS);
}

function cell(row: Record<string, string>, name: string): string {
  const value = row[name];
  if (value === undefined || value === '') throw new Error(`reference data: no ${name} in row ${JSON.stringify(row)}`);
  return value;
}

function micros(text: string): bigint {
  const value = microsFromDecimal(Number(text));
  if (value === undefined) throw new Error(`reference data: "${text}" is not an amount of money`);
  return value;
}
