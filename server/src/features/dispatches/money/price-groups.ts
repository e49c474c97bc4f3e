// The price of groups of messages, by the same rules as the estimate and the reserve of a dispatch. Prices are looked
// up here; the caller gives only the number of messages of each kind.

import type { Schedule } from '@volley/domain/dispatches/sending-schedule.ts';
import { isTimezone } from '@volley/domain/dispatches/timezone.ts';
import { billingMonth, fitsBudget } from '@volley/domain/money/budget.ts';
import { highestPartPrice, type PriceStep, stepAt, type Tariff } from '@volley/domain/money/tariff.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Company } from '../../companies/company.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { foreseePackages, readMonth } from '../../ledger/foresee-reserve.ts';
import { readTerms } from '../../ledger/volumes.ts';
import { type MonthVolumes, readVolumesAhead } from '../../ledger/volumes-ahead.sql.ts';
import { knownTariffs, openReferenceBook } from '../../messages/planning/reference-book.ts';
import { isZoneOfPrefix } from '../../numbering/zone-of-prefix.ts';
import { findSenders } from '../../senders/find-senders.ts';
import { tariffsInForce } from '../../tariffs/price-list.ts';
import { firstInstantOf } from '../first-instant.ts';
import { type ZoneTimes, zoneTimesOf } from '../zone-times.ts';
import { packageEstimate } from './estimate-packages.ts';
import type { MessageGroup } from './estimate-recipients.ts';

export type PriceQuestion = {
  readonly companyId: number;
  readonly groups: readonly MessageGroup[];
  readonly schedule?: Schedule | undefined;
};

/** Merges recipients of several time zones that get their messages in the same month. */
type PlacedGroup = Omit<MessageGroup, 'timezone'> & { readonly month: string };

export type PricedGroup = PlacedGroup & {
  readonly tariff: Tariff;
  readonly partMicros: bigint;
  readonly amountMicros: bigint;
  /** The counter of its month that selects the step; 0 for a fixed price. */
  readonly volume: number;
  readonly step: PriceStep;
  readonly nextStep: PriceStep | undefined;
};

export type Priced = {
  readonly rows: readonly PricedGroup[];
  readonly messages: number;
  readonly parts: number;
  /** The estimate of a dispatch of these messages. */
  readonly totalMicros: bigint;
  readonly packagesMicros: bigint;
  /** The amount that its start reserves in the budgets of all months. */
  readonly reserveMicros: bigint;
  /** Months in which messages may first be sent, in order. */
  readonly months: readonly PricedMonth[];
  readonly fits: boolean;
  readonly zones: readonly ZoneTimes[];
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
    const instantOf = await readInstants(tx, config, { companyId, groups, schedule });
    const placed = placeGroups(groups, instantOf);
    const startsLater = placed.some(({ month }) => month > present);
    const volumesOf = startsLater ? await readVolumesAhead(tx, companyId, { month: present, terms }) : () => terms;
    const rows = placed.map((group) => priced(group, inForce.get(group.tariffId), volumesOf(group.month)));
    const packagesMicros = packageEstimate(
      tariffs,
      volumesOf,
    )(placed.map(({ brandId: brand, ...group }) => ({ ...group, brand })));
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
      zones: zoneTimesOf(schedule, instantOf, groups),
    };
  });
}

/** First instant of sending of a group. */
async function readInstants(
  tx: Tx,
  { moderation }: Pick<Platform['config'], 'moderation'>,
  { companyId, groups, schedule }: PriceQuestion,
): Promise<(group: MessageGroup) => Date> {
  const zones = [...new Set(groups.map(({ timezone }) => timezone))];
  const needsZone = schedule !== undefined;
  const unknown = zones.find((zone) => (needsZone || zone !== '') && !isZoneOfPrefix(zone) && !isTimezone(zone));
  if (unknown !== undefined)
    throw new Refusal('bad-request', {
      field: 'groups.timezone',
      problem: `must be a known time zone, not "${unknown}"`,
    });
  const names = await findSenders(tx, companyId, [...new Set(groups.map(({ senderId }) => senderId))]);
  const dates = new Map(names.map(({ id, dateFrom }) => [id, dateFrom]));
  const firstInstant = firstInstantOf(schedule, moderation, tx.now);
  return ({ senderId, timezone }) => firstInstant({ timezone, dateFrom: dates.get(senderId) });
}

function placeGroups(groups: readonly MessageGroup[], instantOf: (group: MessageGroup) => Date): PlacedGroup[] {
  const placed = new Map<string, PlacedGroup & { messages: number }>();
  for (const one of groups) {
    const { timezone: _, messages, ...group } = one;
    const month = billingMonth(instantOf(one).getTime());
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
    throw new Refusal('bad-request', { field: 'groups.tariffId', problem: 'must be a tariff in force' });
  const volume = tariff.pricingModel === 'FIXED' ? 0 : volumes.volumeOf(group.brandId, tariff.pricingModel);
  const partMicros = highestPartPrice(tariff, volume);
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
