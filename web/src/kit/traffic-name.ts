import { TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import type { Text } from './text.tsx';

/** The word for a traffic type; undefined for a value that is not one. */
export function trafficName(t: Text, value: string): string | undefined {
  const known = TRAFFIC_TYPES.find((one) => one === value);
  return known === undefined ? undefined : t(`kit.traffic.${known}`);
}
