// The price of groups of messages, by the rule by which a dispatch of them would be estimated and, at its start,
// reserved. Prices are looked up here; who asks says only how many messages of which kind there are.
import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth, fitsBudget } from '@volley/domain/budget.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { isTimezone, type Schedule } from '@volley/domain/sending-window.ts';
import { dearestPart, type PriceStep, stepAt, type Tariff } from '@volley/domain/tariff.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Company } from '../companies/company.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { foreseePackages, readMonth } from '../ledger/foresee-reserve.ts';
import { readTerms } from '../ledger/volumes.ts';
import { type MonthVolumes, readVolumesAhead } from '../ledger/volumes-ahead.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { findSenders } from '../senders/find-senders.ts';
import type { Sender } from '../senders/sender.ts';
import { tariffsInForce } from '../tariffs/price-list.ts';
import { packageEstimate } from './estimate-packages.ts';
import type { MessageGroup } from './estimate-recipients.ts';
import { firstMonthOf } from './first-instant.ts';

export type PriceQuestion = {
  readonly companyId: number;
  readonly groups: readonly MessageGroup[];
  readonly schedule?: Schedule | undefined;
};

/** Recipients of several zones are one group if they get their messages in one month. */
type PlacedGroup = Omit<MessageGroup, 'timezone'> & { readonly month: string };

export type PricedGroup = PlacedGroup & {
  readonly tariff: Tariff;
  readonly partMicros: bigint;
  readonly amountMicros: bigint;
  /** The counter of its month that the step depends on; 0 where the price is fixed. */
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
  /** What its start takes from the budgets of all months. */
  readonly reserveMicros: bigint;
  /** Those in which messages will go first, in order. */
  readonly months: readonly PricedMonth[];
  readonly fits: boolean;
};

export type PricedMonth = {
  readonly month: string;
  readonly reserveMicros: bigint;
  readonly limitMicros: bigint | null;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
  readonly fits: boolean;
};

export async function priceGroups(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  { companyId, groups, schedule }: PriceQuestion,
): Promise<Priced> {
  const book = await openReferenceBook(db);
  return read(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    const present = billingMonth(tx.now.getTime());
    const terms = await readTerms(tx, actor.partnerId, companyId, present);
    const tariffs = await knownTariffs(db, book, terms.tariffs);
    const inForce = new Map(tariffsInForce(tariffs, terms.priceListId, tx.now).map((tariff) => [tariff.id, tariff]));
    const names = await findSenders(tx, companyId, [...new Set(groups.map(({ senderId }) => senderId))]);
    const placed = placeGroups(groups, names, firstMonthOf(schedule, config.moderation, tx.now));
    const goesLater = placed.some(({ month }) => month > present);
    const volumesOf = goesLater ? await readVolumesAhead(tx, companyId, { month: present, terms }) : () => terms;
    const rows = placed.map((group) => priced(group, inForce.get(group.tariffId), volumesOf(group.month)));
    const packagesMicros = packageEstimate(
      tariffs,
      volumesOf,
    )(placed.map(({ brandId: route, ...group }) => ({ ...group, route })));
    const months: PricedMonth[] = [];
    for (const month of new Set(rows.length === 0 ? [present] : rows.map((row) => row.month).toSorted()))
      months.push(await priceMonth(tx, company, month, rows));
    return {
      rows,
      messages: groups.reduce((sum, { messages }) => sum + messages, 0),
      parts: groups.reduce((sum, { messages, partsEach }) => sum + messages * partsEach, 0),
      totalMicros: amountOf(rows) + packagesMicros,
      packagesMicros,
      reserveMicros: months.reduce((sum, { reserveMicros }) => sum + reserveMicros, 0n),
      months,
      fits: months.every(({ fits }) => fits),
    };
  });
}

function placeGroups(
  groups: readonly MessageGroup[],
  senders: readonly Pick<Sender, 'id' | 'dateFrom'>[],
  firstMonth: ReturnType<typeof firstMonthOf>,
): PlacedGroup[] {
  const unknown = [...new Set(groups.map(({ timezone }) => timezone))].find((zone) => zone !== '' && !isTimezone(zone));
  if (unknown !== undefined)
    throw new Refusal('bad-request', { field: 'groups.timezone', problem: `"${unknown}" is no time zone` });
  const dates = new Map(senders.map(({ id, dateFrom }) => [id, dateFrom]));
  const placed = new Map<string, PlacedGroup & { messages: number }>();
  for (const { timezone, messages, ...group } of groups) {
    const month = firstMonth({ timezone, dateFrom: dates.get(group.senderId) });
    const { tariffId, brandId, senderId, trafficType, partsEach } = group;
    const key = `${tariffId}|${brandId}|${senderId}|${trafficType}|${partsEach}|${month}`;
    const known = placed.get(key);
    if (known === undefined) placed.set(key, { ...group, month, messages });
    else known.messages += messages;
  }
  return [...placed.values()];
}

const amountOf = (rows: readonly PricedGroup[]) => rows.reduce((sum, row) => sum + row.amountMicros, 0n);

async function priceMonth(
  tx: Tx,
  { companyId, budgetMicros }: Pick<Company, 'companyId' | 'budgetMicros'>,
  month: string,
  all: readonly PricedGroup[],
): Promise<PricedMonth> {
  const rows = all.filter((row) => row.month === month);
  const reserveMicros = amountOf(rows) + (await packagesToReserve(tx, { companyId, month }, rows));
  const spending = await readMonth(tx, companyId, month);
  return {
    month,
    reserveMicros,
    limitMicros: budgetMicros,
    ...spending,
    fits: fitsBudget({ budgetMicros, ...spending }, reserveMicros),
  };
}

function priced(group: PlacedGroup, tariff: Tariff | undefined, volumes: MonthVolumes): PricedGroup {
  if (tariff === undefined)
    throw new Refusal('bad-request', { field: 'groups.tariffId', problem: 'is no tariff in force' });
  const volume = tariff.pricingModel === 'FIXED' ? 0 : volumes.volumeOf(group.brandId, tariff.pricingModel);
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
