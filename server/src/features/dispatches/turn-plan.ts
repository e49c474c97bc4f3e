// What a turn of the month does with the strands of one dispatch: which of them fit under the new month's budget and the
// wallet, and which wait.
import type { Tx } from '../../platform/database.ts';
import { type MovedReserve, moveReserves, type Room } from '../ledger/move-reserves.ts';
import { addWaiting, packagesAhead, saveVolumes, type Volume } from '../ledger/volumes.ts';
import type { CreatedSum } from '../messages/move-ranges.ts';
import type { TariffVersion } from '../tariffs/price-list.ts';
import {
  type StaleStrand,
  type StrandTurn,
  setTurned,
  type TurnedDispatch,
  turnStrands,
} from './strand-reserves.sql.ts';

/** What a strand has that is not in flight, by where its reserve is. */
export type Share = { readonly month: string | null; readonly partMicros: bigint | null; readonly sum: CreatedSum };

export type Turn = {
  readonly strand: StaleStrand;
  readonly shares: readonly Share[];
  readonly batchIds: readonly string[];
  readonly partMicros: bigint | null;
  readonly needsMicros: bigint;
  readonly messages: number;
  readonly volume: Volume | undefined;
};

export type Ground = {
  readonly tariffs: ReadonlyMap<number, TariffVersion>;
  /** Undefined where the price is fixed. */
  readonly volumeOf: (strand: StaleStrand, month: string) => Volume | undefined;
};

export const amountOf = ({ parts, amountMicros }: CreatedSum, partMicros: bigint | null) =>
  partMicros === null ? amountMicros : partMicros * BigInt(parts);

export const walletOf = ({ kind, currency }: TurnedDispatch) => (kind === 'PARTNER' ? undefined : currency);

type Plan = Ground & { readonly month: string; readonly turns: readonly Turn[]; readonly room: Room };

/** What fits goes on in the new month; the rest waits. Returns whether anything goes on. */
export async function carryOut(tx: Tx, dispatch: TurnedDispatch, plan: Plan): Promise<boolean> {
  const { month, turns, tariffs, volumeOf } = plan;
  const units = dispatch.kind === 'SEND' ? turns.map((turn) => [turn]) : [turns];
  const room = { ...plan.room };
  const touched = releaseWaiting(turns, volumeOf);
  const going: Turn[] = [];
  const waiting: { turn: Turn; why: 'budget' | 'money'; needs: Needs }[] = [];
  for (const unit of units) {
    const needs = needsOf(unit, month, tariffs);
    const why = lackOf(room, needs);
    if (why !== undefined) {
      waiting.push(...unit.map((turn) => ({ turn, why, needs })));
      continue;
    }
    going.push(...unit);
    if (room.budgetMicros !== null) room.budgetMicros -= needs.micros;
    if (room.walletMicros !== null) room.walletMicros -= needs.ownMicros;
    raiseWaiting(unit);
  }
  const growth = touched.size === 0 ? new Map<Volume, bigint>() : await saveVolumes(tx, [...touched], tariffs);
  await turnStrands(
    tx,
    dispatch.id,
    [...going.map((turn) => turnOf(turn, month)), ...waiting.map(({ turn, why }) => turnOf(turn, null, why))],
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

/** What the budget of the month needs besides, with packages, and what the wallet does. */
type Needs = { readonly micros: bigint; readonly ownMicros: bigint };

function needsOf(unit: readonly Turn[], month: string, tariffs: ReadonlyMap<number, TariffVersion>): Needs {
  const shares = unit.flatMap((turn) => turn.shares);
  const heldIn = (isOf: (of: string) => boolean) =>
    shares.reduce(
      (sum, share) => (share.month !== null && isOf(share.month) ? sum + amountOf(share.sum, share.partMicros) : sum),
      0n,
    );
  const ownMicros = unit.reduce((sum, turn) => sum + turn.needsMicros, 0n);
  return {
    micros: ownMicros - heldIn((of) => of === month) + packagesFor(unit, tariffs),
    ownMicros: ownMicros - heldIn(() => true),
  };
}

/** Nothing of them waits for a package any more; returns the counters of all. */
function releaseWaiting(turns: readonly Turn[], volumeOf: Ground['volumeOf']): Set<Volume> {
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

function lackOf(room: Room, { micros, ownMicros }: Needs): 'money' | 'budget' | undefined {
  if (room.walletMicros !== null && ownMicros > 0n && room.walletMicros < ownMicros) return 'money';
  if (room.budgetMicros !== null && micros > 0n && room.budgetMicros < micros) return 'budget';
  return undefined;
}

/** By how much the reserves for packages of the new month grow with these strands. */
function packagesFor(unit: readonly Turn[], tariffs: ReadonlyMap<number, TariffVersion>): bigint {
  const byVolume = Map.groupBy(
    unit.filter(({ strand }) => strand.model === 'MAU'),
    ({ volume }) => volume,
  );
  let sum = 0n;
  for (const [volume, list] of byVolume) {
    if (volume === undefined) continue;
    const more = new Map<number, number>();
    for (const { strand, messages } of list) more.set(strand.tariff_id, (more.get(strand.tariff_id) ?? 0) + messages);
    sum += packagesAhead(volume, tariffs, more);
  }
  return sum;
}

function raiseWaiting(unit: readonly Turn[]): void {
  for (const { strand, volume, messages } of unit)
    if (strand.model === 'MAU' && volume !== undefined) addWaiting(volume, strand.tariff_id, messages);
}

function turnOf(
  { strand, partMicros }: Turn,
  month: string | null,
  waitingFor: 'budget' | 'money' | null = null,
): StrandTurn {
  return { strand: strand.strand, month, partMicros, waitingFor };
}

function movesOf({
  month,
  turns,
  going,
  growth,
}: {
  readonly month: string;
  readonly turns: readonly Turn[];
  readonly going: readonly Turn[];
  readonly growth: ReadonlyMap<Volume, bigint>;
}): MovedReserve[] {
  const own = new Map<string, bigint>();
  const add = (of: string, micros: bigint) => own.set(of, (own.get(of) ?? 0n) + micros);
  for (const { shares } of turns)
    for (const share of shares) if (share.month !== null) add(share.month, -amountOf(share.sum, share.partMicros));
  for (const { needsMicros } of going) add(month, needsMicros);
  const packages = new Map<string, bigint>();
  for (const [volume, grown] of growth) packages.set(volume.key.month, (packages.get(volume.key.month) ?? 0n) + grown);
  return [...new Set([...own.keys(), ...packages.keys()])]
    .toSorted()
    .map((of) => ({ month: of, ownMicros: own.get(of) ?? 0n, packagesMicros: packages.get(of) ?? 0n }))
    .filter(({ ownMicros, packagesMicros }) => ownMicros !== 0n || packagesMicros !== 0n);
}
