// Moves messages out of CREATED. Messages with their own amount take one statement. For messages priced by volume, the
// volume counter is locked, the messages are numbered in the order of their ids, and each gets the price of the step at
// its number. MAU packages that a message opens are spent at once, whatever its later outcome.
import { openedPackages, priceOfMessage, type Tariff } from '@volley/domain/money/tariff.ts';
import { must } from '@volley/domain/must.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Settlement } from '../ledger/settlement.ts';
import { addWaiting, claimNewRecipients, lockVolumes, saveVolumes, type Volume } from '../ledger/volumes.ts';
import {
  type CreatedMessage,
  type CreatedMove,
  type Moved,
  type MovedRow,
  moveCreated,
  moveCreatedPriced,
  NO_HAND_OVER,
  type PricedMove,
  selectCreated,
} from '../messages/move-messages.sql.ts';
import { moveRanges, type RangeMove, selectCreatedRanges } from '../messages/move-ranges.sql.ts';
import { addHandedOver, type Metering, meteringOfStrands } from '../queue/strands/metered-strands.sql.ts';
import { findTariffs } from '../tariffs/price-list.ts';

/** `packages`: settlements of opened packages, booked by `applyMoves`. */
export type Transitioned = Moved & { packages: Settlement[] };

type MeteredMove = { readonly move: CreatedMove; readonly metering: Metering };
/** Priced by volume: its counter is locked. */
type CountedMove = { readonly move: CreatedMove; readonly metering: CountedMetering };
type CountedMetering = Metering & { readonly month: string; readonly model: 'SCALED' | 'MAU' };
type OpenedPackage = { readonly metering: CountedMetering; readonly volume: Volume; readonly micros: bigint };

/** `meteringOf`: undefined for messages with their own amount. */
export async function transitionCreated(
  tx: Tx,
  moves: readonly CreatedMove[],
  meteringOf: (messageId: string) => Metering | undefined,
): Promise<Transitioned> {
  const plain: CreatedMove[] = [];
  const metered: MeteredMove[] = [];
  for (const move of moves) {
    const metering = meteringOf(move.id);
    if (metering === undefined) plain.push(move);
    else metered.push({ move, metering });
  }
  const first: Moved = plain.length === 0 ? NOTHING : await moveCreated(tx, plain);
  if (metered.length === 0) return { ...first, packages: [] };
  const second = await transitionMetered(tx, metered);
  return {
    moved: [...first.moved, ...second.moved],
    unmoved: [...first.unmoved, ...second.unmoved],
    packages: second.packages,
  };
}

const NOTHING: Transitioned = { moved: [], unmoved: [], packages: [] };

async function transitionMetered(tx: Tx, metered: readonly MeteredMove[]): Promise<Transitioned> {
  const uncounted = metered.filter(({ metering }) => !isCounted(metering));
  const counted = metered.flatMap(({ move, metering }) => (isCounted(metering) ? [{ move, metering }] : []));
  const first = uncounted.length === 0 ? NOTHING : await transitionByStrandPrice(tx, uncounted);
  const second = counted.length === 0 ? NOTHING : await transitionByVolume(tx, counted);
  return {
    moved: [...first.moved, ...second.moved],
    unmoved: [...first.unmoved, ...second.unmoved],
    packages: second.packages,
  };
}

const isCounted = (metering: Metering): metering is CountedMetering =>
  metering.month !== null && metering.model !== 'FIXED';

/** At the fixed price of the strand. A message without a reserve can only fail, at no charge. */
async function transitionByStrandPrice(tx: Tx, metered: readonly MeteredMove[]): Promise<Transitioned> {
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

/** Moves all messages of these ranges that are still CREATED; one status per range. */
export async function transitionCreatedRanges(
  tx: Tx,
  ranges: readonly PricedRange[],
): Promise<{ moved: MovedRow[]; packages: Settlement[] }> {
  const meterings = await meteringOfStrands(tx, ranges);
  const plain = ranges.filter((_, at) => meterings[at] === undefined);
  const moved = await moveRanges(tx, plain, MESSAGE_STATUS_CODES.CREATED);
  if (plain.length === ranges.length) return { moved, packages: [] };
  const metered = ranges.flatMap((range, at) => {
    const metering = meterings[at];
    return metering === undefined ? [] : [{ range, metering }];
  });
  const moves = await movesOf(tx, metered);
  if (moves.length === 0) return { moved, packages: [] };
  const priced = await transitionMetered(tx, moves);
  return { moved: [...moved, ...priced.moved], packages: priced.packages };
}

async function movesOf(
  tx: Tx,
  metered: readonly { readonly range: RangeMove; readonly metering: Metering }[],
): Promise<MeteredMove[]> {
  const created = await selectCreatedRanges(
    tx,
    metered.map(({ range }) => range),
  );
  return created.map(({ id, at }) => {
    const { range, metering } = must(metered[at], `range ${at} of ${metered.length}`);
    const { status, errorCode, charged, month, sentAt, linkId } = range;
    const finalAt = sentAt === null ? tx.now : null;
    const end = { status, sentAt, finalAt, errorCode, providerCode: null, charged, month };
    return { move: { id, ...end, ...NO_HAND_OVER, linkId }, metering };
  });
}

const volumeKeyOf = ({ companyId, brand, month, model }: CountedMetering) => ({
  companyId,
  brand,
  month,
  model,
});

async function transitionByVolume(tx: Tx, metered: readonly CountedMove[]): Promise<Transitioned> {
  const meterings = new Set(metered.map(({ metering }) => metering));
  const tariffs = await findTariffs(tx, [...new Set([...meterings].map(({ tariffId }) => tariffId))]);
  const volumeOf = await lockVolumes(tx, [...meterings].map(volumeKeyOf), false);
  const pricingOf = new Map<CountedMetering, VolumePricing>();
  for (const metering of meterings) {
    const tariff = tariffs.get(metering.tariffId);
    if (tariff !== undefined) pricingOf.set(metering, { tariff, volume: volumeOf(volumeKeyOf(metering)) });
  }
  const { priced, opened } = await priceMoves(tx, metered, pricingOf);
  if (priced.length === 0) return { moved: [], unmoved: metered.map(({ move }) => move.id), packages: [] };
  const { moved, unmoved } = await moveCreatedPriced(
    tx,
    priced.map(({ move }) => move),
  );
  // Every writer of such messages locks the counter, so none can have moved since they were numbered.
  if (unmoved.length > 0)
    throw new Error(`${unmoved.length} messages moved without a lock on their counter, first ${unmoved[0]}`);
  const touched = new Set([...pricingOf.values()].map(({ volume }) => volume));
  const growth = await saveVolumes(tx, [...touched], tariffs);
  await countHandedOver(tx, priced);
  const gone = new Set(priced.map(({ move }) => move.id));
  return {
    moved,
    unmoved: metered.filter(({ move }) => !gone.has(move.id)).map(({ move }) => move.id),
    packages: [...touched].flatMap((volume) => settlePackages(volume, growth.get(volume) ?? 0n, opened, meterings)),
  };
}

type PricedByVolume = { readonly move: PricedMove; readonly metering: CountedMetering };
type VolumePricing = { readonly volume: Volume; readonly tariff: Tariff };

async function priceMoves(
  tx: Tx,
  metered: readonly CountedMove[],
  pricingOf: ReadonlyMap<CountedMetering, VolumePricing>,
): Promise<{ priced: PricedByVolume[]; opened: OpenedPackage[] }> {
  const byId = new Map(metered.map((entry) => [entry.move.id, entry]));
  const created = await selectCreated(tx, [...byId.keys()]);
  const rows = created.flatMap((message) => {
    const entry = byId.get(message.id);
    return entry === undefined ? [] : [{ message, ...entry }];
  });
  const isNew = await claimNewRecipients(
    tx,
    rows
      .filter(({ move, metering }) => metering.model === 'MAU' && move.sentAt !== null)
      .map(({ metering, message }) => recipientOf(metering, message)),
  );
  const opened: OpenedPackage[] = [];
  const priced = rows.map(({ message, move, metering }): PricedByVolume => {
    const pricing = pricingOf.get(metering);
    if (pricing === undefined)
      throw new Error(
        `no tariff ${metering.tariffId} for strand ${metering.strand} of dispatch ${metering.dispatchId}`,
      );
    const { volume, tariff } = pricing;
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

const recipientOf = ({ companyId, month, brand }: CountedMetering, { destination }: CreatedMessage) => ({
  companyId,
  month,
  brand,
  destination,
});

async function countHandedOver(tx: Tx, priced: readonly PricedByVolume[]): Promise<void> {
  const handed = priced.filter(({ move }) => move.sentAt !== null);
  const byStrand = Map.groupBy(handed, ({ metering }) => `${metering.dispatchId}|${metering.strand}`);
  const rows = [...byStrand.values()].flatMap((moves) =>
    moves.slice(0, 1).map(({ metering }) => ({ ...metering, messages: moves.length })),
  );
  if (rows.length > 0)
    await addHandedOver(
      tx,
      rows.toSorted((one, other) => one.dispatchId - other.dispatchId || one.strand - other.strand),
    );
}

/** Charges opened packages to the dispatches that opened them. The first row carries the change of the reserve. */
function settlePackages(
  volume: Volume,
  growthMicros: bigint,
  opened: readonly OpenedPackage[],
  meterings: ReadonlySet<CountedMetering>,
): Settlement[] {
  const spent = new Map<number, bigint>();
  for (const { metering, volume: openedIn, micros } of opened)
    if (openedIn === volume) spent.set(metering.dispatchId, (spent.get(metering.dispatchId) ?? 0n) + micros);
  if (spent.size === 0 && growthMicros === 0n) return [];
  const { companyId, month, brand } = volume.key;
  // A changed reserve without an opened package is booked to any dispatch of the counter.
  const countedBy = [...meterings].find(
    (metering) => metering.companyId === companyId && metering.brand === brand && metering.month === month,
  );
  if (spent.size === 0 && countedBy !== undefined) spent.set(countedBy.dispatchId, 0n);
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
