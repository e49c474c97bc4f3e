// The turn of the month. Messages that are not in flight at midnight are sent in the new month: their reserve moves
// from the old month to the new one before the pacer claims them. Message rows do not change. Strands that exceed the
// budget or the wallet wait and are tried again: those of a bucket one by one, those of a dispatch together.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { highestPartPrice } from '@volley/domain/money/tariff.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockReserveLimits } from '../../ledger/move-reserves.ts';
import { lockVolumes, type Volume } from '../../ledger/volumes.ts';
import { type CreatedSum, sumCreatedRanges } from '../../messages/move-ranges.sql.ts';
import { findTariffs } from '../../tariffs/price-list.ts';
import { batchRange } from '../batches/batches.sql.ts';
import {
  findTurnedDispatch,
  lockStaleBatches,
  lockStaleStrands,
  type StaleBatch,
  type StaleStrand,
  selectStaleDispatches,
  selectStaleStrands,
  selectUnfundedDispatches,
  type TurnedDispatch,
} from './stale-reserves.sql.ts';
import { firstIdOf, lastIdOf } from './strands.sql.ts';
import { amountOf, applyTurns, type Counters, type ReserveShare, type StrandTurn, walletOf } from './turn-plan.ts';

const DISPATCHES_MAX = 50;

/** Returns true if more dispatches may be due. */
export async function turnStaleDispatches({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const { stale, unfunded } = await read(db, async (tx) => {
    const month = billingMonth(tx.now.getTime());
    return {
      stale: await selectStaleDispatches(tx, month, DISPATCHES_MAX),
      unfunded: await selectUnfundedDispatches(tx, month, DISPATCHES_MAX),
    };
  });
  const moved = await turnDispatches({ db }, [...new Set([...stale, ...unfunded])]);
  return moved > 0 && (stale.length === DISPATCHES_MAX || unfunded.length === DISPATCHES_MAX);
}

/** Runs a transaction per dispatch. Returns the number of dispatches that continue in the new month. */
export async function turnDispatches({ db }: Pick<Platform, 'db'>, ids: readonly number[]): Promise<number> {
  let moved = 0;
  for (const id of ids) if (await inTransaction(db, (tx) => turnDispatch(tx, id), 'index')) moved += 1;
  return moved;
}

async function turnDispatch(tx: Tx, id: number): Promise<boolean> {
  const month = billingMonth(tx.now.getTime());
  const dispatch = await findTurnedDispatch(tx, id);
  if (dispatch === undefined) return false;
  const batches = await lockStaleBatches(tx, id, month);
  const seen = await selectStaleStrands(tx, id, month);
  const counters = await lockCounters(tx, { companyId: dispatch.company_id, month }, seen, batches);
  const strands = await lockStaleStrands(tx, id, month);
  if (strands.length === 0) return false;
  if (JSON.stringify(strands.map(reserveOf)) !== JSON.stringify(seen.map(reserveOf))) throw new ReservesChanged(id);
  const turns = await sumTurns(tx, dispatch, { strands, batches, ...counters });
  const limits = await lockReserveLimits(tx, { companyId: dispatch.company_id, month, wallet: walletOf(dispatch) });
  return applyTurns(tx, dispatch, { month, turns, limits, ...counters });
}

const reserveOf = ({ strand, month, part_micros: partMicros }: StaleStrand) => [strand, month, String(partMicros)];

/** Another process moved the reserve between the two reads; `inTransaction` repeats the work. */
class ReservesChanged extends Error {
  override readonly name = 'ReservesChanged';
  readonly code = '40001';

  constructor(dispatchId: number) {
    super(`reserves of dispatch ${dispatchId} changed between two reads`);
  }
}

/** Locks the counters of the old months and of the new month before any strand: the lock order of all writers. */
async function lockCounters(
  tx: Tx,
  { companyId, month }: { readonly companyId: number; readonly month: string },
  strands: readonly StaleStrand[],
  batches: readonly StaleBatch[],
): Promise<Counters> {
  const keyOf = ({ brand, model }: StaleStrand, keyMonth: string): Volume['key'][] =>
    model === 'FIXED' ? [] : [{ companyId, brand, month: keyMonth, model }];
  const metered = strands.filter(({ model }) => model !== 'FIXED');
  const tariffs = await findTariffs(
    tx,
    metered.map((strand) => strand.tariff_id),
  );
  const keys = metered.flatMap((strand) => {
    const own = batches.filter((batch) => batch.strand === strand.strand).map((batch) => batch.month);
    const months = new Set([strand.month, ...own, month].filter((known) => known !== null));
    return [...months].flatMap((keyMonth) => keyOf(strand, keyMonth));
  });
  const locked = keys.length === 0 ? undefined : await lockVolumes(tx, keys, true);
  return {
    tariffs,
    volumeOf: (strand, keyMonth) => keyOf(strand, keyMonth).flatMap((key) => locked?.(key) ?? [])[0],
  };
}

async function sumTurns(
  tx: Tx,
  dispatch: TurnedDispatch,
  {
    strands,
    batches,
    tariffs,
    volumeOf,
  }: Counters & { readonly strands: readonly StaleStrand[]; readonly batches: readonly StaleBatch[] },
): Promise<StrandTurn[]> {
  const bounds = { firstId: firstIdOf(dispatch), lastId: lastIdOf(dispatch) };
  const unclaimed = strands.map(({ strand, cursor_seq: cursor, last_seq: toSeq }) => ({
    dispatchId: dispatch.id,
    strand,
    fromSeq: cursor + 1,
    toSeq,
    ...bounds,
  }));
  const claimed = batches.map((batch) => batchRange({ ...batch, dispatch_id: dispatch.id }));
  const sums = await sumCreatedRanges(tx, [...unclaimed, ...claimed]);
  const month = billingMonth(tx.now.getTime());
  return strands.map((strand, at) => {
    const own = batches.flatMap((batch, place) =>
      batch.strand === strand.strand ? [{ batch, sum: sums[strands.length + place] ?? NO_MESSAGES }] : [],
    );
    const shares: ReserveShare[] = [
      { month: strand.month, partMicros: strand.part_micros, sum: sums[at] ?? NO_MESSAGES },
      ...own.map(({ batch, sum }) => ({ month: batch.month, partMicros: batch.part_micros, sum })),
    ];
    const volume = volumeOf(strand, month);
    const tariff = tariffs.get(strand.tariff_id);
    const partMicros =
      volume === undefined || tariff === undefined ? strand.part_micros : highestPartPrice(tariff, volume.count);
    return {
      strand,
      shares,
      batchIds: own.map(({ batch }) => batch.id),
      partMicros,
      needsMicros: shares.reduce((sum, share) => sum + amountOf(share.sum, partMicros), 0n),
      messages: shares.reduce((sum, share) => sum + share.sum.messages, 0),
      volume,
    };
  });
}

const NO_MESSAGES: CreatedSum = { messages: 0, parts: 0, amountMicros: 0n };
