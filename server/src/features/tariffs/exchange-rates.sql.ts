import type { ExchangeRate } from '@volley/domain/money/exchange-rate.ts';
import type { Tx } from '../../platform/database/database.ts';

type RateRow = Omit<ExchangeRate, 'validFromMs'> & { readonly validFrom: Date };

/** The newest first. */
export async function selectExchangeRates(tx: Tx): Promise<ExchangeRate[]> {
  const rows = await tx.planned<RateRow>(
    `select currency, base, (rate * 1000000000)::bigint as "rateNanos", valid_from as "validFrom"
     from exchange_rates
     order by valid_from desc, currency, base`,
  );
  return rows.map(({ validFrom, ...rate }) => ({ ...rate, validFromMs: validFrom.getTime() }));
}

/** Replaces the rate of the same currencies and time. */
export async function upsertExchangeRate(tx: Tx, rate: ExchangeRate): Promise<void> {
  await tx.query(
    `insert into exchange_rates (currency, base, rate, valid_from)
     values ($1, $2, $3::numeric / 1000000000, $4)
     on conflict (currency, base, valid_from)
     do update
     set rate = excluded.rate`,
    [rate.currency, rate.base, rate.rateNanos, new Date(rate.validFromMs)],
  );
}
