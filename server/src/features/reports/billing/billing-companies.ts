// The money of a partner this month, by company and in total.

import { billingMonth } from '@volley/domain/money/budget.ts';
import { type BudgetForecast, forecastBudget, monthBounds } from '@volley/domain/money/budget-forecast.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type BillingRow,
  type SpentRow,
  selectAllSpent,
  selectAllWallets,
  selectBillingRows,
  type WalletRow,
} from './billing-companies.sql.ts';

export type Billing = {
  readonly month: string;
  readonly to: Date;
  readonly total: number;
  readonly sum: SpentRow & { readonly forecastMicros: bigint | undefined; readonly wallets: readonly WalletSum[] };
  readonly items: readonly (BillingRow & {
    readonly forecast: BudgetForecast | undefined;
    readonly wallets: readonly WalletRow[];
  })[];
};

type WalletSum = Omit<WalletRow, 'companyId'>;

export async function getBilling(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  { companyId, page, perPage }: { companyId?: number | undefined; page: number; perPage: number },
): Promise<Billing> {
  return read(db, async (tx) => {
    const nowMs = tx.now.getTime();
    const scope = { partnerId, companyId, month: billingMonth(nowMs) };
    const all = await selectAllSpent(tx, scope);
    const wallets = await selectAllWallets(tx, scope);
    const rows = await selectBillingRows(tx, scope, { limit: perPage, offset: (page - 1) * perPage });
    return {
      month: scope.month,
      to: monthBounds(nowMs).to,
      total: all.length,
      sum: { ...summed(all), forecastMicros: forecastOfAll(all, nowMs), wallets: byCurrency(wallets) },
      items: rows.map((row) => ({
        ...row,
        forecast: forecastBudget(row, nowMs),
        wallets: wallets.filter((wallet) => wallet.companyId === row.companyId),
      })),
    };
  });
}

function summed(rows: readonly SpentRow[]): SpentRow {
  const sumOf = (member: keyof SpentRow) => rows.reduce((sum, row) => sum + row[member], 0n);
  return {
    spentMicros: sumOf('spentMicros'),
    reservedMicros: sumOf('reservedMicros'),
    feesMicros: sumOf('feesMicros'),
    lateMicros: sumOf('lateMicros'),
  };
}

/** Sum of the companies' forecasts, so that the total matches the rows. */
function forecastOfAll(rows: readonly SpentRow[], nowMs: number): bigint | undefined {
  const forecasts = rows.map((row) => forecastBudget({ ...row, budgetMicros: null }, nowMs)?.micros);
  return forecasts.reduce<bigint | undefined>(
    (sum, micros) => (micros === undefined ? sum : (sum ?? 0n) + micros),
    undefined,
  );
}

function byCurrency(wallets: readonly WalletRow[]): WalletSum[] {
  return [...Map.groupBy(wallets, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    balanceMicros: group.reduce((sum, { balanceMicros }) => sum + balanceMicros, 0n),
    reservedMicros: group.reduce((sum, { reservedMicros }) => sum + reservedMicros, 0n),
  }));
}
