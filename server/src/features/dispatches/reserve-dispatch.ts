// The cost of a whole dispatch, reserved in one conditional statement. Where a price depends on volume, what a
// part may cost is fixed here, on the strand: the dearest step from the month's counter on. The counter of a
// month never falls, so the final price is never above it. MAU packages are reserved with the counter.
import { billingMonth } from '@volley/domain/budget.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { dearestPart, openedPackages } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import { NotEnough, type PrepaidCost, type Purse, reserveCost, reservePrepaid } from '../ledger/move-money.ts';
import { addWaiting, lockVolumes, saveVolumes, type Volume } from '../ledger/volumes.ts';
import { findTariffs, type TariffVersion } from '../tariffs/price-list.ts';
import { type MeteredStrand, selectStrandsByVolume, setPartPrices } from './metered-strands.ts';

type Cost = { readonly estimateMicros: bigint; readonly packagesMicros: bigint; readonly reserveMicros: bigint };

/** `wallet` is the currency of the wallet that pays besides the month's budget; absent where the partner is billed. */
export async function reserveDispatch(
  tx: Tx,
  dispatch: { id: number; company_id: number; messages_total: number; estimate_micros: bigint },
  wallet?: string,
): Promise<{ month: string; estimateMicros: bigint; packagesMicros: bigint }> {
  const month = billingMonth(tx.now.getTime());
  const strands = await selectStrandsByVolume(tx, dispatch.id);
  const plain: Cost = { estimateMicros: dispatch.estimate_micros, packagesMicros: 0n, reserveMicros: 0n };
  const cost = strands.length === 0 ? plain : await priceStrands(tx, dispatch, strands, month);
  const reservation = {
    dispatchId: dispatch.id,
    messages: dispatch.messages_total,
    amountMicros: cost.estimateMicros + cost.reserveMicros,
    packagesMicros: cost.reserveMicros,
  };
  const purse = { companyId: dispatch.company_id, month };
  if (wallet === undefined) await reserveCost(tx, { ...purse, ...reservation });
  else await reserveFromWallet(tx, { ...purse, currency: wallet }, reservation);
  return { month, estimateMicros: cost.estimateMicros, packagesMicros: cost.packagesMicros };
}

async function reserveFromWallet(tx: Tx, purse: Purse, cost: PrepaidCost): Promise<void> {
  try {
    await reservePrepaid(tx, purse, [cost]);
  } catch (error) {
    throw error instanceof NotEnough ? new Refusal('insufficient-funds') : error;
  }
}

async function priceStrands(
  tx: Tx,
  dispatch: { id: number; company_id: number; estimate_micros: bigint },
  strands: readonly MeteredStrand[],
  month: string,
): Promise<Cost> {
  const tariffs = await findTariffs(
    tx,
    strands.map((strand) => strand.tariff_id),
  );
  const keyOf = ({ route, model }: MeteredStrand) => ({ companyId: dispatch.company_id, brand: route, month, model });
  const volumeOf = await lockVolumes(tx, strands.map(keyOf), true);
  let estimateMicros = dispatch.estimate_micros;
  const parts: { strand: number; partMicros: bigint }[] = [];
  for (const strand of strands) {
    const volume = volumeOf(keyOf(strand));
    const partMicros = dearestPart(tariffOf(tariffs, strand), volume.count);
    estimateMicros += partMicros * BigInt(strand.parts) - strand.amount_micros;
    parts.push({ strand: strand.strand, partMicros });
    if (strand.model === 'MAU') addWaiting(volume, strand.tariff_id, strand.messages);
  }
  await setPartPrices(tx, dispatch.id, parts);
  const volumes = new Set(strands.map((strand) => volumeOf(keyOf(strand))));
  const growth = await saveVolumes(tx, [...volumes], tariffs);
  return {
    estimateMicros,
    packagesMicros: packagesOf(
      strands.map((strand) => ({ tariff: tariffOf(tariffs, strand), volume: volumeOf(keyOf(strand)) })),
    ),
    reserveMicros: [...growth.values()].reduce((sum, grown) => sum + grown, 0n),
  };
}

function tariffOf(tariffs: ReadonlyMap<number, TariffVersion>, strand: MeteredStrand): TariffVersion {
  const tariff = tariffs.get(strand.tariff_id);
  if (tariff === undefined) throw new Error(`no tariff ${strand.tariff_id}`);
  return tariff;
}

/** What this dispatch may open, whether or not another has reserved it before. */
function packagesOf(list: readonly { tariff: TariffVersion; volume: Volume }[]): bigint {
  let sum = 0n;
  const seen = new Set<string>();
  for (const { tariff, volume } of list) {
    const name = `${tariff.id}|${volume.key.brand}`;
    if (tariff.pricingModel !== 'MAU' || seen.has(name)) continue;
    seen.add(name);
    const waiting = [...volume.reserves.values()].reduce((total, reserve) => total + reserve.waiting, 0);
    sum += openedPackages(tariff, volume.count, volume.count + waiting);
  }
  return sum;
}
