// Prices in force for a partner.

import type { PricingModel, SenderType, TrafficType } from '@volley/domain/money/tariff.ts';
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadTariffVersions, priceListOf, type TariffVersion, tariffsInForce } from './price-list.ts';
import { type SenderFeeRow, selectSenderFees } from './tariffs.sql.ts';

export type TariffFilter = {
  readonly senderType?: SenderType;
  readonly brand?: string;
  readonly trafficType?: TrafficType;
  readonly pricingModel?: PricingModel;
  readonly countryCode?: string;
};

/** A tariff without a member does not match a filter by it; without a country it matches the home country. */
export async function listTariffs(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  filter: TariffFilter,
): Promise<TariffVersion[]> {
  const [versions, { priceListId, now }] = await Promise.all([
    loadTariffVersions(db),
    read(db, async (tx) => ({ priceListId: await priceListOf(tx, actor.partnerId), now: tx.now })),
  ]);
  return tariffsInForce(versions, priceListId, now).filter(
    (tariff) =>
      (filter.senderType === undefined || tariff.senderType === filter.senderType) &&
      (filter.brand === undefined || tariff.brand === filter.brand) &&
      (filter.trafficType === undefined || tariff.trafficType === filter.trafficType) &&
      (filter.pricingModel === undefined || tariff.pricingModel === filter.pricingModel) &&
      (filter.countryCode === undefined || (tariff.countryCode ?? HOME_COUNTRY) === filter.countryCode),
  );
}

export function listSenderFees({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<SenderFeeRow[]> {
  return read(db, (tx) => selectSenderFees(tx, actor.partnerId));
}

/** Monthly fee of a sender name with this operator; undefined: no fee. */
export async function findSenderFee(tx: Tx, partnerId: number, brand: string): Promise<SenderFeeRow | undefined> {
  return (await selectSenderFees(tx, partnerId)).find((fee) => fee.brand === brand);
}
