// All published versions, for staff.
import { type Database, read, type Tx } from '../../platform/database/database.ts';
import type { FeeVersion } from './fee-version.ts';
import { selectFeeVersions } from './fee-versions.sql.ts';
import { loadTariffVersions, type TariffVersion } from './price-list.ts';

export async function listTariffVersions(db: Database, priceListId?: number): Promise<TariffVersion[]> {
  const versions = await loadTariffVersions(db);
  return versions.filter((version) => priceListId === undefined || version.priceListId === priceListId);
}

export function listFeeVersions(db: Database, priceListId?: number): Promise<FeeVersion[]> {
  return read(db, (tx: Tx) => selectFeeVersions(tx, priceListId ?? null));
}

/** The previous version of the same tariff. */
export function versionBefore(versions: readonly TariffVersion[], next: TariffVersion): TariffVersion | undefined {
  return versions
    .filter(
      (version) =>
        version.id !== next.id &&
        version.priceListId === next.priceListId &&
        version.senderType === next.senderType &&
        version.brand === next.brand &&
        version.trafficType === next.trafficType &&
        version.countryCode === next.countryCode &&
        version.version < next.version,
    )
    .toSorted((left, right) => right.version - left.version)[0];
}
