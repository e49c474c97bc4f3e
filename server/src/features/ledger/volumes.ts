// Counters that prices depend on, per company, operator, month and model: messages (SCALED) or distinct recipients
// (MAU). A transition out of CREATED locks the counter until COMMIT, so every position is given once.
//
// Packages are reserved per counter, not per dispatch: all thresholds between the counter and the counter plus every
// waiting message. So any dispatch of the company may open a reserved package.
import { openedPackages, type PricingModel, type Tariff } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findTariffs } from '../tariffs/price-list.ts';
import {
  ensureCounters,
  insertRecipients,
  lockCounters,
  type MauRecipient,
  selectReserves,
  selectTerms,
  updateCounters,
  upsertReserves,
  type VolumeKey,
} from './volumes.sql.ts';

export type Terms = {
  readonly priceListId: number;
  /** Number of tariff versions. */
  readonly tariffs: number;
  readonly volumeOf: (brand: number, model: PricingModel) => number;
  /** Started messages of the month that may still raise the counter. */
  readonly waitingOf: (brand: number) => number;
};

export async function readTerms(tx: Tx, partnerId: number, companyId: number, month: string): Promise<Terms> {
  const rows = await selectTerms(tx, partnerId, companyId, month);
  const partner = must(rows[0], `partner ${partnerId}`);
  const find = (brand: number, model: string) => rows.find((row) => row.brand === brand && row.model === model);
  return {
    priceListId: partner.price_list_id,
    tariffs: partner.tariffs,
    volumeOf: (brand, model) => find(brand, model)?.count ?? 0,
    waitingOf: (brand) => find(brand, 'MAU')?.waiting ?? 0,
  };
}

type Reserve = { waiting: number; reservedMicros: bigint };

export type Volume = {
  readonly key: VolumeKey;
  count: number;
  /** By tariff version; MAU only. */
  readonly reserves: Map<number, Reserve>;
};

const nameOf = (key: VolumeKey) => `${key.companyId}|${key.brand}|${key.month}|${key.model}`;

/** Locks until COMMIT. `create`: insert missing counters (only a start needs that). */
export async function lockVolumes(
  tx: Tx,
  wanted: readonly VolumeKey[],
  create: boolean,
): Promise<(key: VolumeKey) => Volume> {
  const keys = [...new Map(wanted.map((key) => [nameOf(key), key])).values()];
  if (create) await ensureCounters(tx, keys);
  const volumes = new Map<string, Volume>();
  for (const row of await lockCounters(tx, keys)) {
    const key = { companyId: row.company_id, brand: row.brand, month: row.month, model: row.model };
    volumes.set(nameOf(key), { key, count: row.count, reserves: new Map() });
  }
  const reserves = keys.some((key) => key.model === 'MAU') ? await selectReserves(tx, keys) : [];
  for (const row of reserves) {
    const key = { companyId: row.company_id, brand: row.brand, month: row.month, model: 'MAU' } as const;
    const reserve = { waiting: row.waiting, reservedMicros: row.reserved_micros };
    volumes.get(nameOf(key))?.reserves.set(row.tariff_id, reserve);
  }
  return (key) => {
    const volume = volumes.get(nameOf(key));
    if (volume === undefined) throw new Error(`no volume counter ${nameOf(key)}`);
    return volume;
  };
}

/** Messages of a tariff start waiting, or stop waiting (negative `messages`). */
export function addWaiting(volume: Volume, tariffId: number, messages: number): void {
  const reserve = volume.reserves.get(tariffId) ?? { waiting: 0, reservedMicros: 0n };
  reserve.waiting += messages;
  volume.reserves.set(tariffId, reserve);
}

/** Stores counters and reserves; returns the growth of each volume's reserve. */
export async function saveVolumes(
  tx: Tx,
  volumes: readonly Volume[],
  known: ReadonlyMap<number, Tariff>,
): Promise<Map<Volume, bigint>> {
  const tariffs = await tariffsOf(tx, volumes, known);
  const growth = new Map<Volume, bigint>();
  for (const volume of volumes) growth.set(volume, fitReserves(volume, tariffs));
  await updateCounters(
    tx,
    volumes.map(({ key, count }) => ({ ...key, count })),
  );
  const rows = volumes.flatMap(({ key, reserves }) =>
    [...reserves].map(([tariffId, reserve]) => ({ ...key, tariffId, ...reserve })),
  );
  if (rows.length > 0) await upsertReserves(tx, rows);
  return growth;
}

/** The known tariffs plus those of other dispatches that wait under the same counters. */
export async function tariffsOf(
  tx: Tx,
  volumes: readonly Volume[],
  known: ReadonlyMap<number, Tariff>,
): Promise<ReadonlyMap<number, Tariff>> {
  const ids = new Set(volumes.flatMap(({ reserves }) => [...reserves.keys()]));
  const missing = [...ids].filter((id) => !known.has(id));
  return missing.length === 0 ? known : new Map<number, Tariff>([...known, ...(await findTariffs(tx, missing))]);
}

/** Extra package reserve if these messages (tariff id to count) were queued. */
export function packagesAhead(
  { key, count, reserves }: Volume,
  tariffs: ReadonlyMap<number, Tariff>,
  more: ReadonlyMap<number, number>,
): bigint {
  const imagined = { key, count, reserves: new Map([...reserves].map(([id, reserve]) => [id, { ...reserve }])) };
  for (const [tariffId, messages] of more) addWaiting(imagined, tariffId, messages);
  return fitReserves(imagined, tariffs);
}

function fitReserves({ count, reserves }: Volume, tariffs: ReadonlyMap<number, Tariff>): bigint {
  const waiting = [...reserves.values()].reduce((sum, reserve) => sum + reserve.waiting, 0);
  let growth = 0n;
  for (const [tariffId, reserve] of reserves) {
    const tariff = tariffs.get(tariffId);
    if (tariff === undefined) throw new Error(`no tariff ${tariffId} for its package reserve`);
    const needed = reserve.waiting === 0 ? 0n : openedPackages(tariff, count, count + waiting);
    growth += needed - reserve.reservedMicros;
    reserve.reservedMicros = needed;
  }
  return growth;
}

/** The returned function is true for a recipient that is new in its month, once per recipient. */
export async function claimNewRecipients(
  tx: Tx,
  rows: readonly MauRecipient[],
): Promise<(row: MauRecipient) => boolean> {
  const fresh = new Map<string, Set<string>>();
  const groupOf = (row: Omit<MauRecipient, 'destination'>) => `${row.companyId}|${row.month}|${row.brand}`;
  if (rows.length > 0)
    for (const { company_id: companyId, month, brand, destinations } of await insertRecipients(tx, rows))
      fresh.set(groupOf({ companyId, month, brand }), new Set(destinations));
  return (row) => fresh.get(groupOf(row))?.delete(row.destination) === true;
}
