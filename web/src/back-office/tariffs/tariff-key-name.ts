import { countryName } from '../../kit/country-name.ts';
import { operatorName } from '../../kit/operator-name.ts';
import type { Text } from '../../kit/text.tsx';
import type { TariffKey } from './versions.ts';

/** The operator, or the country abroad, that a tariff applies to. */
export function placeName(t: Text, { brand, countryCode }: Pick<TariffKey, 'brand' | 'countryCode'>): string {
  if (countryCode !== undefined) return countryName(t, countryCode);
  return brand === undefined ? t('backOffice.tariffs.anyOperator') : operatorName(t, brand);
}

/** `PRO name · Beeline · Advertising`. */
export function tariffKeyName(t: Text, key: TariffKey | undefined): string {
  if (key === undefined) return t('backOffice.tariffs.unknown');
  const { senderType, trafficType } = key;
  const traffic = t(trafficType === undefined ? 'backOffice.tariffs.anyTraffic' : `kit.traffic.${trafficType}`);
  return [t(`kit.plan.${senderType}`), placeName(t, key), traffic].join(' · ');
}
