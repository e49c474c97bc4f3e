// Estimates the reserve of a start without locks: a concurrent start may change it.
import type { Tariff } from '@volley/domain/money/tariff.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectMauCounts, selectMonth } from './foresight.sql.ts';
import { selectReserves, type VolumeKey } from './volumes.sql.ts';
import { packagesAhead, tariffsOf, type Volume } from './volumes.ts';

export type MauMessages = { readonly brand: number; readonly tariffId: number; readonly messages: number };

/** Extra package reserve if these messages were queued in addition to those already waiting. */
export async function foreseePackages(
  tx: Tx,
  { companyId, month }: { readonly companyId: number; readonly month: string },
  messages: readonly MauMessages[],
  tariffs: ReadonlyMap<number, Tariff>,
): Promise<bigint> {
  if (messages.length === 0) return 0n;
  const byBrand = Map.groupBy(messages, ({ brand }) => brand);
  const keys = [...byBrand.keys()].map((brand): VolumeKey => ({ companyId, brand, month, model: 'MAU' }));
  const counts = new Map((await selectMauCounts(tx, companyId, month)).map(({ brand, count }) => [brand, count]));
  const reserves = Map.groupBy(await selectReserves(tx, keys), ({ brand }) => brand);
  const volumes = keys.map((key): Volume => {
    const known = (reserves.get(key.brand) ?? []).map(
      (row) => [row.tariff_id, { waiting: row.waiting, reservedMicros: row.reserved_micros }] as const,
    );
    return { key, count: counts.get(key.brand) ?? 0, reserves: new Map(known) };
  });
  const known = await tariffsOf(tx, volumes, tariffs);
  return volumes.reduce((sum, volume) => {
    const more = new Map<number, number>();
    for (const { tariffId, messages: count } of byBrand.get(volume.key.brand) ?? [])
      more.set(tariffId, (more.get(tariffId) ?? 0) + count);
    return sum + packagesAhead(volume, known, more);
  }, 0n);
}

export function readMonth(
  tx: Tx,
  companyId: number,
  month: string,
): Promise<{ readonly reservedMicros: bigint; readonly spentMicros: bigint }> {
  return selectMonth(tx, companyId, month);
}
