// What last month would have cost under a tariff that is only a draft, beside what the same volumes cost under the
// tariffs in force. Nothing is published and nothing of the month is changed.
import { type Brand, brandIdOf, brandOfId } from '@volley/domain/brand.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import type { Micros } from '@volley/domain/money.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { chooseTariff, type Tariff } from '@volley/domain/tariff.ts';
import { type MonthVolume, recalculateMonth } from '@volley/domain/tariff-recalculation.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { DEFAULT_PRICE_LIST, loadTariffVersions, type TariffVersion, tariffsInForce } from '../tariffs/price-list.ts';
import { listPriceLists, type TariffDraft } from '../tariffs/publish-prices.ts';
import { type PayingCompany, selectPayers, selectRecipients, selectVolumes } from './tariff-recalculation.sql.ts';

/** Groups of company, operator and traffic; beyond that the answer says that it is not whole. */
const VOLUMES_MAX = 20_000;
const COMPANIES_SHOWN = 500;

export type RecalculatedCompany = {
  readonly companyId: number;
  readonly name: string;
  readonly currency: string;
  readonly messages: number;
  readonly parts: number;
  readonly nowMicros: Micros;
  readonly draftMicros: Micros;
  readonly isUpperBound: boolean;
};

export type Recalculation = {
  /** Such as 2026-10. */
  readonly month: string;
  /** Those whom the draft prices, the greatest difference first. */
  readonly companies: readonly RecalculatedCompany[];
  readonly affected: number;
  readonly isWhole: boolean;
};

export async function recalculateLastMonth({ db }: Pick<Platform, 'db'>, draft: TariffDraft): Promise<Recalculation> {
  const versions = await loadTariffVersions(db);
  return read(db, async (tx) => {
    if (!(await listPriceLists(tx)).some(({ id }) => id === draft.priceListId))
      throw new Refusal('not-found', { kind: 'Price list', id: draft.priceListId });
    const month = monthBefore(tx.now);
    // The default list fills the gaps of all others, so a draft of it may touch everybody.
    const lists = draft.priceListId === DEFAULT_PRICE_LIST ? null : [draft.priceListId];
    const rows = await selectVolumes(tx, month, lists, VOLUMES_MAX);
    const ids = [...new Set(rows.map((row) => row.company_id))];
    const payers = new Map((await selectPayers(tx, ids)).map((payer) => [payer.id, payer]));
    const volumes = rows.map((row) => ({
      companyId: row.company_id,
      senderType: row.sender_type,
      brand: brandOfId(row.route),
      trafficType: row.traffic_type,
      country: row.country ?? undefined,
      messages: row.messages,
      parts: row.parts,
    }));
    const found = compare(volumes, payers, {
      now: pricesOf(payers, versions, tx.now),
      draft: pricesOf(payers, [...versions, asVersion(draft, tx.now)], tx.now),
      recipientsOf: await countedRecipients(tx, month, ids),
    });
    return {
      month: month.slice(0, 7),
      companies: found.slice(0, COMPANIES_SHOWN),
      affected: found.length,
      isWhole: rows.length < VOLUMES_MAX,
    };
  });
}

const DRAFT_ID = 0;

function asVersion({ effectiveFrom: _later, ...draft }: TariffDraft, now: Date): TariffVersion {
  return { ...draft, id: DRAFT_ID, version: 0, effectiveFrom: now };
}

function pricesOf(payers: ReadonlyMap<number, PayingCompany>, versions: readonly TariffVersion[], now: Date) {
  const byList = new Map<number, readonly Tariff[]>();
  return (companyId: number): readonly Tariff[] => {
    const listId = payers.get(companyId)?.priceListId ?? DEFAULT_PRICE_LIST;
    const known = byList.get(listId) ?? tariffsInForce(versions, listId, now);
    byList.set(listId, known);
    return known;
  };
}

async function countedRecipients(tx: Tx, month: string, ids: readonly number[]) {
  const rows = await selectRecipients(tx, month, ids);
  const counts = new Map(rows.map(({ company_id: id, brand, count }) => [`${id} ${brand}`, count]));
  return (companyId: number, brand: Brand | undefined) => counts.get(`${companyId} ${brandIdOf(brand)}`);
}

type Prices = (companyId: number) => readonly Tariff[];

function compare(
  volumes: readonly MonthVolume[],
  payers: ReadonlyMap<number, PayingCompany>,
  prices: { now: Prices; draft: Prices; recipientsOf: Parameters<typeof recalculateMonth>[2] },
): RecalculatedCompany[] {
  const isTouched = (volume: MonthVolume) => chooseTariff(prices.draft(volume.companyId), volume)?.id === DRAFT_ID;
  const touched = new Set(volumes.filter(isTouched).map(({ companyId }) => companyId));
  const theirs = volumes.filter(({ companyId }) => touched.has(companyId));
  const before = recalculateMonth(theirs, prices.now, prices.recipientsOf);
  const after = recalculateMonth(theirs, prices.draft, prices.recipientsOf);
  const sums = new Map<number, { messages: number; parts: number }>();
  for (const { companyId, messages, parts } of theirs) {
    const sum = sums.get(companyId) ?? { messages: 0, parts: 0 };
    sums.set(companyId, { messages: sum.messages + messages, parts: sum.parts + parts });
  }
  return [...touched]
    .map((companyId) => ({
      companyId,
      name: payers.get(companyId)?.name ?? '',
      currency: payers.get(companyId)?.currency ?? '',
      messages: sums.get(companyId)?.messages ?? 0,
      parts: sums.get(companyId)?.parts ?? 0,
      nowMicros: before.get(companyId)?.micros ?? 0n,
      draftMicros: after.get(companyId)?.micros ?? 0n,
      isUpperBound: (before.get(companyId)?.isUpperBound || after.get(companyId)?.isUpperBound) ?? false,
    }))
    .toSorted(byDifference);
}

function byDifference(one: RecalculatedCompany, other: RecalculatedCompany): number {
  const size = ({ nowMicros, draftMicros }: RecalculatedCompany) => Math.abs(Number(draftMicros - nowMicros));
  return size(other) - size(one) || one.companyId - other.companyId;
}

function monthBefore(now: Date): string {
  const [year = 0, month = 1] = billingMonth(now.getTime()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
}
