// New versions of prices. A version takes effect at its instant and is never changed or taken back: to undo
// one, publish another. Several publishers at once follow each other, list by list.
import type { Brand } from '@volley/domain/brand.ts';
import { HOME_COUNTRY } from '@volley/domain/country.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { PriceStep, PricingModel, SenderType, TrafficType } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import { findTariffs, type TariffVersion } from './price-list.ts';
import {
  insertNextSenderFee,
  insertNextTariff,
  insertPriceList,
  insertPrices,
  lockPriceList,
  selectPriceLists,
} from './publish-prices.sql.ts';

export type PriceList = { readonly id: number; readonly name: string };

export function listPriceLists(tx: Tx): Promise<PriceList[]> {
  return selectPriceLists(tx);
}

export async function createPriceList(tx: Tx, name: string): Promise<PriceList> {
  const id = await insertPriceList(tx, name);
  if (id === undefined) throw new Refusal('bad-request', { field: 'name', problem: 'is taken' });
  return { id, name };
}

export type TariffDraft = {
  readonly priceListId: number;
  readonly senderType: SenderType;
  readonly brand?: Brand;
  readonly trafficType?: TrafficType;
  /** Absent: the home country. A star: every other country that has no price of its own. */
  readonly countryCode?: string;
  readonly pricingModel: PricingModel;
  readonly currency: string;
  readonly prices: readonly PriceStep[];
  /** Now, unless a later instant is named. */
  readonly effectiveFrom?: Date;
};

export async function publishTariff(tx: Tx, draft: TariffDraft): Promise<TariffVersion> {
  checkPrices(draft);
  checkCountry(draft);
  const effectiveFrom = effectiveDate(tx, draft.effectiveFrom);
  if (!(await lockPriceList(tx, draft.priceListId)))
    throw new Refusal('not-found', { kind: 'Price list', id: draft.priceListId });
  const id = await insertNextTariff(tx, { ...draft, effectiveFrom });
  if (id === undefined) throw laterVersionExists();
  await insertPrices(tx, id, draft.prices);
  const version = (await findTariffs(tx, [id])).get(id);
  if (version === undefined) throw new Error(`tariff ${id} was not stored`);
  return version;
}

export type SenderFeeDraft = {
  readonly priceListId: number;
  readonly brand: Brand;
  readonly valueMicros: bigint;
  readonly currency: string;
  readonly effectiveFrom?: Date;
};

/** Returns the number of the version. */
export async function publishSenderFee(tx: Tx, draft: SenderFeeDraft): Promise<{ version: number }> {
  const effectiveFrom = effectiveDate(tx, draft.effectiveFrom);
  if (!(await lockPriceList(tx, draft.priceListId)))
    throw new Refusal('not-found', { kind: 'Price list', id: draft.priceListId });
  const version = await insertNextSenderFee(tx, { ...draft, effectiveFrom });
  if (version === undefined) throw laterVersionExists();
  return { version };
}

const laterVersionExists = () =>
  new Refusal('bad-request', { field: 'effectiveFrom', problem: 'is not after the version before' });

function effectiveDate(tx: Tx, wanted: Date | undefined): Date {
  if (wanted !== undefined && wanted < tx.now)
    throw new Refusal('bad-request', { field: 'effectiveFrom', problem: 'has passed' });
  return wanted ?? tx.now;
}

/** Numbers abroad have no operator here, names are registered with none, and volumes are counted by operator. */
function checkCountry({ countryCode, senderType, brand, pricingModel }: TariffDraft): void {
  if (countryCode === undefined) return;
  const refuse = (field: string, problem: string) => new Refusal('bad-request', { field, problem });
  if (countryCode === HOME_COUNTRY) throw refuse('countryCode', `must be absent for ${HOME_COUNTRY}`);
  if (senderType !== 'COMMON') throw refuse('senderType', 'must be COMMON for another country');
  if (brand !== undefined) throw refuse('brand', 'must be absent for another country');
  if (pricingModel !== 'FIXED') throw refuse('pricingModel', 'must be FIXED for another country');
}

function checkPrices({ pricingModel, prices }: TariffDraft): void {
  const refuse = (problem: string) => new Refusal('bad-request', { field: 'prices', problem });
  if (!prices.some(({ from }) => from === 0)) throw refuse('must begin at 0');
  if (new Set(prices.map(({ from }) => from)).size < prices.length) throw refuse('name a threshold twice');
  if (pricingModel === 'FIXED' && prices.length > 1) throw refuse('of a fixed price have one element');
  if (pricingModel !== 'MAU' && prices.some((step) => (step.priceMauBatchMicros ?? 0n) > 0n))
    throw refuse('have packages under MAU only');
}
