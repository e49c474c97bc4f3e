// Compares the cost of last month's volumes under a draft tariff with their cost under the tariffs in force. Read-only.

import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Micros } from '@volley/domain/money/money.ts';
import { chooseTariff, type Tariff } from '@volley/domain/money/tariff.ts';
import { type MonthVolume, recalculateMonth } from '@volley/domain/money/tariff-recalculation.ts';
import { must } from '@volley/domain/must.ts';
import { type Brand, brandIdOf, brandOfId } from '@volley/domain/numbers/brand.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  DEFAULT_PRICE_LIST,
  loadTariffVersions,
  type TariffVersion,
  tariffsInForce,
} from '../../tariffs/price-list.ts';
import { listPriceLists, type TariffDraft } from '../../tariffs/publish-prices.ts';
import { type PayingCompany, selectPayers, selectRecipients, selectVolumes } from './tariff-recalculation.sql.ts';

/** Groups of company, operator and traffic; above this limit the answer has `isWhole: false`. */
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
  /** Companies whose price depends on the draft, greatest difference first. */
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
    // The default price list fills the gaps of all others, so its draft may affect every company.
    const lists = draft.priceListId === DEFAULT_PRICE_LIST ? null : [draft.priceListId];
    const rows = await selectVolumes(tx, month, lists, VOLUMES_MAX);
    const ids = [...new Set(rows.map((row) => row.company_id))];
    const payers = new Map((await selectPayers(tx, ids)).map((payer) => [payer.id, payer]));
    const volumes = rows.map((row) => ({
      companyId: row.company_id,
      senderType: row.sender_type,
      brand: brandOfId(row.brand),
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
    const listId = must(payers.get(companyId), `company ${companyId}`).priceListId;
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
    .map((companyId) => {
      const { name, currency } = must(payers.get(companyId), `company ${companyId}`);
      return {
        companyId,
        name,
        currency,
        ...must(sums.get(companyId), `volume of company ${companyId}`),
        nowMicros: before.get(companyId)?.micros ?? 0n,
        draftMicros: after.get(companyId)?.micros ?? 0n,
        isUpperBound: (before.get(companyId)?.isUpperBound || after.get(companyId)?.isUpperBound) ?? false,
      };
    })
    .toSorted(byDifference);
}

function byDifference(left: RecalculatedCompany, right: RecalculatedCompany): number {
  const size = ({ nowMicros, draftMicros }: RecalculatedCompany) => Math.abs(Number(draftMicros - nowMicros));
  return size(right) - size(left) || left.companyId - right.companyId;
}

function monthBefore(now: Date): string {
  const [year = 0, month = 1] = billingMonth(now.getTime()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
}
