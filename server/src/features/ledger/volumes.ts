// The counters that prices depend on: per company, operator, month and model, messages (SCALED) or distinct
// recipients (MAU). Whoever takes messages of such a price out of CREATED holds the counter from before the
// numbering until commit, so every position is given once.
//
// Packages are reserved for the counter, not for one dispatch: all that lie between the counter and the
// counter plus every message still waiting. Which dispatch opens one is then of no matter; it is reserved.
import { openedPackages, type PricingModel, type Tariff } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
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
  /** How many versions of tariffs there are. */
  readonly tariffs: number;
  readonly volumeOf: (route: number, model: PricingModel) => number;
  /** Messages of the month that are started and may still raise the counter. */
  readonly waitingOf: (route: number) => number;
};

export async function readTerms(tx: Tx, partnerId: number, companyId: number, month: string): Promise<Terms> {
  const rows = await selectTerms(tx, partnerId, companyId, month);
  const find = (route: number, model: string) => rows.find((row) => row.brand === route && row.model === model);
  return {
    priceListId: rows[0]?.price_list_id ?? 1,
    tariffs: rows[0]?.tariffs ?? 0,
    volumeOf: (route, model) => find(route, model)?.count ?? 0,
    waitingOf: (route) => find(route, 'MAU')?.waiting ?? 0,
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

/** Locked until commit. `create` where they may be missing: at a start. */
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
    if (volume === undefined) throw new Error(`no counter ${nameOf(key)}`);
    return volume;
  };
}

/** Messages of a tariff start waiting, or have stopped waiting (`messages` below zero). */
export function addWaiting(volume: Volume, tariffId: number, messages: number): void {
  const reserve = volume.reserves.get(tariffId) ?? { waiting: 0, reservedMicros: 0n };
  reserve.waiting += messages;
  volume.reserves.set(tariffId, reserve);
}

/** Stores counters and reserves; returns by how much the reserve of each volume has grown. */
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

/** Others than the caller's own, where another tariff of the same operator is under way. */
export async function tariffsOf(
  tx: Tx,
  volumes: readonly Volume[],
  known: ReadonlyMap<number, Tariff>,
): Promise<ReadonlyMap<number, Tariff>> {
  const ids = new Set(volumes.flatMap(({ reserves }) => [...reserves.keys()]));
  const missing = [...ids].filter((id) => !known.has(id));
  return missing.length === 0 ? known : new Map<number, Tariff>([...known, ...(await findTariffs(tx, missing))]);
}

/** By how much the reserve for packages would grow if so many messages of each tariff waited besides. */
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
    if (tariff === undefined) throw new Error(`no tariff ${tariffId}`);
    const needed = reserve.waiting === 0 ? 0n : openedPackages(tariff, count, count + waiting);
    growth += needed - reserve.reservedMicros;
    reserve.reservedMicros = needed;
  }
  return growth;
}

/** Which of these recipients are new in their month; each is told once. */
export async function takeNewRecipients(
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
