import * as contract from '@volley/contract/back-office/money/prices.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import {
  createPriceListAs,
  listPriceListsAs,
  publishSenderFeeAs,
  publishTariffAs,
  setPartnerPriceListAs,
} from '../../../features/back-office/manage-prices.ts';
import {
  type RecalculatedCompany,
  recalculateLastMonth,
} from '../../../features/reports/billing/tariff-recalculation.ts';
import { listFeeVersions, listTariffVersions } from '../../../features/tariffs/list-versions.ts';
import type { TariffVersion } from '../../../features/tariffs/price-list.ts';
import type { TariffDraft } from '../../../features/tariffs/publish-prices.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { microsOf } from './amounts.ts';
import { effectiveSince, tariffHead } from './tariff-head.ts';

export function mountPriceVersions(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listPriceLists, platform, async () => ({ items: await listPriceListsAs(platform) }));

  mount(app, contract.createPriceList, platform, ({ actor, body }) => createPriceListAs(platform, actor, body.name));

  mount(app, contract.setPartnerPriceList, platform, ({ actor, params, body }) =>
    setPartnerPriceListAs(platform, actor, params.id, body.priceListId),
  );

  mount(app, contract.listTariffVersions, platform, async ({ query }) => ({
    items: (await listTariffVersions(platform.db, query.priceListId)).map(shown),
  }));

  mount(app, contract.publishTariff, platform, async ({ actor, body }) => {
    const done = await publishTariffAs(platform, actor, draftOf(body), body.dryRun === true);
    return { ...done, tariff: shown(done.tariff), replaces: done.replaces === null ? null : shown(done.replaces) };
  });

  mount(app, contract.recalculateMonth, platform, async ({ body }) => {
    const { companies, ...rest } = await recalculateLastMonth(platform, draftOf(body));
    return { ...rest, items: companies.map(shownDifference) };
  });

  mount(app, contract.listFeeVersions, platform, async ({ query }) => ({
    items: (await listFeeVersions(platform.db, query.priceListId)).map(({ valueMicros, effectiveFrom, ...fee }) => ({
      ...fee,
      value: decimalFromMicros(valueMicros),
      effectiveFrom: effectiveSince(effectiveFrom),
    })),
  }));

  mount(app, contract.publishSenderFee, platform, ({ actor, body }) => {
    const { priceListId, brand, currency, value, effectiveFrom, dryRun } = body;
    const valueMicros = microsOf(value, 'value');
    const draft = { priceListId, brand, currency, valueMicros, ...instantOf(effectiveFrom) };
    return publishSenderFeeAs(platform, actor, draft, dryRun === true);
  });
}

type Draft = BodyOf<typeof contract.recalculateMonth> &
  Partial<Pick<BodyOf<typeof contract.publishTariff>, 'effectiveFrom' | 'dryRun'>>;

function draftOf({ prices, effectiveFrom, dryRun: _dryRun, ...rest }: Draft): TariffDraft {
  return {
    ...rest,
    ...instantOf(effectiveFrom),
    prices: prices.map(({ from, price, priceMauBatch }, at) => ({
      from,
      priceMicros: microsOf(price, `prices[${at}].price`),
      priceMauBatchMicros: priceMauBatch === undefined ? null : microsOf(priceMauBatch, `prices[${at}].priceMauBatch`),
    })),
  };
}

function instantOf(effectiveFrom: string | undefined): { effectiveFrom?: Date } {
  return effectiveFrom === undefined ? {} : { effectiveFrom: new Date(effectiveFrom) };
}

function shownDifference({ nowMicros, draftMicros, currency, ...company }: RecalculatedCompany) {
  return {
    ...company,
    now: { value: decimalFromMicros(nowMicros), currency },
    draft: { value: decimalFromMicros(draftMicros), currency },
  };
}

function shown(tariff: TariffVersion) {
  return {
    ...tariffHead(tariff),
    prices: tariff.prices.map((step) => ({
      from: step.from,
      price: decimalFromMicros(step.priceMicros),
      priceMauBatch: decimalFromMicros(step.priceMauBatchMicros ?? 0n),
    })),
  };
}
