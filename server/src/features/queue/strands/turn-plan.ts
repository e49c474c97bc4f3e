// The turn of the month for the strands of one dispatch: strands that fit under the budget of the new month and the
// wallet continue, the other strands wait.
import type { Tx } from '../../../platform/database/database.ts';
import { type MovedReserve, moveReserves, type ReserveLimits } from '../../ledger/move-reserves.ts';
import { addWaiting, packagesAhead, saveVolumes, type Volume } from '../../ledger/volumes.ts';
import type { CreatedSum } from '../../messages/move-ranges.sql.ts';
import type { TariffVersion } from '../../tariffs/price-list.ts';
import {
  type StaleStrand,
  type StrandUpdate,
  setTurned,
  type TurnedDispatch,
  turnStrands,
} from './stale-reserves.sql.ts';

/** Messages of a strand that are not in flight and have their reserve in one month. */
export type ReserveShare = {
  readonly month: string | null;
  readonly partMicros: bigint | null;
  readonly sum: CreatedSum;
};

export type StrandTurn = {
  readonly strand: StaleStrand;
  readonly shares: readonly ReserveShare[];
  readonly batchIds: readonly string[];
  readonly partMicros: bigint | null;
  readonly needsMicros: bigint;
  readonly messages: number;
  readonly volume: Volume | undefined;
};

export type Counters = {
  readonly tariffs: ReadonlyMap<number, TariffVersion>;
  /** Undefined: fixed price. */
  readonly volumeOf: (strand: StaleStrand, month: string) => Volume | undefined;
};

export const amountOf = ({ parts, amountMicros }: CreatedSum, partMicros: bigint | null) =>
  partMicros === null ? amountMicros : partMicros * BigInt(parts);

export const walletOf = ({ kind, currency }: TurnedDispatch) => (kind === 'PARTNER' ? undefined : currency);

type Plan = Counters & {
  readonly month: string;
  readonly turns: readonly StrandTurn[];
  readonly limits: ReserveLimits;
};

/** Returns whether a strand continues in the new month. */
export async function applyTurns(tx: Tx, dispatch: TurnedDispatch, plan: Plan): Promise<boolean> {
  const { month, turns, tariffs, volumeOf } = plan;
  const units = dispatch.kind === 'SEND' ? turns.map((turn) => [turn]) : [turns];
  const limits = { ...plan.limits };
  const touched = releaseWaiting(turns, volumeOf);
  const going: StrandTurn[] = [];
  const waiting: { turn: StrandTurn; why: 'budget' | 'money'; needs: Needs }[] = [];
  for (const unit of units) {
    const needs = needsOf(unit, month, tariffs);
    const why = lackOf(limits, needs);
    if (why !== undefined) {
      waiting.push(...unit.map((turn) => ({ turn, why, needs })));
      continue;
    }
    going.push(...unit);
    if (limits.budgetMicros !== null) limits.budgetMicros -= needs.micros;
    if (limits.walletMicros !== null) limits.walletMicros -= needs.ownMicros;
    raiseWaiting(unit);
  }
  const growth = touched.size === 0 ? new Map<Volume, bigint>() : await saveVolumes(tx, [...touched], tariffs);
  await turnStrands(
    tx,
    dispatch.id,
    [...going.map((turn) => updateOf(turn, month)), ...waiting.map(({ turn, why }) => updateOf(turn, null, why))],
    turns.flatMap(({ batchIds }) => batchIds),
  );
  const moves = movesOf({ month, turns, going, growth });
  const own = (moved: readonly MovedReserve[]) => moved.reduce((sum, { ownMicros }) => sum + ownMicros, 0n);
  const lacking = waiting.map(({ needs }) => needs).toSorted((a, b) => (a.micros < b.micros ? -1 : 1))[0] ?? null;
  await setTurned(tx, dispatch.id, { growthMicros: own(moves), lacking });
  await moveReserves(
    tx,
    { companyId: dispatch.company_id, dispatchId: dispatch.id, wallet: walletOf(dispatch), present: month },
    moves,
  );
  return going.length > 0;
}

/** Additional amount for the budget of the month (`micros`, with packages) and for the wallet (`ownMicros`). */
type Needs = { readonly micros: bigint; readonly ownMicros: bigint };

function needsOf(unit: readonly StrandTurn[], month: string, tariffs: ReadonlyMap<number, TariffVersion>): Needs {
  const shares = unit.flatMap((turn) => turn.shares);
  const reservedIn = (matches: (month: string) => boolean) =>
    shares.reduce(
      (sum, share) =>
        share.month !== null && matches(share.month) ? sum + amountOf(share.sum, share.partMicros) : sum,
      0n,
    );
  const ownMicros = unit.reduce((sum, turn) => sum + turn.needsMicros, 0n);
  return {
    micros: ownMicros - reservedIn((reserved) => reserved === month) + packagesFor(unit, tariffs),
    ownMicros: ownMicros - reservedIn(() => true),
  };
}

/** Removes the messages of these strands from the package counters. Returns all counters of the strands. */
function releaseWaiting(turns: readonly StrandTurn[], volumeOf: Counters['volumeOf']): Set<Volume> {
  const touched = new Set<Volume>();
  for (const { strand, shares, volume } of turns) {
    if (volume !== undefined) touched.add(volume);
    for (const share of shares) {
      const old = share.month === null ? undefined : volumeOf(strand, share.month);
      if (old === undefined) continue;
      touched.add(old);
      if (strand.model === 'MAU') addWaiting(old, strand.tariff_id, -share.sum.messages);
    }
  }
  return touched;
}

function lackOf(limits: ReserveLimits, { micros, ownMicros }: Needs): 'money' | 'budget' | undefined {
  if (limits.walletMicros !== null && ownMicros > 0n && limits.walletMicros < ownMicros) return 'money';
  if (limits.budgetMicros !== null && micros > 0n && limits.budgetMicros < micros) return 'budget';
  return undefined;
}

/** Extra package reserve of the new month if these strands continue. */
function packagesFor(unit: readonly StrandTurn[], tariffs: ReadonlyMap<number, TariffVersion>): bigint {
  const byVolume = Map.groupBy(
    unit.filter(({ strand }) => strand.model === 'MAU'),
    ({ volume }) => volume,
  );
  let sum = 0n;
  for (const [volume, turns] of byVolume) {
    if (volume === undefined) continue;
    const more = new Map<number, number>();
    for (const { strand, messages } of turns) more.set(strand.tariff_id, (more.get(strand.tariff_id) ?? 0) + messages);
    sum += packagesAhead(volume, tariffs, more);
  }
  return sum;
}

function raiseWaiting(unit: readonly StrandTurn[]): void {
  for (const { strand, volume, messages } of unit)
    if (strand.model === 'MAU' && volume !== undefined) addWaiting(volume, strand.tariff_id, messages);
}

function updateOf(
  { strand, partMicros }: StrandTurn,
  month: string | null,
  waitingFor: 'budget' | 'money' | null = null,
): StrandUpdate {
  return { strand: strand.strand, month, partMicros, waitingFor };
}

function movesOf({
  month,
  turns,
  going,
  growth,
}: {
  readonly month: string;
  readonly turns: readonly StrandTurn[];
  readonly going: readonly StrandTurn[];
  readonly growth: ReadonlyMap<Volume, bigint>;
}): MovedReserve[] {
  const own = new Map<string, bigint>();
  const add = (reserved: string, micros: bigint) => own.set(reserved, (own.get(reserved) ?? 0n) + micros);
  for (const { shares } of turns)
    for (const share of shares) if (share.month !== null) add(share.month, -amountOf(share.sum, share.partMicros));
  for (const { needsMicros } of going) add(month, needsMicros);
  const packages = new Map<string, bigint>();
  for (const [volume, grown] of growth) packages.set(volume.key.month, (packages.get(volume.key.month) ?? 0n) + grown);
  return [...new Set([...own.keys(), ...packages.keys()])]
    .toSorted()
    .map((moved) => ({ month: moved, ownMicros: own.get(moved) ?? 0n, packagesMicros: packages.get(moved) ?? 0n }))
    .filter(({ ownMicros, packagesMicros }) => ownMicros !== 0n || packagesMicros !== 0n);
}
