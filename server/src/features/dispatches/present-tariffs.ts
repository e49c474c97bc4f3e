// The tariff that a start now would price a strand with. Prices are read at the start, so a draft that was made under an
// older version is estimated and reserved anew; its messages keep the amount they were made with.
import { brandOfId } from '@volley/domain/brand.ts';
import { chooseTariff, dearestPart, type TrafficType } from '@volley/domain/tariff.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { readTerms, type Terms } from '../ledger/volumes.ts';
import { readVolumesAhead } from '../ledger/volumes-ahead.ts';
import { knownTariffs, openReferenceBook } from '../messages/reference-book.ts';
import { type TariffVersion, tariffsInForce } from '../tariffs/price-list.ts';
import type { DispatchRow } from './dispatches.sql.ts';
import { packageEstimate } from './estimate-packages.ts';
import { firstMonthOf, scheduleOf } from './first-instant.ts';
import { type DraftStrand, selectDraftStrands } from './strand-reserves.sql.ts';

export type PresentTariffs = (
  strand: Pick<DraftStrand, 'route' | 'tariff_id' | 'traffic_type' | 'country'>,
) => TariffVersion;

type Payer = { readonly partnerId: number; readonly companyId: number; readonly month: string };

export async function presentTariffs(
  tx: Tx,
  db: Database,
  payer: Payer,
): Promise<{ tariffOf: PresentTariffs; all: readonly TariffVersion[]; terms: Terms }> {
  const terms = await readTerms(tx, payer.partnerId, payer.companyId, payer.month);
  const all = await knownTariffs(db, await openReferenceBook(db), terms.tariffs);
  const inForce = tariffsInForce(all, terms.priceListId, tx.now);
  const byId = new Map(all.map((tariff) => [tariff.id, tariff]));
  const tariffOf: PresentTariffs = ({ route, tariff_id: id, traffic_type: trafficType, country }) => {
    const old = byId.get(id);
    if (old === undefined) throw new Error(`no tariff ${id}`);
    const key = {
      senderType: old.senderType,
      brand: brandOfId(route),
      // Written from the list of traffic types when the messages were planned.
      trafficType: trafficType as TrafficType,
      country: country ?? undefined,
    };
    const chosen = chooseTariff(inForce, key);
    return inForce.find((tariff) => tariff.id === chosen?.id) ?? old;
  };
  return { tariffOf, all, terms };
}

/** What drafts of one company would reserve if they were started now, by dispatch. */
export async function estimateDrafts(
  tx: Tx,
  { db, config }: Pick<Platform, 'db' | 'config'>,
  payer: Payer,
  drafts: readonly DispatchRow[],
): Promise<Map<number, bigint>> {
  if (drafts.length === 0) return new Map();
  const { tariffOf, all, terms } = await presentTariffs(tx, db, payer);
  const strands = await selectDraftStrands(
    tx,
    drafts.map(({ id }) => id),
  );
  const byDispatch = Map.groupBy(strands, (strand) => strand.dispatch_id);
  const placed = drafts.map((draft) => {
    const monthOf = firstMonthOf(scheduleOf(draft), config.moderation, tx.now);
    const own = (byDispatch.get(draft.id) ?? []).map((strand) => ({
      ...strand,
      tariff: tariffOf(strand),
      month: monthOf({ timezone: strand.timezone, dateFrom: strand.date_from }),
    }));
    return { id: draft.id, own };
  });
  const goesLater = placed.some(({ own }) => own.some(({ month }) => month > payer.month));
  const volumesOf = goesLater ? await readVolumesAhead(tx, payer.companyId, { ...payer, terms }) : () => terms;
  const packagesOf = packageEstimate(all, volumesOf);
  return new Map(
    placed.map(({ id, own }) => {
      const messages = own.reduce((sum, { tariff, route, parts, month }) => {
        const volume = tariff.pricingModel === 'FIXED' ? 0 : volumesOf(month).volumeOf(route, tariff.pricingModel);
        return sum + dearestPart(tariff, volume) * BigInt(parts);
      }, 0n);
      return [id, messages + packagesOf(own.map((strand) => ({ ...strand, tariffId: strand.tariff.id })))];
    }),
  );
}
