// Tariffs as versions with effective dates. A version is never changed or deleted; the latest effective version is in
// force. The default price list fills the gaps of a partner's own list.

import { PRICING_MODELS, SENDER_TYPES, type Tariff, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { type Database, read, type Tx } from '../../platform/database/database.ts';
import { findPriceList, selectTariffVersions, type TariffVersionRow } from './tariffs.sql.ts';

export type TariffVersion = Tariff & {
  readonly priceListId: number;
  readonly version: number;
  readonly effectiveFrom: Date;
};

export const DEFAULT_PRICE_LIST = 1;

export async function loadTariffVersions(db: Database): Promise<TariffVersion[]> {
  return (await read(db, (tx) => selectTariffVersions(tx))).map(asVersion);
}

export async function findTariffs(tx: Tx, ids: readonly number[]): Promise<Map<number, TariffVersion>> {
  if (ids.length === 0) return new Map();
  return new Map((await selectTariffVersions(tx, ids)).map((row) => [row.id, asVersion(row)]));
}

export function priceListOf(tx: Tx, partnerId: number): Promise<number> {
  return findPriceList(tx, partnerId);
}

const keyOf = ({ senderType, brand, trafficType, countryCode }: Tariff) =>
  `${senderType}|${brand ?? ''}|${trafficType ?? ''}|${countryCode ?? ''}`;

/** The version in force per key, in display order. */
export function tariffsInForce(versions: readonly TariffVersion[], priceListId: number, now: Date): TariffVersion[] {
  const found = new Map<string, TariffVersion>();
  for (const tariff of versions) {
    if (tariff.priceListId !== priceListId && tariff.priceListId !== DEFAULT_PRICE_LIST) continue;
    if (tariff.effectiveFrom > now) continue;
    const key = keyOf(tariff);
    const known = found.get(key);
    if (known === undefined || hasPriority(tariff, known, priceListId)) found.set(key, tariff);
  }
  return [...found.values()].toSorted(asShown);
}

function hasPriority(candidate: TariffVersion, known: TariffVersion, priceListId: number): boolean {
  if (candidate.priceListId !== known.priceListId) return candidate.priceListId === priceListId;
  return candidate.effectiveFrom > known.effectiveFrom;
}

const place = (list: readonly string[], value: string | undefined) => (value === undefined ? -1 : list.indexOf(value));

/** Display order: home country first, then sender type, operator and traffic type. */
function asShown(left: Tariff, right: Tariff): number {
  return (
    (left.countryCode ?? '').localeCompare(right.countryCode ?? '', 'en') ||
    place(SENDER_TYPES, left.senderType) - place(SENDER_TYPES, right.senderType) ||
    place(BRANDS, left.brand) - place(BRANDS, right.brand) ||
    place(TRAFFIC_TYPES, left.trafficType) - place(TRAFFIC_TYPES, right.trafficType)
  );
}

const microsOrNull = (text: string | null | undefined) => (typeof text === 'string' ? BigInt(text) : null);

function asVersion(row: TariffVersionRow): TariffVersion {
  return {
    id: row.id,
    priceListId: row.price_list_id,
    version: row.version,
    effectiveFrom: row.effective_from,
    senderType: pick(SENDER_TYPES, row.sender_type),
    ...(row.brand === null ? {} : { brand: pick(BRANDS, row.brand) }),
    ...(row.traffic_type === null ? {} : { trafficType: pick(TRAFFIC_TYPES, row.traffic_type) }),
    ...(row.country_code === null ? {} : { countryCode: row.country_code }),
    pricingModel: pick(PRICING_MODELS, row.pricing_model),
    currency: row.currency,
    prices: row.froms.map((from, at) => ({
      from: Number(from),
      priceMicros: BigInt(must(row.prices[at], `price ${at} of tariff ${row.id}`)),
      priceMauBatchMicros: microsOrNull(row.batches[at]),
    })),
  };
}

function pick<const T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw new Error(`"${value}" is not one of ${allowed.join(', ')}`);
  return found;
}
