// What a partner pays, as it stands now.
import type { Actor } from '@volley/domain/actor.ts';
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import type { PricingModel, SenderType, TrafficType } from '@volley/domain/tariff.ts';
import { read, type Tx } from '../../platform/database.ts';
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

/** Every filter that is given must be met; a tariff without the member does not meet it, but one without a country is of the home country. */
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

/** The subscription fee of a name of one operator, or undefined where there is none. */
export async function findSenderFee(tx: Tx, partnerId: number, brand: string): Promise<SenderFeeRow | undefined> {
  return (await selectSenderFees(tx, partnerId)).find((fee) => fee.brand === brand);
}
