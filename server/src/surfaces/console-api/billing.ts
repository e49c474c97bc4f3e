import * as contract from '@volley/contract/console/billing.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros, roundToKopecks } from '@volley/domain/money/money.ts';
import type { PriceStep } from '@volley/domain/money/tariff.ts';
import type { TariffPosition } from '@volley/domain/money/tariff-position.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { type Billing, getBilling } from '../../features/reports/billing/billing-companies.ts';
import { listOperations } from '../../features/reports/billing/billing-operations.ts';
import { getTariffPositions, type TariffPositions } from '../../features/reports/billing/billing-tariffs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { amountOf, monthSpending } from './amounts.ts';
import { shownForecast } from './companies.ts';
import { csvFile } from './csv-file.ts';

type OperationRow = Awaited<ReturnType<typeof listOperations>>['items'][number];

const FILE_ROWS_MAX = 50_000;

export function mountBilling(app: ApiServer, platform: Platform): void {
  mount(app, contract.getBilling, platform, async ({ actor, query }) => {
    const billing = await getBilling(platform, actor, query);
    return { page: query.page, perPage: query.perPage, ...shownBilling(billing, actor.currency) };
  });

  mount(app, contract.listOperations, platform, async ({ actor, query }) => {
    const { month, total, items } = await listOperations(platform, actor, query);
    const { page, perPage } = query;
    return { page, perPage, total, month: month.slice(0, 7), items: items.map(shownOperation) };
  });

  mountDownload(app, contract.downloadOperations, platform, async ({ actor, query: { lang, ...filter } }) => {
    const { month, items } = await listOperations(platform, actor, { ...filter, page: 1, perPage: FILE_ROWS_MAX });
    return csvFile(`operations-${month.slice(0, 7)}.csv`, HEADER, items.map(fileRow), lang);
  });

  mount(app, contract.getTariffPositions, platform, async ({ actor, query }) =>
    shownTariffs(await getTariffPositions(platform, actor, query.companyId)),
  );
}

type Purse = { readonly currency: string; readonly balanceMicros: bigint; readonly reservedMicros: bigint };

const shownWallet = ({ currency, balanceMicros, reservedMicros }: Purse) => ({
  balance: amountOf(balanceMicros, currency),
  reserved: amountOf(reservedMicros, currency),
});

function shownBilling({ month, to, total, sum, items }: Billing, currency: string) {
  return {
    month: month.slice(0, 7),
    to: formatDatetime(to),
    total,
    sum: {
      spent: amountOf(sum.spentMicros, currency),
      reserved: amountOf(sum.reservedMicros, currency),
      fees: amountOf(sum.feesMicros, currency),
      late: amountOf(sum.lateMicros, currency),
      forecast: sum.forecastMicros === undefined ? null : { value: roundToKopecks(sum.forecastMicros), currency },
      wallets: sum.wallets.map(shownWallet),
    },
    items: items.map((row) => ({
      companyId: row.companyId,
      name: row.name,
      status: row.status,
      spending: monthSpending(row, currency),
      fees: amountOf(row.feesMicros, currency),
      forecast: shownForecast(row.forecast, currency),
      wallets: row.wallets.map(shownWallet),
    })),
  };
}

function shownOperation({ at, spentMicros, reservedMicros, walletMicros, currency, ...row }: OperationRow) {
  return {
    ...row,
    at: formatDatetime(at),
    spent: amountOf(spentMicros, currency),
    reserved: amountOf(reservedMicros, currency),
    wallet: amountOf(walletMicros, currency),
  };
}

function shownTariffs({ month, tariffs, senderFees }: TariffPositions) {
  return {
    month: month.slice(0, 7),
    tariffs: tariffs.map(
      ({ id, senderType, brand, trafficType, countryCode, pricingModel, currency, prices, positions }) => ({
        id,
        senderType,
        pricingModel,
        currency,
        ...(brand !== undefined && { brand }),
        ...(trafficType !== undefined && { trafficType }),
        ...(countryCode !== undefined && { countryCode }),
        steps: prices.map((step) => ({
          from: step.from,
          price: decimalFromMicros(step.priceMicros),
          priceMauBatch: decimalFromMicros(step.priceMauBatchMicros ?? 0n),
        })),
        positions: positions.map((position) => ({
          brand: position.brand ?? null,
          count: position.count,
          price: decimalFromMicros(position.step.priceMicros),
          next: ahead(position.next, (step) => step.priceMicros),
          nextPackage: ahead(position.nextPackage, (step) => step.priceMauBatchMicros ?? 0n),
        })),
      }),
    ),
    senderFees: BRANDS.flatMap((brand) =>
      senderFees
        .filter((fee) => fee.brand === brand)
        .map((fee) => ({ brand, fee: amountOf(fee.valueMicros, fee.currency), names: fee.names })),
    ),
  };
}

function ahead(place: TariffPosition['next'], priceOf: (step: PriceStep) => bigint) {
  if (place === undefined) return null;
  return { at: place.at, more: place.more, price: decimalFromMicros(priceOf(place.step)) };
}

const HEADER = [
  'at',
  'companyId',
  'company',
  'kind',
  'dispatchId',
  'title',
  'lateOf',
  'messages',
  'spent',
  'reserved',
  'wallet',
  'currency',
  'reason',
];

const fileRow = (row: OperationRow) => [
  formatDatetime(row.at),
  row.companyId,
  row.companyName,
  row.kind,
  row.dispatchId,
  row.title,
  row.lateOf,
  row.messages,
  decimalFromMicros(row.spentMicros),
  decimalFromMicros(row.reservedMicros),
  decimalFromMicros(row.walletMicros),
  row.currency,
  row.reason,
];
