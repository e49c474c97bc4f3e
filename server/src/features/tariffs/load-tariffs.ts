// Tariffs, sender fees, countries and message errors: kept as reference files, stored by `migrate`,
// read into memory by whoever prices messages.
import { readFileSync } from 'node:fs';
import { BRANDS } from '@volley/domain/brand.ts';
import { MESSAGE_ERRORS } from '@volley/domain/message-error.ts';
import { microsFromDecimal } from '@volley/domain/money.ts';
import { PRICING_MODELS, SENDER_TYPES, type Tariff, TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
import { parseCsv } from '../../platform/csv.ts';
import { type Database, read, type Tx } from '../../platform/database.ts';
import {
  replaceSenderFees,
  replaceTariffs,
  selectTariffs,
  upsertCountries,
  upsertMessageErrors,
} from './tariffs.sql.ts';

const file = (name: string) => new URL(`../../../reference-data/${name}`, import.meta.url);
export const TARIFF_FILES = ['tariffs.csv', 'tariff-prices.csv', 'sender-fees.csv', 'countries.csv'].map(file);

export async function storeTariffs(tx: Tx): Promise<void> {
  const [tariffs = [], prices = [], fees = [], countries = []] = TARIFF_FILES.map((url) =>
    parseCsv(readFileSync(url, 'utf8')),
  );
  await replaceTariffs(
    tx,
    tariffs.map((row) => ({
      id: cell(row, 'id'),
      senderType: cell(row, 'sender_type'),
      brand: row['brand'] || null,
      trafficType: row['traffic_type'] || null,
      pricingModel: cell(row, 'pricing_model'),
      currency: cell(row, 'currency'),
    })),
    prices.map((row) => ({
      tariffId: cell(row, 'tariff_id'),
      from: cell(row, 'count_from'),
      priceMicros: micros(cell(row, 'price')),
      priceMauBatchMicros: row['price_mau_batch'] ? micros(row['price_mau_batch']) : null,
    })),
  );
  await replaceSenderFees(
    tx,
    fees.map((row) => ({
      brand: cell(row, 'brand'),
      valueMicros: micros(cell(row, 'value')),
      currency: cell(row, 'currency'),
    })),
  );
  await upsertCountries(
    tx,
    countries.map((row) => ({ id: cell(row, 'id'), code: cell(row, 'code'), name: cell(row, 'name') })),
  );
  await upsertMessageErrors(tx, MESSAGE_ERRORS);
}

const microsOrNull = (text: string | null | undefined) => (typeof text === 'string' ? BigInt(text) : null);

function cell(row: Record<string, string>, name: string): string {
  const value = row[name];
  if (value === undefined || value === '') throw new Error(`reference data: a row without ${name}`);
  return value;
}

function micros(text: string): bigint {
  const value = microsFromDecimal(Number(text));
  if (value === undefined) throw new Error(`reference data: "${text}" is no amount of money`);
  return value;
}

export async function loadTariffs(db: Database): Promise<Tariff[]> {
  const rows = await read(db, selectTariffs);
  return rows.map((row) => ({
    id: row.id,
    senderType: pick(SENDER_TYPES, row.sender_type),
    ...(row.brand === null ? {} : { brand: pick(BRANDS, row.brand) }),
    ...(row.traffic_type === null ? {} : { trafficType: pick(TRAFFIC_TYPES, row.traffic_type) }),
    pricingModel: pick(PRICING_MODELS, row.pricing_model),
    currency: row.currency,
    prices: row.froms.map((from, at) => ({
      from: Number(from),
      priceMicros: BigInt(row.prices[at] ?? 0),
      priceMauBatchMicros: microsOrNull(row.batches[at]),
    })),
  }));
}

function pick<const T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw new Error(`"${value}" is none of ${allowed.join(', ')}`);
  return found;
}
