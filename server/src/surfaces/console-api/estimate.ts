import * as contract from '@volley/contract/console/estimate.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import type { PriceStep } from '@volley/domain/tariff.ts';
import { estimateRecipients } from '../../features/dispatches/estimate-recipients.ts';
import { type Priced, type PricedGroup, priceGroups } from '../../features/dispatches/price-groups.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountEstimate(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.estimateRecipients, platform, ({ actor, body }) => estimateRecipients(platform, actor, body));

  mount(app, contract.priceEstimate, platform, async ({ actor, body }) =>
    shown(await priceGroups(platform, actor, body.companyId, body.groups), actor.currency),
  );
}

function shown({ messages, parts, fits, rows, budget, ...amounts }: Priced, currency: string) {
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency });
  const { limitMicros, spentMicros, reservedMicros } = budget;
  const leftMicros = (limitMicros ?? 0n) - spentMicros - reservedMicros;
  return {
    messages,
    parts,
    total: money(amounts.totalMicros),
    packages: money(amounts.packagesMicros),
    reserve: money(amounts.reserveMicros),
    budget:
      limitMicros === null
        ? null
        : {
            limit: money(limitMicros),
            spent: money(spentMicros),
            reserved: money(reservedMicros),
            left: money(leftMicros),
            leftAfter: money(leftMicros - amounts.reserveMicros),
          },
    fits,
    rows: rows.map(shownRow),
  };
}

function shownRow({ tariff, partMicros, amountMicros, volume, step, nextStep, ...group }: PricedGroup) {
  return {
    ...group,
    senderType: tariff.senderType,
    pricingModel: tariff.pricingModel,
    price: decimalFromMicros(partMicros),
    amount: decimalFromMicros(amountMicros),
    volume,
    step: shownStep(step),
    nextStep: nextStep === undefined ? null : shownStep(nextStep),
  };
}

function shownStep({ from, priceMicros, priceMauBatchMicros }: PriceStep) {
  return { from, price: decimalFromMicros(priceMicros), priceMauBatch: decimalFromMicros(priceMauBatchMicros ?? 0n) };
}
