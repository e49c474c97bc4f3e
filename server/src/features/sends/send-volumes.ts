// Prices that depend on the month's volume. The counters stay locked until COMMIT; a new strand is priced at the most
// expensive step ahead, and the packages that its messages may open are reserved with the counter.
import { highestPartPrice, type Tariff } from '@volley/domain/money/tariff.ts';
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addWaiting, lockVolumes, packagesAhead, saveVolumes, tariffsOf, type Volume } from '../ledger/volumes.ts';
import type { BucketOwner } from '../queue/buckets/buckets.sql.ts';
import { findTariffs } from '../tariffs/price-list.ts';
import type { PlannedSend } from './plan-sends.ts';

export type SendVolumes = {
  readonly tariffs: ReadonlyMap<number, Tariff>;
  /** Undefined: the price is fixed. */
  readonly volumeOf: (key: StrandKey) => Volume | undefined;
  readonly partMicros: (key: StrandKey) => bigint | null;
};

const FIXED: SendVolumes = { tariffs: new Map(), volumeOf: () => undefined, partMicros: () => null };

/** Adds up, message by message, the extra reserve for packages. */
export function packageCounter({ tariffs, volumeOf }: SendVolumes): {
  /** The extra reserve if a message of this strand were added. */
  reserveWith(key: StrandKey): bigint;
  add(key: StrandKey): void;
} {
  const more = new Map<Volume, Map<number, number>>();
  const grown = new Map<Volume, bigint>();
  const total = () => [...grown.values()].reduce((sum, micros) => sum + micros, 0n);
  const meteredOf = (key: StrandKey) => (tariffs.get(key.tariffId)?.pricingModel === 'MAU' ? volumeOf(key) : undefined);
  const raised = (volume: Volume, { tariffId }: StrandKey) => {
    const known = more.get(volume) ?? new Map<number, number>();
    return new Map([...known, [tariffId, (known.get(tariffId) ?? 0) + 1]]);
  };
  return {
    reserveWith: (key) => {
      const volume = meteredOf(key);
      if (volume === undefined) return total();
      return total() - (grown.get(volume) ?? 0n) + packagesAhead(volume, tariffs, raised(volume, key));
    },
    add: (key) => {
      const volume = meteredOf(key);
      if (volume === undefined) return;
      const counts = raised(volume, key);
      more.set(volume, counts);
      grown.set(volume, packagesAhead(volume, tariffs, counts));
    },
  };
}

export async function readVolumes(
  tx: Tx,
  { companyId, month }: BucketOwner,
  planned: readonly PlannedSend[],
): Promise<SendVolumes> {
  const metered = planned.filter(({ offer }) => offer.metered);
  if (metered.length === 0) return FIXED;
  const own = await findTariffs(tx, [...new Set(metered.map(({ offer }) => offer.strand.tariffId))]);
  const keyOf = (key: StrandKey) => {
    const model = own.get(key.tariffId)?.pricingModel;
    return model === 'SCALED' || model === 'MAU' ? { companyId, brand: key.brand, month, model } : undefined;
  };
  const locked = await lockVolumes(
    tx,
    metered.flatMap(({ offer }) => keyOf(offer.strand) ?? []),
    true,
  );
  const volumeOf = (key: StrandKey) => {
    const volumeKey = keyOf(key);
    return volumeKey && locked(volumeKey);
  };
  const tariffs = await tariffsOf(tx, [...new Set(metered.flatMap(({ offer }) => volumeOf(offer.strand) ?? []))], own);
  return {
    tariffs,
    volumeOf,
    partMicros: (key) => {
      const [tariff, volume] = [tariffs.get(key.tariffId), volumeOf(key)];
      return tariff === undefined || volume === undefined ? null : highestPartPrice(tariff, volume.count);
    },
  };
}

/** Returns the extra reserve for packages. */
export async function raiseWaiting(
  tx: Tx,
  { tariffs, volumeOf }: SendVolumes,
  strands: readonly { readonly key: StrandKey; readonly messages: number }[],
): Promise<bigint> {
  const touched = new Set<Volume>();
  for (const { key, messages } of strands) {
    const volume = volumeOf(key);
    if (volume === undefined) continue;
    if (tariffs.get(key.tariffId)?.pricingModel === 'MAU') addWaiting(volume, key.tariffId, messages);
    touched.add(volume);
  }
  if (touched.size === 0) return 0n;
  const growth = await saveVolumes(tx, [...touched], tariffs);
  return [...growth.values()].reduce((sum, grown) => sum + grown, 0n);
}
