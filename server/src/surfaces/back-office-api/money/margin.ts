import * as contract from '@volley/contract/back-office/money/margin.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromRateNanos, type ExchangeRate, rateNanosFromDecimal } from '@volley/domain/money/exchange-rate.ts';
import type { MarginRow } from '@volley/domain/money/margin.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { listExchangeRatesAs, putExchangeRateAs } from '../../../features/back-office/manage-exchange-rates.ts';
import { reportMargin } from '../../../features/reports/margin/margin-report.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';

export function mountMargin(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'clock'>): void {
  mount(app, contract.getMargin, platform, async ({ query }) => {
    const { rows, rowsTotal, total, links } = await reportMargin(platform, query);
    return {
      currency: query.currency,
      items: rows.map(({ key, name, ...row }) => ({ key, name, ...sumsOf(row) })),
      rowsTotal,
      total: sumsOf(total),
      links: links.map(({ id, name }) => ({ linkId: id, name })),
    };
  });

  mount(app, contract.listExchangeRates, platform, async () => ({
    items: (await listExchangeRatesAs(platform)).map(shownRate),
  }));

  mount(app, contract.putExchangeRate, platform, async ({ actor, body: { reason, ...given } }) => {
    const rate = rateOf(given, platform.clock.now().getTime());
    await putExchangeRateAs(platform, actor, rate, reason);
    return shownRate(rate);
  });
}

const sumsOf = ({ messages, revenueMicros, costMicros, marginMicros, unknown, unconverted }: MarginRow) => ({
  messages,
  revenue: decimalFromMicros(revenueMicros),
  cost: decimalFromMicros(costMicros),
  margin: decimalFromMicros(marginMicros),
  costUnknown: unknown,
  unconverted: unconverted.map((sum) => ({
    currency: sum.currency,
    revenue: decimalFromMicros(sum.revenueMicros),
    cost: decimalFromMicros(sum.costMicros),
  })),
});

const shownRate = ({ currency, base, rateNanos, validFromMs }: ExchangeRate) => ({
  currency,
  base,
  rate: decimalFromRateNanos(rateNanos),
  validFrom: formatDatetime(new Date(validFromMs)),
});

type GivenRate = {
  readonly currency: string;
  readonly base: string;
  readonly rate: number;
  readonly validFrom?: string;
};

function rateOf({ currency, base, rate, validFrom }: GivenRate, nowMs: number): ExchangeRate {
  if (currency === base) throw new Refusal('bad-request', { field: 'base', problem: 'must be another currency' });
  const rateNanos = rateNanosFromDecimal(rate);
  if (rateNanos === undefined)
    throw new Refusal('bad-request', { field: 'rate', problem: 'must be above 0, with at most nine decimals' });
  return { currency, base, rateNanos, validFromMs: validFrom === undefined ? nowMs : Date.parse(validFrom) };
}
