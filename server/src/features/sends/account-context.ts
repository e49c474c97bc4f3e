// The facts about an account that accepting single messages needs, read in one round trip: codes are urgent.

import type { LinkMode } from '@volley/domain/links/link-order.ts';
import type { PricingModel } from '@volley/domain/money/tariff.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { isSwitchOn } from '@volley/domain/people/feature-switch.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Spendable } from '../ledger/move-money.ts';
import { selectContext } from './account-context.sql.ts';

export type AccountContext = {
  readonly routing: 'fallback' | 'strict';
  readonly linkMode: LinkMode;
  readonly priceListId: number;
  /** Number of tariff versions. */
  readonly tariffs: number;
  readonly volumeOf: (brand: number, model: PricingModel) => number;
  readonly hasTemplates: boolean;
  /** False: no block list can affect its messages. */
  readonly hasBlockLists: boolean;
  readonly spendable: Spendable;
  /** Null: the countries of the installation's settings. */
  readonly openCountries: readonly string[] | null;
};

const RETRY_AFTER_SECONDS = 60;

/** Throws a refusal if the account may not send. */
export async function readContext(tx: Tx, account: KeyActor, month: string): Promise<AccountContext> {
  const row = await selectContext(tx, { ...account, month });
  if (row === undefined || row.status !== 'ACTIVE') throw new Refusal('not-authenticated');
  if (!isSwitchOn(row.general ?? undefined, row.own ?? undefined))
    throw new Refusal('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const volumes = row.volumes ?? [];
  return {
    routing: row.routing,
    linkMode: row.linkMode,
    priceListId: row.priceListId,
    tariffs: row.tariffs,
    volumeOf: (brand, model) => volumes.find((volume) => volume.brand === brand && volume.model === model)?.count ?? 0,
    hasTemplates: row.hasTemplates,
    hasBlockLists: row.hasBlockLists,
    spendable: { walletMicros: row.walletMicros, budgetMicros: row.budgetMicros },
    openCountries: row.openCountries,
  };
}
