// Reserves the cost of a whole dispatch at its start, with one conditional statement per month in which its messages
// may first be sent. Where a price depends on volume, the highest price of a part is fixed on the strand: the most
// expensive step from the month's counter on. That counter never falls, so the final price is never above it. MAU
// packages are reserved with the counter.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { highestPartPrice, openedPackages } from '@volley/domain/money/tariff.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { NotEnough, type PrepaidCost, type Purse, reserveCost, reservePrepaid } from '../../ledger/move-money.ts';
import { addWaiting, lockVolumes, saveVolumes, type Volume } from '../../ledger/volumes.ts';
import {
  type ReservableStrand,
  selectReservableStrands,
  setReserves,
} from '../../queue/strands/strand-reserves.sql.ts';
import type { TariffVersion } from '../../tariffs/price-list.ts';
import type { PresentTariffs } from './present-tariffs.ts';

export type Reserved = {
  /** Of the messages, without packages. */
  readonly estimateMicros: bigint;
  /** Of the packages that this dispatch may open, even if another dispatch has already reserved them. */
  readonly packagesMicros: bigint;
};

type Options = {
  /** Currency of the wallet that pays in addition to the month's budget; absent: the partner is invoiced. */
  readonly wallet?: string;
  /** The first instant at which messages of a strand may be sent. */
  readonly eligibleAt: (strand: ReservableStrand) => Date;
  readonly tariffOf: PresentTariffs;
};

type MonthStrand = ReservableStrand & {
  readonly month: string;
  readonly tariff: TariffVersion;
  readonly tariffId: number;
  /** Null: the amounts of its messages are right. */
  partMicros: bigint | null;
};

export async function reserveDispatch(
  tx: Tx,
  dispatch: { readonly id: number; readonly company_id: number },
  { wallet, eligibleAt, tariffOf }: Options,
): Promise<Reserved> {
  const strands = (await selectReservableStrands(tx, dispatch.id)).map((strand): MonthStrand => {
    const atMs = Math.max(eligibleAt(strand).getTime(), tx.now.getTime());
    const tariff = tariffOf(strand);
    return { ...strand, month: billingMonth(atMs), tariff, tariffId: tariff.id, partMicros: repriced(strand, tariff) };
  });
  const { growth, packagesMicros } = await priceStrands(tx, dispatch.company_id, strands);
  await setReserves(tx, dispatch.id, strands);
  const amountOf = (strand: MonthStrand) =>
    strand.partMicros === null ? strand.amount_micros : strand.partMicros * BigInt(strand.parts);
  const byMonth = Map.groupBy(strands, ({ month }) => month);
  // A dispatch without messages also gets a ledger entry.
  if (strands.length === 0) byMonth.set(billingMonth(tx.now.getTime()), []);
  for (const [month, list] of [...byMonth].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const packages = growth.get(month) ?? 0n;
    const reservation = {
      dispatchId: dispatch.id,
      messages: list.reduce((sum, strand) => sum + strand.messages, 0),
      amountMicros: list.reduce((sum, strand) => sum + amountOf(strand), packages),
      packagesMicros: packages,
    };
    const purse = { companyId: dispatch.company_id, month };
    if (wallet === undefined) await reserveCost(tx, { ...purse, ...reservation });
    else await reserveFromWallet(tx, { ...purse, currency: wallet }, reservation);
  }
  return { estimateMicros: strands.reduce((sum, strand) => sum + amountOf(strand), 0n), packagesMicros };
}

async function reserveFromWallet(tx: Tx, purse: Purse, cost: PrepaidCost): Promise<void> {
  try {
    await reservePrepaid(tx, purse, [cost]);
  } catch (error) {
    throw error instanceof NotEnough ? new Refusal('insufficient-funds') : error;
  }
}

/** The fixed price of a part if it differs from the price that its messages were planned with. */
function repriced({ parts, amount_micros: amountMicros }: ReservableStrand, tariff: TariffVersion): bigint | null {
  const partMicros = highestPartPrice(tariff, 0);
  return tariff.pricingModel === 'FIXED' && partMicros * BigInt(parts) !== amountMicros ? partMicros : null;
}

const keyOf = (
  companyId: number,
  { route: brand, tariff: { pricingModel: model }, month }: MonthStrand,
): Volume['key'][] => (model === 'FIXED' ? [] : [{ companyId, brand, month, model }]);

/** Sets `partMicros` of the strands by volume. `growth`: extra package reserve by month. */
async function priceStrands(
  tx: Tx,
  companyId: number,
  strands: readonly MonthStrand[],
): Promise<{ growth: Map<string, bigint>; packagesMicros: bigint }> {
  const keys = strands.flatMap((strand) => keyOf(companyId, strand));
  if (keys.length === 0) return { growth: new Map(), packagesMicros: 0n };
  const metered = strands.flatMap((strand) => keyOf(companyId, strand).map((key) => ({ strand, key })));
  const tariffs = new Map(metered.map(({ strand }) => [strand.tariffId, strand.tariff]));
  const volumeOf = await lockVolumes(tx, keys, true);
  for (const { strand, key } of metered) {
    const volume = volumeOf(key);
    strand.partMicros = highestPartPrice(strand.tariff, volume.count);
    if (key.model === 'MAU') addWaiting(volume, strand.tariffId, strand.messages);
  }
  const volumes = new Set(keys.map(volumeOf));
  const growth = new Map<string, bigint>();
  for (const [volume, grown] of await saveVolumes(tx, [...volumes], tariffs))
    growth.set(volume.key.month, (growth.get(volume.key.month) ?? 0n) + grown);
  const packagesMicros = packagesOf(
    metered.map(({ strand, key }) => ({ tariff: strand.tariff, volume: volumeOf(key) })),
  );
  return { growth, packagesMicros };
}

function packagesOf(list: readonly { tariff: TariffVersion; volume: Volume }[]): bigint {
  let sum = 0n;
  const seen = new Set<string>();
  for (const { tariff, volume } of list) {
    const name = `${tariff.id}|${volume.key.brand}|${volume.key.month}`;
    if (tariff.pricingModel !== 'MAU' || seen.has(name)) continue;
    seen.add(name);
    const waiting = [...volume.reserves.values()].reduce((total, reserve) => total + reserve.waiting, 0);
    sum += openedPackages(tariff, volume.count, volume.count + waiting);
  }
  return sum;
}
