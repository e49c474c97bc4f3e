// The pacer's round: deals the free credit of every bound link, moves the cursors of the strands and
// writes one row per batch, all in one transaction. Messages are only read. The caller publishes what is
// returned; a batch that is never published is found again by its lease.
import { billingMonth } from '@volley/domain/budget.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import { nextAllowedInstant } from '@volley/domain/sending-window.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { EngineMark } from '../../platform/engine-marks.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OutgoingMessage, readOutgoing } from '../messages/read-outgoing.ts';
import { insertBatches } from './batches.ts';
import { type BatchHead, cutBatches, type OutgoingBatch } from './cut-batches.ts';
import { type CreditedLink, type Deal, type Deficits, dealCredit } from './deal-credit.ts';
import { linksOfRoute } from './direct-links.ts';
import { BATCH_MAX, batchSize, creditOf } from './link-credit.ts';
import { type DueStrand, lockDueStrands, type OpenLink, selectOpenLinks, tryPacerLock } from './pace.sql.ts';
import { openRates } from './rate.ts';
import { openUntil } from './strand-times.ts';
import { firstIdOf, lastIdOf, type StrandStep, stepStrands } from './strands.ts';

const STRANDS_MAX = 2_000;
/** Of one link in one round: packing more would keep a process that also serves the API from answering. */
const ROUND_MAX = 2_000;
const HELD_LOOK_MS = 5_000;

/** `stale`: dispatches whose reserve is in a month that is over, and has to be moved first. */
export type PaceRound = {
  readonly outgoing: OutgoingBatch[];
  readonly more: boolean;
  readonly stale: readonly number[];
};

const NOTHING: PaceRound & { readonly mark?: EngineMark } = { outgoing: [], more: false, stale: [] };

export async function claimBatches(
  { db, config, restoreGate }: Pick<Platform, 'db' | 'config' | 'restoreGate'>,
  deficits: Deficits,
): Promise<PaceRound> {
  const { mark, ...round } = await inTransaction(
    db,
    async (tx): Promise<typeof NOTHING> => {
      if (!(await tryPacerLock(tx)) || !(await restoreGate.isOpen(tx))) return NOTHING;
      const open = await selectOpenLinks(tx);
      const links = open.map(withCredit).filter((link) => link.credit > 0);
      if (links.length === 0) return NOTHING;
      const due = await lockDueStrands(tx, routesOf(links), STRANDS_MAX);
      if (due.length === 0) return NOTHING;
      const { ready: openNow, postponed } = judgeStrands(tx, due, config.moderation);
      const { ready, stale } = withoutStale(openNow, billingMonth(tx.now.getTime()));
      const rated = await openRates(tx, ready);
      const deals = dealCredit(links, rated.open, deficits);
      const lists = await readOutgoing(tx, deals.map(wantedRange));
      const sizes = new Map(open.map((link) => [link.id, batchSize(link)]));
      const claims = deals.flatMap((deal, at) =>
        cutBatches(
          headOf(deal, open, tx.now.getTime()),
          lists[at] ?? [],
          { text: deal.strand.text, special: deal.strand.special_content },
          sizes.get(deal.linkId) ?? BATCH_MAX,
          tx.now.getTime(),
        ),
      );
      const nextAt = await rated.settle(
        deals.map((deal, at) => ({ dispatchId: deal.strand.dispatch_id, messages: lists[at]?.length ?? 0 })),
      );
      const steps = [
        ...postponed,
        ...rated.later.map(({ strand, at }) => waitUntil(strand, at)),
        ...deals.map((deal, at) => stepOf(deal, lists[at] ?? [], nextAt(deal.strand.dispatch_id))),
      ];
      if (steps.length > 0) await stepStrands(tx, steps);
      if (claims.length === 0) return { ...NOTHING, stale };
      const mark = await restoreGate.advance(tx);
      if (mark === undefined) throw new Error(`claims refused: ${restoreGate.reason()}`);
      await insertBatches(
        tx,
        claims.map((claim) => claim.row),
        config.claimLeaseMs,
      );
      return { outgoing: claims.map((claim) => claim.outgoing), more: true, stale, mark };
    },
    'index',
  );
  if (mark !== undefined) restoreGate.remember(mark);
  return round;
}

/** Strands of other routes have to wait, and must not take the places of those that can go. */
function routesOf(links: readonly CreditedLink[]): { channelType: string; route: number }[] {
  return links.flatMap(({ channelType, brands }) => brands.map((route) => ({ channelType, route })));
}

type ReadyStrand = DueStrand & { companyId: number; channelType: string; waiting: number };

function withCredit(link: OpenLink): CreditedLink {
  const free = creditOf(link) - Number(link.outstanding);
  // Half-empty batches cost as much as full ones: wait until a whole one fits.
  return {
    id: link.id,
    channelType: link.channel_type,
    brands: link.brands,
    credit: free >= batchSize(link) ? Math.min(free, ROUND_MAX) : 0,
  };
}

/** Parts what may go now from what waits for its sender name, its start date or its hours. */
function judgeStrands(
  tx: Tx,
  due: readonly DueStrand[],
  moderation: 'manual' | 'auto',
): { ready: ReadyStrand[]; postponed: StrandStep[] } {
  const ready: ReadyStrand[] = [];
  const postponed: StrandStep[] = [];
  const nowMs = tx.now.getTime();
  for (const strand of due) {
    const at = strand.held
      ? nowMs + HELD_LOOK_MS
      : Math.max(openAt(strand, nowMs), moderation === 'manual' ? strand.date_from.getTime() : 0);
    if (at <= nowMs) {
      ready.push({
        ...strand,
        companyId: strand.company_id,
        channelType: strand.channel_type,
        waiting: strand.last_seq - strand.cursor_seq,
      });
    } else {
      const heldSince = strand.held ? (strand.held_since ?? tx.now) : null;
      postponed.push({ ...waitUntil(strand, new Date(at)), heldSince });
    }
  }
  return { ready, postponed };
}

/** Money has to be in the month in which messages go. */
function withoutStale(strands: readonly ReadyStrand[], month: string): { ready: ReadyStrand[]; stale: number[] } {
  const ready = strands.filter((strand) => strand.month === month);
  const stale = strands.filter((strand) => strand.month !== month).map((strand) => strand.dispatch_id);
  return { ready, stale: [...new Set(stale)] };
}

function waitUntil(strand: DueStrand, nextAt: Date): StrandStep {
  return {
    dispatchId: strand.dispatch_id,
    strand: strand.strand,
    cursorSeq: strand.cursor_seq,
    runnable: true,
    nextAt,
    heldSince: null,
  };
}

function openAt(strand: DueStrand, nowMs: number): number {
  const startAt = strand.start_at ?? strand.schedule_start_at;
  const hours = strand.schedule_hours ?? [];
  const days = strand.schedule_days ?? [];
  if (startAt === null && hours.length === 0 && days.length === 0) return nowMs;
  const schedule = { startAtMs: startAt?.getTime() ?? 0, hours, days };
  return nextAllowedInstant(schedule, strand.timezone, nowMs) ?? nowMs + HELD_LOOK_MS;
}

function wantedRange({ strand, take }: Deal<ReadyStrand>) {
  return {
    dispatchId: strand.dispatch_id,
    strand: strand.strand,
    afterSeq: strand.cursor_seq,
    toSeq: strand.last_seq,
    take,
    firstId: firstIdOf(strand),
    lastId: lastIdOf(strand),
    isCode: strand.is_code,
  };
}

function stepOf({ strand, take }: Deal<ReadyStrand>, messages: readonly OutgoingMessage[], nextAt: Date): StrandStep {
  const cursorSeq = messages.length < take ? strand.last_seq : (messages.at(-1)?.seq ?? strand.last_seq);
  return {
    dispatchId: strand.dispatch_id,
    strand: strand.strand,
    cursorSeq,
    runnable: cursorSeq < strand.last_seq,
    nextAt,
    heldSince: null,
  };
}

function headOf({ strand, linkId }: Deal<ReadyStrand>, open: readonly OpenLink[], nowMs: number): BatchHead {
  const { schedule_hours: hours, schedule_days: days, timezone, give_up_at: giveUpAt } = strand;
  const untilMs = openUntil({ hours, days }, timezone, giveUpAt, nowMs);
  return {
    companyId: strand.company_id,
    dispatchId: strand.dispatch_id,
    strand: strand.strand,
    senderId: strand.sender_id,
    senderName: strand.sender_name,
    linkId,
    lane: strand.lane,
    // Written from the same lists of channels and traffic types when the message was planned.
    channelType: strand.channel_type as ChannelType,
    trafficType: strand.traffic_type as TrafficType,
    month: strand.month,
    partMicros: strand.part_micros,
    ...(strand.lifetime_seconds !== null && { ttlSeconds: strand.lifetime_seconds }),
    ...(untilMs !== undefined && { untilMs }),
    ...(strand.is_code && { isCode: true }),
    ...(linksOfRoute(open, strand.channel_type, strand.route).length > 1 && { movable: true }),
  };
}
