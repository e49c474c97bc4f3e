import type { ExchangeRate } from '@volley/domain/money/exchange-rate.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectExchangeRates, upsertExchangeRate } from '../tariffs/exchange-rates.sql.ts';
import { changeAs, type Who } from './staff-actions.ts';

export function listExchangeRatesAs({ db }: Pick<Platform, 'db'>): Promise<ExchangeRate[]> {
  return read(db, selectExchangeRates);
}

export async function putExchangeRateAs(
  platform: Pick<Platform, 'db' | 'bus'>,
  who: Who,
  rate: ExchangeRate,
  reason: string | undefined,
): Promise<void> {
  await changeAs(platform, who, async (tx) => {
    await upsertExchangeRate(tx, rate);
    const { currency, base, rateNanos, validFromMs } = rate;
    const shown = { rateNanos: rateNanos.toString(), validFrom: new Date(validFromMs).toISOString() };
    return {
      action: 'exchange-rate.put',
      subject: { kind: 'exchange-rate', id: `${currency}/${base}` },
      details: { ...shown, ...(reason !== undefined && { reason }) },
      reply: undefined,
    };
  });
  for (const subject of ['pace', 'requeue']) platform.bus.wake(subject);
}
