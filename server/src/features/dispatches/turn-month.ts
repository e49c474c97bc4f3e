// The turn of the month. What is not in flight at midnight will be sent in the new month: its reserve leaves the old
// month, and a new one is made from the new month's counters, before anything more is claimed. No message is rewritten.
// What does not fit waits, and is tried again whenever there may be room: a list of single messages strand by strand,
// a dispatch as a whole.
import { billingMonth } from '@volley/domain/budget.ts';
import { dearestPart } from '@volley/domain/tariff.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockRoom } from '../ledger/move-reserves.ts';
import { lockVolumes, type Volume } from '../ledger/volumes.ts';
import { type CreatedSum, sumCreatedRanges } from '../messages/move-ranges.ts';
import { findTariffs } from '../tariffs/price-list.ts';
import { batchRange } from './batches.ts';
import {
  findTurnedDispatch,
  lockStaleBatches,
  type StaleBatch,
  type StaleStrand,
  selectPoorDispatches,
  selectStaleDispatches,
  selectStaleStrands,
  type TurnedDispatch,
} from './strand-reserves.sql.ts';
import { firstIdOf, lastIdOf } from './strands.ts';
import { amountOf, carryOut, type Ground, type Share, type Turn, walletOf } from './turn-plan.ts';

const DISPATCHES_MAX = 50;

/** Returns true when there may be more. */
export async function turnStaleDispatches({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const { stale, poor } = await read(db, async (tx) => {
    const month = billingMonth(tx.now.getTime());
    return {
      stale: await selectStaleDispatches(tx, month, DISPATCHES_MAX),
      poor: await selectPoorDispatches(tx, month, DISPATCHES_MAX),
    };
  });
  const moved = await turnDispatches({ db }, [...new Set([...stale, ...poor])]);
  return moved > 0 && (stale.length === DISPATCHES_MAX || poor.length === DISPATCHES_MAX);
}

/** Each in a transaction of its own; returns how many have gone on. */
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
  const seen = await selectStaleStrands(tx, id, month, false);
  const ground = await lockCounters(tx, dispatch.company_id, month, seen, batches);
  const strands = await selectStaleStrands(tx, id, month, true);
  if (strands.length === 0) return false;
  if (JSON.stringify(strands.map(reserveOf)) !== JSON.stringify(seen.map(reserveOf))) throw new ChangedMeanwhile(id);
  const turns = await sumTurns(tx, dispatch, { strands, batches, ...ground });
  const room = await lockRoom(tx, { companyId: dispatch.company_id, month, wallet: walletOf(dispatch) });
  return carryOut(tx, dispatch, { month, turns, room, ...ground });
}

const reserveOf = ({ strand, month, part_micros: partMicros }: StaleStrand) => [strand, month, String(partMicros)];

/** Somebody else has moved the reserve between two looks; `inTransaction` repeats the work. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly code = '40001';

  constructor(dispatchId: number) {
    super(`the reserves of dispatch ${dispatchId} changed`);
  }
}

/** Counters of the old months and of the new one, before any strand: the order of everybody. */
async function lockCounters(
  tx: Tx,
  companyId: number,
  month: string,
  strands: readonly StaleStrand[],
  batches: readonly StaleBatch[],
): Promise<Ground> {
  const keyOf = ({ route, model }: StaleStrand, of: string): Volume['key'][] =>
    model === 'FIXED' ? [] : [{ companyId, brand: route, month: of, model }];
  const metered = strands.filter(({ model }) => model !== 'FIXED');
  const tariffs = await findTariffs(
    tx,
    metered.map((strand) => strand.tariff_id),
  );
  const keys = metered.flatMap((strand) => {
    const own = batches.filter((batch) => batch.strand === strand.strand).map((batch) => batch.month);
    const months = new Set([strand.month, ...own, month].filter((of) => of !== null));
    return [...months].flatMap((of) => keyOf(strand, of));
  });
  const locked = keys.length === 0 ? undefined : await lockVolumes(tx, keys, true);
  return {
    tariffs,
    volumeOf: (strand, of) => keyOf(strand, of).flatMap((key) => locked?.(key) ?? [])[0],
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
  }: Ground & { readonly strands: readonly StaleStrand[]; readonly batches: readonly StaleBatch[] },
): Promise<Turn[]> {
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
    const shares: Share[] = [
      { month: strand.month, partMicros: strand.part_micros, sum: sums[at] ?? NO_MESSAGES },
      ...own.map(({ batch, sum }) => ({ month: batch.month, partMicros: batch.part_micros, sum })),
    ];
    const volume = volumeOf(strand, month);
    const tariff = tariffs.get(strand.tariff_id);
    const partMicros =
      volume === undefined || tariff === undefined ? strand.part_micros : dearestPart(tariff, volume.count);
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
