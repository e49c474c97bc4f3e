import { formatDatetime } from '@volley/contract/datetime.ts';
import type { TariffVersion } from '../../../features/tariffs/price-list.ts';

/** A tariff version without its steps. */
export function tariffHead({
  brand,
  trafficType,
  countryCode,
  effectiveFrom,
  prices: _prices,
  ...rest
}: TariffVersion) {
  return {
    ...rest,
    effectiveFrom: effectiveSince(effectiveFrom),
    ...(brand !== undefined && { brand }),
    ...(trafficType !== undefined && { trafficType }),
    ...(countryCode !== undefined && { countryCode }),
  };
}

/** Null: tariffs of the installation, in force from the beginning. */
export function effectiveSince(instant: Date): string | null {
  return instant.getTime() === 0 ? null : formatDatetime(instant);
}
