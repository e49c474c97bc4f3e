// What accepting single messages needs to know of an account, in one round trip: codes must not wait for a dozen.
import type { KeyActor } from '@volley/domain/actor.ts';
import { isSwitchOn } from '@volley/domain/feature-switch.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { PricingModel } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import type { Spendable } from '../ledger/move-money.ts';
import { selectContext } from './account-context.sql.ts';

export type AccountContext = {
  readonly routing: 'fallback' | 'strict';
  readonly priceListId: number;
  /** How many versions of tariffs there are. */
  readonly tariffs: number;
  readonly volumeOf: (route: number, model: PricingModel) => number;
  readonly hasTemplates: boolean;
  /** There are lists that its recipients or its names may be on. */
  readonly isWatched: boolean;
  readonly spendable: Spendable;
  /** Null: as the installation is set. */
  readonly openCountries: readonly string[] | null;
};

const RETRY_AFTER_SECONDS = 60;

/** Refuses where the account may not send at all. */
export async function readContext(tx: Tx, account: KeyActor, month: string): Promise<AccountContext> {
  const row = await selectContext(tx, { ...account, month });
  if (row === undefined || row.status !== 'ACTIVE') throw new Refusal('not-authenticated');
  if (!isSwitchOn(row.general ?? undefined, row.own ?? undefined))
    throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const volumes = row.volumes ?? [];
  return {
    routing: row.routing,
    priceListId: row.priceListId,
    tariffs: row.tariffs,
    volumeOf: (route, model) => volumes.find((one) => one.brand === route && one.model === model)?.count ?? 0,
    hasTemplates: row.hasTemplates,
    isWatched: row.isWatched,
    spendable: { walletMicros: row.walletMicros, budgetMicros: row.budgetMicros },
    openCountries: row.openCountries,
  };
}
