// Prices that depend on the month's volume: the counters are held from here until COMMIT, a new strand is fixed at
// the dearest step ahead, and the packages its messages may open are reserved with the counter.
import { dearestPart, type Tariff } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import type { ListOwner } from '../dispatches/send-lists.ts';
import { addWaiting, lockVolumes, packagesAhead, saveVolumes, tariffsOf, type Volume } from '../ledger/volumes.ts';
import type { StrandKey } from '../messages/make-offer.ts';
import { findTariffs } from '../tariffs/price-list.ts';
import type { PlannedSend } from './plan-sends.ts';

export type SendVolumes = {
  readonly tariffs: ReadonlyMap<number, Tariff>;
  /** Undefined where the price is fixed. */
  readonly volumeOf: (key: StrandKey) => Volume | undefined;
  readonly partMicros: (key: StrandKey) => bigint | null;
};

const FIXED: SendVolumes = { tariffs: new Map(), volumeOf: () => undefined, partMicros: () => null };

/** Adds up, message by message, what is to be reserved for packages besides the messages. */
export function packageCounter({ tariffs, volumeOf }: SendVolumes): {
  with(key: StrandKey): bigint;
  take(key: StrandKey): void;
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
    with: (key) => {
      const volume = meteredOf(key);
      if (volume === undefined) return total();
      return total() - (grown.get(volume) ?? 0n) + packagesAhead(volume, tariffs, raised(volume, key));
    },
    take: (key) => {
      const volume = meteredOf(key);
      if (volume === undefined) return;
      more.set(volume, raised(volume, key));
      grown.set(volume, packagesAhead(volume, tariffs, more.get(volume) ?? new Map()));
    },
  };
}

export async function readVolumes(
  tx: Tx,
  { companyId, month }: ListOwner,
  planned: readonly PlannedSend[],
): Promise<SendVolumes> {
  const metered = planned.filter(({ offer }) => offer.metered);
  if (metered.length === 0) return FIXED;
  const own = await findTariffs(tx, [...new Set(metered.map(({ offer }) => offer.strand.tariffId))]);
  const keyOf = (key: StrandKey) => {
    const model = own.get(key.tariffId)?.pricingModel;
    return model === 'SCALED' || model === 'MAU' ? { companyId, brand: key.route, month, model } : undefined;
  };
  const locked = await lockVolumes(
    tx,
    metered.flatMap(({ offer }) => keyOf(offer.strand) ?? []),
    true,
  );
  const volumeOf = (key: StrandKey) => {
    const of = keyOf(key);
    return of && locked(of);
  };
  const tariffs = await tariffsOf(tx, [...new Set(metered.flatMap(({ offer }) => volumeOf(offer.strand) ?? []))], own);
  return {
    tariffs,
    volumeOf,
    partMicros: (key) => {
      const [tariff, volume] = [tariffs.get(key.tariffId), volumeOf(key)];
      return tariff === undefined || volume === undefined ? null : dearestPart(tariff, volume.count);
    },
  };
}

/** Returns what is to be reserved for packages besides the messages. */
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
