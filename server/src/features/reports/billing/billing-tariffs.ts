// Tariffs in force for a partner, and the position of a company on their steps.

import { billingMonth } from '@volley/domain/money/budget.ts';
import { chooseTariff, type Tariff, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { positionOnTariff, type TariffPosition } from '@volley/domain/money/tariff-position.ts';
import { BRANDS, type Brand, brandIdOf } from '@volley/domain/numbers/brand.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { readTerms, type Terms } from '../../ledger/volumes.ts';
import { listSenderFees, listTariffs } from '../../tariffs/list-prices.ts';
import { countPaidNames } from './billing-tariffs.sql.ts';

/** Undefined `brand`: unknown operator. */
type Place = TariffPosition & { readonly brand: Brand | undefined; readonly count: number };

export type TariffPositions = {
  readonly month: string;
  readonly tariffs: readonly (Tariff & { readonly positions: readonly Place[] })[];
  readonly senderFees: readonly {
    readonly brand: string;
    readonly valueMicros: bigint;
    readonly currency: string;
    readonly names: number;
  }[];
};

export async function getTariffPositions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  companyId: number | undefined,
): Promise<TariffPositions> {
  const tariffs = await listTariffs({ db }, actor, {});
  const fees = await listSenderFees({ db }, actor);
  return read(db, async (tx) => {
    const month = billingMonth(tx.now.getTime());
    if (companyId !== undefined) await getOwnCompany(tx, actor.partnerId, companyId);
    const terms = companyId === undefined ? undefined : await readTerms(tx, actor.partnerId, companyId, month);
    const paid = new Map(
      (await countPaidNames(tx, actor.partnerId, companyId)).map(({ brand, names }) => [brand, names]),
    );
    return {
      month,
      tariffs: tariffs.map((tariff) => ({ ...tariff, positions: terms ? placesOn(tariff, tariffs, terms) : [] })),
      senderFees: fees.map((fee) => ({ ...fee, names: paid.get(fee.brand) ?? 0 })),
    };
  });
}

function placesOn(tariff: Tariff, all: readonly Tariff[], terms: Terms): Place[] {
  if (tariff.pricingModel === 'FIXED') return [];
  return brandsOf(tariff, all).map((brand) => {
    const count = terms.volumeOf(brandIdOf(brand), tariff.pricingModel);
    return { brand, count, ...positionOnTariff(tariff, count) };
  });
}

/** Operators that a tariff applies to; a tariff without an operator covers those without a tariff of their own. */
function brandsOf(tariff: Tariff, all: readonly Tariff[]): readonly (Brand | undefined)[] {
  if (tariff.brand !== undefined) return [tariff.brand];
  const types = tariff.trafficType === undefined ? TRAFFIC_TYPES : [tariff.trafficType];
  return [...BRANDS, undefined].filter((brand) =>
    types.some((trafficType) => chooseTariff(all, { senderType: tariff.senderType, brand, trafficType }) === tariff),
  );
}
