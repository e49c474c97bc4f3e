// The price of groups of messages, by the rule by which a dispatch of them would be estimated and, at its start,
// reserved. Prices are looked up here; who asks says only how many messages of which kind there are.
import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth, fitsBudget } from '@volley/domain/budget.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { dearestPart, type PriceStep, stepAt, type Tariff } from '@volley/domain/tariff.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { foreseePackages, readMonth } from '../ledger/foresee-reserve.ts';
import { readTerms, type Terms } from '../ledger/volumes.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { packageEstimate } from './estimate-packages.ts';
import type { MessageGroup } from './estimate-recipients.ts';

export type PricedGroup = MessageGroup & {
  readonly tariff: Tariff;
  readonly partMicros: bigint;
  readonly amountMicros: bigint;
  /** The month's counter that the step depends on; 0 where the price is fixed. */
  readonly volume: number;
  readonly step: PriceStep;
  readonly nextStep: PriceStep | undefined;
};

export type Priced = {
  readonly rows: readonly PricedGroup[];
  readonly messages: number;
  readonly parts: number;
  /** What a dispatch of these messages says as its estimate. */
  readonly totalMicros: bigint;
  readonly packagesMicros: bigint;
  /** What its start takes from the month's budget. */
  readonly reserveMicros: bigint;
  readonly budget: {
    readonly limitMicros: bigint | null;
    readonly spentMicros: bigint;
    readonly reservedMicros: bigint;
  };
  readonly fits: boolean;
};

export async function priceGroups(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  companyId: number,
  groups: readonly MessageGroup[],
): Promise<Priced> {
  const book = await openReferenceBook(db);
  return read(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    const month = billingMonth(tx.now.getTime());
    const terms = await readTerms(tx, actor.partnerId, companyId, month);
    const tariffs = await knownTariffs(db, book, terms.tariffs);
    const inForce = new Map(tariffsInForce(tariffs, terms.priceListId, tx.now).map((tariff) => [tariff.id, tariff]));
    const rows = groups.map((group, at) => priced(group, inForce.get(group.tariffId), terms, at));
    const amountMicros = rows.reduce((sum, row) => sum + row.amountMicros, 0n);
    const packagesMicros = packageEstimate(
      tariffs,
      terms,
    )(groups.map(({ tariffId, brandId: route, messages }) => ({ tariffId, route, messages })));
    const reserveMicros = amountMicros + (await packagesToReserve(tx, { companyId, month }, rows));
    const spending = await readMonth(tx, companyId, month);
    return {
      rows,
      messages: groups.reduce((sum, { messages }) => sum + messages, 0),
      parts: groups.reduce((sum, { messages, partsEach }) => sum + messages * partsEach, 0),
      totalMicros: amountMicros + packagesMicros,
      packagesMicros,
      reserveMicros,
      budget: { limitMicros: company.budgetMicros, ...spending },
      fits: fitsBudget({ budgetMicros: company.budgetMicros, ...spending }, reserveMicros),
    };
  });
}

function priced(group: MessageGroup, tariff: Tariff | undefined, terms: Terms, at: number): PricedGroup {
  if (tariff === undefined)
    throw new Refusal('bad-request', { field: `groups[${at}].tariffId`, problem: 'is no tariff in force' });
  const volume = tariff.pricingModel === 'FIXED' ? 0 : terms.volumeOf(group.brandId, tariff.pricingModel);
  const partMicros = dearestPart(tariff, volume);
  const step = stepAt(tariff, volume);
  const ahead = tariff.prices.filter(({ from }) => from > volume).toSorted((one, other) => one.from - other.from);
  return {
    ...group,
    tariff,
    partMicros,
    amountMicros: partMicros * BigInt(group.partsEach * group.messages),
    volume,
    step,
    nextStep: tariff.pricingModel === 'FIXED' ? undefined : ahead[0],
  };
}

function packagesToReserve(
  tx: Tx,
  purse: { readonly companyId: number; readonly month: string },
  rows: readonly PricedGroup[],
): Promise<bigint> {
  const mau = rows.filter(({ tariff }) => tariff.pricingModel === 'MAU');
  return foreseePackages(
    tx,
    purse,
    mau.map(({ brandId: brand, tariffId, messages }) => ({ brand, tariffId, messages })),
    new Map(mau.map(({ tariff }) => [tariff.id, tariff])),
  );
}
