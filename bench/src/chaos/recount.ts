// What a run must have cost, worked out from the operators' own log and the price list that a partner is shown,
// with nothing taken from the service's books.
import { BRANDS, type Brand } from '@volley/domain/brand.ts';
import { microsFromDecimal } from '@volley/domain/money.ts';
import {
  chooseTariff,
  openedPackages,
  PRICING_MODELS,
  priceOfMessage,
  SENDER_TYPES,
  type Tariff,
  TRAFFIC_TYPES,
} from '@volley/domain/tariff.ts';
import { listAt, memberAt, numberAt, textAt } from '../stand/json.ts';

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
  if (found === undefined) throw new Error(`"${value}" is none of ${allowed.join(', ')}`);
  return found;
}

/** Messages of one part under registered names, each to a number of its own, counted per operator. */
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
