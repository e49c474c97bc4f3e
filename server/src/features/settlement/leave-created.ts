// Messages leave CREATED here. Where they are priced by their own amount that is one statement. Where the price depends on
// volume, the counter is held, the messages that really go are numbered in the order of their ids, and each gets the
// price of the step at its number; the MAU packages it opens are spent at once, whatever becomes of it.
import { openedPackages, priceOfMessage, type Tariff } from '@volley/domain/tariff.ts';
import type { Tx } from '../../platform/database.ts';
import { addHandedOver, type Metering, meteringOfStrands } from '../dispatches/metered-strands.ts';
import type { Settlement } from '../ledger/settlement.ts';
import { addWaiting, lockVolumes, saveVolumes, takeNewRecipients, type Volume } from '../ledger/volumes.ts';
import {
  type CreatedMessage,
  type Move,
  type Moved,
  type MovedRow,
  moveCreated,
  moveCreatedPriced,
  type PricedMove,
  selectCreated,
} from '../messages/move-messages.ts';
import { moveRanges, type RangeMove, selectCreatedRanges } from '../messages/move-ranges.ts';
import { findTariffs } from '../tariffs/price-list.ts';

/** `packages` is what `applyMoves` books besides the messages themselves. */
export type Left = Moved & { packages: Settlement[] };

type Metered = { readonly move: Move; readonly metering: Metering };
/** Of a month, with a price by volume: what a counter is held for. */
type Counted = { readonly move: Move; readonly metering: CountedMetering };
type CountedMetering = Metering & { readonly month: string; readonly model: 'SCALED' | 'MAU' };
type Opened = { readonly metering: CountedMetering; readonly volume: Volume; readonly micros: bigint };

/** `meteringOf` tells which messages are not priced by their own amount. */
export async function leaveCreated(
  tx: Tx,
  moves: readonly Move[],
  meteringOf: (messageId: string) => Metering | undefined,
): Promise<Left> {
  const plain: Move[] = [];
  const metered: Metered[] = [];
  for (const move of moves) {
    const metering = meteringOf(move.id);
    if (metering === undefined) plain.push(move);
    else metered.push({ move, metering });
  }
  const first: Moved = plain.length === 0 ? NOTHING : await moveCreated(tx, plain);
  if (metered.length === 0) return { ...first, packages: [] };
  const second = await leaveMetered(tx, metered);
  return {
    moved: [...first.moved, ...second.moved],
    unmoved: [...first.unmoved, ...second.unmoved],
    packages: second.packages,
  };
}

const NOTHING: Left = { moved: [], unmoved: [], packages: [] };

async function leaveMetered(tx: Tx, metered: readonly Metered[]): Promise<Left> {
  const uncounted = metered.filter(({ metering }) => !isCounted(metering));
  const counted = metered.flatMap(({ move, metering }) => (isCounted(metering) ? [{ move, metering }] : []));
  const first = uncounted.length === 0 ? NOTHING : await leaveByStrandPrice(tx, uncounted);
  const second = counted.length === 0 ? NOTHING : await leaveByVolume(tx, counted);
  return {
    moved: [...first.moved, ...second.moved],
    unmoved: [...first.unmoved, ...second.unmoved],
    packages: second.packages,
  };
}

const isCounted = (metering: Metering): metering is CountedMetering =>
  metering.month !== null && metering.model !== 'FIXED';

/** At the fixed price of the strand; what has no reserve can only fail, for nothing. */
async function leaveByStrandPrice(tx: Tx, metered: readonly Metered[]): Promise<Left> {
  const byId = new Map(metered.map((entry) => [entry.move.id, entry]));
  const created = await selectCreated(tx, [...byId.keys()]);
  const priced = created.flatMap(({ id, parts }) => {
    const entry = byId.get(id);
    if (entry === undefined) return [];
    const { move, metering } = entry;
    const amountMicros = metering.month === null ? 0n : metering.partMicros * BigInt(parts);
    const dueMicros = move.sentAt === null ? null : amountMicros;
    return [{ ...move, amountMicros, dueMicros, packageMicros: null, volumeBefore: null }];
  });
  const { moved } = priced.length === 0 ? NOTHING : await moveCreatedPriced(tx, priced);
  const gone = new Set(created.map(({ id }) => id));
  return { moved, unmoved: [...byId.keys()].filter((id) => !gone.has(id)), packages: [] };
}

export type PricedRange = RangeMove & { readonly partMicros: bigint | null };

/** Everything of these ranges that is still CREATED; one end for all of a range. */
export async function leaveCreatedRanges(
  tx: Tx,
  ranges: readonly PricedRange[],
): Promise<{ moved: MovedRow[]; packages: Settlement[] }> {
  const meterings = await meteringOfStrands(tx, ranges);
  const plain = ranges.filter((_, at) => meterings[at] === undefined);
  const moved = await moveRanges(tx, plain, 0);
  if (plain.length === ranges.length) return { moved, packages: [] };
  const metered = ranges.flatMap((range, at) => {
    const metering = meterings[at];
    return metering === undefined ? [] : [{ range, metering }];
  });
  const moves = await movesOf(tx, metered);
  if (moves.length === 0) return { moved, packages: [] };
  const priced = await leaveMetered(tx, moves);
  return { moved: [...moved, ...priced.moved], packages: priced.packages };
}

async function movesOf(
  tx: Tx,
  metered: readonly { readonly range: RangeMove; readonly metering: Metering }[],
): Promise<Metered[]> {
  const created = await selectCreatedRanges(
    tx,
    metered.map(({ range }) => range),
  );
  return created.flatMap(({ id, at }) => {
    const one = metered[at];
    if (one === undefined) return [];
    const { status, errorCode, charged, month, sentAt } = one.range;
    const finalAt = sentAt === null ? tx.now : null;
    return [{ move: { id, status, sentAt, finalAt, errorCode, charged, month }, metering: one.metering }];
  });
}

const volumeKeyOf = ({ companyId, route, month, model }: CountedMetering) => ({
  companyId,
  brand: route,
  month,
  model,
});

async function leaveByVolume(tx: Tx, metered: readonly Counted[]): Promise<Left> {
  const meterings = new Set(metered.map(({ metering }) => metering));
  const tariffs = await findTariffs(tx, [...new Set([...meterings].map(({ tariffId }) => tariffId))]);
  const volumeOf = await lockVolumes(tx, [...meterings].map(volumeKeyOf), false);
  const groundOf = new Map<CountedMetering, Ground>();
  for (const metering of meterings) {
    const tariff = tariffs.get(metering.tariffId);
    if (tariff !== undefined) groundOf.set(metering, { tariff, volume: volumeOf(volumeKeyOf(metering)) });
  }
  const { priced, opened } = await priceMoves(tx, metered, groundOf);
  if (priced.length === 0) return { moved: [], unmoved: metered.map(({ move }) => move.id), packages: [] };
  const { moved, unmoved } = await moveCreatedPriced(
    tx,
    priced.map(({ move }) => move),
  );
  // Whoever moves such messages holds the counter, so nothing can have moved since they were numbered.
  if (unmoved.length > 0) throw new Error(`${unmoved.length} messages moved without their counter`);
  const touched = new Set([...groundOf.values()].map(({ volume }) => volume));
  const growth = await saveVolumes(tx, [...touched], tariffs);
  await countHandedOver(tx, priced);
  const gone = new Set(priced.map(({ move }) => move.id));
  return {
    moved,
    unmoved: metered.filter(({ move }) => !gone.has(move.id)).map(({ move }) => move.id),
    packages: [...touched].flatMap((volume) => settlePackages(volume, growth.get(volume) ?? 0n, opened, meterings)),
  };
}

type Priced = { readonly move: PricedMove; readonly metering: CountedMetering };
type Ground = { readonly volume: Volume; readonly tariff: Tariff };

async function priceMoves(
  tx: Tx,
  metered: readonly Counted[],
  groundOf: ReadonlyMap<CountedMetering, Ground>,
): Promise<{ priced: Priced[]; opened: Opened[] }> {
  const byId = new Map(metered.map((entry) => [entry.move.id, entry]));
  const created = await selectCreated(tx, [...byId.keys()]);
  const rows = created.flatMap((message) => {
    const entry = byId.get(message.id);
    return entry === undefined ? [] : [{ message, ...entry }];
  });
  const isNew = await takeNewRecipients(
    tx,
    rows
      .filter(({ move, metering }) => metering.model === 'MAU' && move.sentAt !== null)
      .map(({ metering, message }) => recipientOf(metering, message)),
  );
  const opened: Opened[] = [];
  const priced = rows.map(({ message, move, metering }): Priced => {
    const ground = groundOf.get(metering);
    if (ground === undefined) throw new Error(`no tariff ${metering.tariffId}`);
    const { volume, tariff } = ground;
    if (metering.model === 'MAU') addWaiting(volume, metering.tariffId, -1);
    const amountMicros = metering.partMicros * BigInt(message.parts);
    if (move.sentAt === null)
      return { move: { ...move, amountMicros, dueMicros: null, packageMicros: null, volumeBefore: null }, metering };
    const volumeBefore = volume.count;
    const dueMicros = priceOfMessage(tariff, volumeBefore, message.parts);
    if (metering.model === 'SCALED' || isNew(recipientOf(metering, message))) volume.count += 1;
    const micros = openedPackages(tariff, volumeBefore, volume.count);
    if (micros > 0n) opened.push({ metering, volume, micros });
    const packageMicros = micros > 0n ? micros : null;
    return { move: { ...move, amountMicros, dueMicros, packageMicros, volumeBefore }, metering };
  });
  return { priced, opened };
}

const recipientOf = ({ companyId, month, route }: CountedMetering, { destination }: CreatedMessage) => ({
  companyId,
  month,
  brand: route,
  destination,
});

async function countHandedOver(tx: Tx, priced: readonly Priced[]): Promise<void> {
  const handed = priced.filter(({ move }) => move.sentAt !== null);
  const byStrand = Map.groupBy(handed, ({ metering }) => `${metering.dispatchId}|${metering.strand}`);
  const rows = [...byStrand.values()].flatMap((list) =>
    list.slice(0, 1).map(({ metering }) => ({ ...metering, messages: list.length })),
  );
  if (rows.length > 0)
    await addHandedOver(
      tx,
      rows.toSorted((one, other) => one.dispatchId - other.dispatchId || one.strand - other.strand),
    );
}

/** Opened packages are spent by the dispatches that opened them; the reserve shrinks with the first of these rows. */
function settlePackages(
  volume: Volume,
  growthMicros: bigint,
  opened: readonly Opened[],
  meterings: ReadonlySet<CountedMetering>,
): Settlement[] {
  const spent = new Map<number, bigint>();
  for (const { metering, volume: of, micros } of opened)
    if (of === volume) spent.set(metering.dispatchId, (spent.get(metering.dispatchId) ?? 0n) + micros);
  if (spent.size === 0 && growthMicros === 0n) return [];
  const { companyId, month, brand } = volume.key;
  const anyone = [...meterings].find(
    (one) => one.companyId === companyId && one.route === brand && one.month === month,
  );
  if (spent.size === 0 && anyone !== undefined) spent.set(anyone.dispatchId, 0n);
  return [...spent].map(([dispatchId, spentMicros], at) => ({
    kind: 'package',
    companyId,
    month,
    dispatchId,
    messages: 0,
    releasedMicros: at === 0 ? -growthMicros : 0n,
    spentMicros,
  }));
}
