import * as contract from '@volley/contract/partner/prices.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { listSenderFees, listTariffs } from '../../features/tariffs/list-prices.ts';
import type { TariffVersion } from '../../features/tariffs/price-list.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountPrices(app: ApiServer, platform: Platform): void {
  mount(app, contract.listTariffs, platform, async ({ actor, query }) => ({
    tariffs: (await listTariffs(platform, actor, query)).map(shown),
  }));

  mount(app, contract.listSenderFees, platform, async ({ actor }) => ({
    senderFees: (await listSenderFees(platform, actor)).map(({ brand, valueMicros, currency }) => ({
      brand,
      value: decimalFromMicros(valueMicros),
      currency,
    })),
  }));
}

function shown({ senderType, brand, trafficType, countryCode, pricingModel, currency, prices }: TariffVersion) {
  return {
    senderType,
    ...(brand !== undefined && { brand }),
    ...(trafficType !== undefined && { trafficType }),
    ...(countryCode !== undefined && { countryCode }),
    pricingModel,
    currency,
    prices: prices.map((step) => ({
      from: step.from,
      price: decimalFromMicros(step.priceMicros),
      priceMauBatch: decimalFromMicros(step.priceMauBatchMicros ?? 0n),
    })),
  };
}
