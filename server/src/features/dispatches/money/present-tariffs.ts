// The tariff that would price a strand if its dispatch started now. Prices are read at the start, so a draft created
// under an older version is estimated and reserved at the present prices; its messages keep their original amounts.

import { chooseTariff, highestPartPrice, type TrafficType } from '@volley/domain/money/tariff.ts';
import { brandOfId } from '@volley/domain/numbers/brand.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readTerms, type Terms } from '../../ledger/volumes.ts';
import { readVolumesAhead } from '../../ledger/volumes-ahead.sql.ts';
import { knownTariffs, openReferenceBook } from '../../messages/planning/reference-book.ts';
import { type DraftStrand, selectDraftStrands } from '../../queue/strands/strand-reserves.sql.ts';
import { type TariffVersion, tariffsInForce } from '../../tariffs/price-list.ts';
import type { DispatchRow } from '../dispatches.sql.ts';
import { firstMonthOf, scheduleOf } from '../first-instant.ts';
import { packageEstimate } from './estimate-packages.ts';

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
  const tariffOf: PresentTariffs = ({ route: brand, tariff_id: id, traffic_type: trafficType, country }) => {
    const old = byId.get(id);
    if (old === undefined) throw new Error(`no tariff ${id} among ${all.length} tariff versions`);
    const key = {
      senderType: old.senderType,
      brand: brandOfId(brand),
      // Planning wrote it from TRAFFIC_TYPES.
      trafficType: trafficType as TrafficType,
      country: country ?? undefined,
    };
    const chosen = chooseTariff(inForce, key);
    return inForce.find((tariff) => tariff.id === chosen?.id) ?? old;
  };
  return { tariffOf, all, terms };
}

export type DraftEstimate = { readonly messagesMicros: bigint; readonly packagesMicros: bigint };

/** By dispatch: the amounts that drafts of one company would reserve if they started now. */
export async function estimateDrafts(
  tx: Tx,
  { db, config }: Pick<Platform, 'db' | 'config'>,
  payer: Payer,
  drafts: readonly DispatchRow[],
): Promise<Map<number, DraftEstimate>> {
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
  const startsLater = placed.some(({ own }) => own.some(({ month }) => month > payer.month));
  const volumesOf = startsLater ? await readVolumesAhead(tx, payer.companyId, { ...payer, terms }) : () => terms;
  const packagesOf = packageEstimate(all, volumesOf);
  return new Map(
    placed.map(({ id, own }) => {
      const messagesMicros = own.reduce((sum, { tariff, route: brand, parts, month }) => {
        const volume = tariff.pricingModel === 'FIXED' ? 0 : volumesOf(month).volumeOf(brand, tariff.pricingModel);
        return sum + highestPartPrice(tariff, volume) * BigInt(parts);
      }, 0n);
      const packagesMicros = packagesOf(
        own.map((strand) => ({ ...strand, brand: strand.route, tariffId: strand.tariff.id })),
      );
      return [id, { messagesMicros, packagesMicros }];
    }),
  );
}
