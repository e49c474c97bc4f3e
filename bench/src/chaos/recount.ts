// Expected cost of a run, computed from the operators' log and the price list shown to a partner, independent of the
// service's books.

import { microsFromDecimal } from '@volley/domain/money/money.ts';
import {
  chooseTariff,
  openedPackages,
  PRICING_MODELS,
  priceOfMessage,
  SENDER_TYPES,
  type Tariff,
  TRAFFIC_TYPES,
} from '@volley/domain/money/tariff.ts';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { listAt, memberAt, numberAt, textAt } from '../harness/json.ts';

/** The answer of GET /price/tariffs. */
export function readTariffs(answer: unknown): Tariff[] {
  return listAt(answer, 'tariffs').map((tariff, at) => ({
    id: at + 1,
    senderType: pick(SENDER_TYPES, textAt(tariff, 'senderType')),
    brand: BRANDS.find((brand) => brand === memberAt(tariff, 'brand')),
    trafficType: TRAFFIC_TYPES.find((type) => type === memberAt(tariff, 'trafficType')),
    pricingModel: pick(PRICING_MODELS, textAt(tariff, 'pricingModel')),
    currency: textAt(tariff, 'currency'),
    prices: listAt(tariff, 'prices').map((step) => ({
      from: numberAt(step, 'from'),
      priceMicros: microsFromDecimal(numberAt(step, 'price')) ?? 0n,
      priceMauBatchMicros: microsFromDecimal(numberAt(step, 'priceMauBatch')) ?? 0n,
    })),
  }));
}

function pick<const T extends string>(allowed: readonly T[], value: string): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw new Error(`"${value}" is not one of ${allowed.join(', ')}`);
  return found;
}

/** Cost of one-part messages under registered sender names, each to a distinct number, counted per brand. */
export function costOf(tariffs: readonly Tariff[], handedOver: ReadonlyMap<Brand, number>): bigint {
  let total = 0n;
  for (const [brand, messages] of handedOver) {
    const tariff = chooseTariff(tariffs, { senderType: 'START', brand, trafficType: 'PROMO' });
    if (tariff === undefined) throw new Error(`no tariff for ${brand}`);
    for (let n = 0; n < messages; n += 1) total += priceOfMessage(tariff, n, 1);
    total += openedPackages(tariff, 0, messages);
  }
  return total;
}
