// Publishes versions of prices. A version takes effect at its instant and is never changed or withdrawn: to undo it,
// publish another. A lock of the price list serializes publishers.

import type { PriceStep, PricingModel, SenderType, TrafficType } from '@volley/domain/money/tariff.ts';
import type { Brand } from '@volley/domain/numbers/brand.ts';
import { HOME_COUNTRY } from '@volley/domain/numbers/country.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
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
  if (id === undefined) throw new Refusal('bad-request', { field: 'name', problem: 'is already in use' });
  return { id, name };
}

export type TariffDraft = {
  readonly priceListId: number;
  readonly senderType: SenderType;
  readonly brand?: Brand;
  readonly trafficType?: TrafficType;
  /** Undefined: home country. `*`: every other country without a price of its own. */
  readonly countryCode?: string;
  readonly pricingModel: PricingModel;
  readonly currency: string;
  readonly prices: readonly PriceStep[];
  /** Undefined: now. */
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
  if (version === undefined) throw new Error(`tariff ${id} is missing after its insert`);
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
  new Refusal('bad-request', { field: 'effectiveFrom', problem: 'must be after the previous version' });

function effectiveDate(tx: Tx, wanted: Date | undefined): Date {
  if (wanted !== undefined && wanted < tx.now)
    throw new Refusal('bad-request', { field: 'effectiveFrom', problem: 'must not be in the past' });
  return wanted ?? tx.now;
}

/** Foreign numbers have no operator here: no registered sender names and no volumes, which are counted by operator. */
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
  if (new Set(prices.map(({ from }) => from)).size < prices.length) throw refuse('must not repeat a threshold');
  if (pricingModel === 'FIXED' && prices.length > 1) throw refuse('must have one element under FIXED');
  if (pricingModel !== 'MAU' && prices.some((step) => (step.priceMauBatchMicros ?? 0n) > 0n))
    throw refuse('must have packages under MAU only');
}
