import * as contract from '@volley/contract/console/estimate.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { PriceStep } from '@volley/domain/money/tariff.ts';
import { estimateRecipients } from '../../features/dispatches/money/estimate-recipients.ts';
import {
  type Priced,
  type PricedGroup,
  type PricedMonth,
  priceGroups,
} from '../../features/dispatches/money/price-groups.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownZone } from '../presentation/shown-dispatch.ts';

export function mountEstimate(app: ApiServer, platform: Pick<Platform, 'db' | 'config'>): void {
  mount(app, contract.estimateRecipients, platform, ({ actor, body }) => estimateRecipients(platform, actor, body));

  mount(app, contract.priceEstimate, platform, async ({ actor, body: { schedule, ...question } }) => {
    const startAtMs = schedule && Date.parse(schedule.startAt);
    const priced = await priceGroups(platform, actor, {
      ...question,
      ...(schedule !== undefined && startAtMs !== undefined && { schedule: { ...schedule, startAtMs } }),
    });
    return shown(priced, actor.currency);
  });
}

const shownMonth = (month: string) => month.slice(0, 7);

function shown({ messages, parts, fits, rows, months, zones, ...amounts }: Priced, currency: string) {
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency });
  return {
    messages,
    parts,
    total: money(amounts.totalMicros),
    packages: money(amounts.packagesMicros),
    reserve: money(amounts.reserveMicros),
    months: months.map((month) => shownMonthOf(month, money)),
    fits,
    rows: rows.map(shownRow),
    zones: zones.map(shownZone),
  };
}

function shownMonthOf(
  { month, reserveMicros, limitMicros, spentMicros, reservedMicros, fits }: PricedMonth,
  money: (micros: bigint) => { value: number; currency: string },
) {
  const leftMicros = (limitMicros ?? 0n) - spentMicros - reservedMicros;
  const budget = limitMicros !== null && {
    limit: money(limitMicros),
    spent: money(spentMicros),
    reserved: money(reservedMicros),
    left: money(leftMicros),
    leftAfter: money(leftMicros - reserveMicros),
  };
  return { month: shownMonth(month), reserve: money(reserveMicros), budget: budget || null, fits };
}

function shownRow({ tariff, partMicros, amountMicros, volume, step, nextStep, month, ...group }: PricedGroup) {
  return {
    ...group,
    month: shownMonth(month),
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
