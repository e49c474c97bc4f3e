// The round of the pacer: allocates the free credit of every bound link, moves the cursors of the strands and inserts
// one row per batch, in one transaction. Messages are only read. The caller publishes the returned batches; the lease
// brings back a batch that was never published.

import { nextAllowedInstant } from '@volley/domain/dispatches/sending-schedule.ts';
import { takesName } from '@volley/domain/links/link-choice.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { EngineMark } from '../../../platform/database/engine-marks.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type OutgoingMessage, readOutgoing } from '../../messages/read-outgoing.ts';
import { type AccountTimes, openAccounts } from '../pacing/account-rate.ts';
import { type Allocation, allocateCredit, type CreditedLink, type Deficits } from '../pacing/allocate-credit.ts';
import { linksOf } from '../pacing/direct-links.ts';
import { openRoutes } from '../pacing/known-routes.ts';
import { BATCH_MAX, batchSize, creditOf } from '../pacing/link-credit.ts';
import {
  type DueStrand,
  lockDueStrands,
  type OpenLink,
  type Sendable,
  selectOpenLinks,
  tryPacerLock,
} from '../pacing/pace.sql.ts';
import { openRates } from '../pacing/rate.ts';
import { routeStrands } from '../pacing/route-strands.ts';
import { openUntil } from '../strands/strand-times.ts';
import { advanceStrands, firstIdOf, lastIdOf, type StrandAdvance } from '../strands/strands.sql.ts';
import { insertBatches } from './batches.sql.ts';
import { type BatchHead, cutBatches, type OutgoingBatch } from './cut-batches.ts';

const STRANDS_MAX = 2_000;
/** Messages per link and round: packing more would block a process that also serves the API. */
const ROUND_MAX = 2_000;
const HELD_CHECK_MS = 5_000;
const MARGIN_CHECK_MS = 5_000;

/** `stale`: dispatches whose reserve is in a past month; `turnDispatches` must move it before they are sent. */
export type PaceRound = {
  readonly outgoing: OutgoingBatch[];
  readonly more: boolean;
  readonly stale: readonly number[];
};

const NOTHING: PaceRound & { readonly mark?: EngineMark } = { outgoing: [], more: false, stale: [] };

export async function claimBatches(
  platform: Pick<Platform, 'db' | 'config' | 'restoreGate' | 'shared' | 'metrics'>,
  deficits: Deficits,
  accountTimes: AccountTimes = new Map(),
): Promise<PaceRound> {
  const { db, config, restoreGate } = platform;
  const { mark, ...round } = await inTransaction(
    db,
    async (tx): Promise<typeof NOTHING> => {
      if (!(await tryPacerLock(tx)) || !(await restoreGate.isOpen(tx))) return NOTHING;
      const open = await selectOpenLinks(tx);
      const links = open.map(withCredit);
      const credited = links.filter((link) => link.credit > 0);
      if (credited.length === 0) return NOTHING;
      const due = await lockDueStrands(tx, sendableOver(credited), STRANDS_MAX);
      if (due.length === 0) return NOTHING;
      const { ready: openNow, postponed } = splitBySchedule(tx, due, config.moderation);
      const { ready, stale } = withoutStale(openNow, billingMonth(tx.now.getTime()));
      const rated = await openRates(tx, ready);
      const accounts = openAccounts(rated.open, open, accountTimes, tx.now);
      const routed = routeStrands<ReadyStrand>(await openRoutes(tx, platform));
      const allocations = allocateCredit(links, accounts.open, deficits, routed.route);
      const outgoing = await readOutgoing(tx, allocations.map(rangeOf));
      const sizes = new Map(open.map((link) => [link.id, batchSize(link)]));
      const claims = allocations.flatMap((allocation, at) =>
        cutBatches(
          headOf(allocation, open, tx.now.getTime()),
          outgoing[at] ?? [],
          { text: allocation.strand.text, special: allocation.strand.special_content },
          { size: sizes.get(allocation.linkId) ?? BATCH_MAX, nowMs: tx.now.getTime() },
        ),
      );
      const taken = allocations.map(({ strand }, at) => ({
        dispatchId: strand.dispatch_id,
        senderId: strand.sender_id,
        messages: outgoing[at]?.length ?? 0,
      }));
      const nextOfDispatch = await rated.settle(taken);
      const nextOfAccount = accounts.settle(taken);
      const nextAt = (strand: ReadyStrand) => later(nextOfDispatch(strand.dispatch_id), nextOfAccount(strand));
      const advances = [
        ...postponed,
        ...[...rated.later, ...accounts.later].map(({ strand, at }) => waitUntil(strand, at)),
        ...routed.atLoss.map((strand) => waitForMargin(strand, tx.now)),
        ...allocations.map((allocation, at) => advanceOf(allocation, outgoing[at] ?? [], nextAt(allocation.strand))),
      ];
      if (advances.length > 0) await advanceStrands(tx, advances);
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

/** Strands without an open link are not selected: they would use up the limit of the round. */
function sendableOver(links: readonly CreditedLink[]): Sendable[] {
  return links.flatMap((link) =>
    link.brands.flatMap((brand) => {
      const own = { channelType: link.channelType, brand };
      const withAccount = { ...own, accountLinkId: link.id };
      return takesName(link, null) ? [withAccount, { ...own, accountLinkId: 0 }] : [withAccount];
    }),
  );
}

type ReadyStrand = DueStrand & {
  companyId: number;
  channelType: string;
  accountLinkId: number | null;
  waiting: number;
};

function withCredit(link: OpenLink): CreditedLink {
  const free = creditOf(link) - Number(link.outstanding);
  // A half-empty batch costs as much as a full batch: wait until a full batch fits.
  return {
    id: link.id,
    protocol: link.protocol,
    channelType: link.channel_type,
    brands: link.brands,
    credit: free >= batchSize(link) ? Math.min(free, ROUND_MAX) : 0,
    capacity: Math.min(creditOf(link), ROUND_MAX),
    isDegraded: link.is_degraded,
  };
}

const later = (one: Date, other: Date) => (one > other ? one : other);

/** Separates the strands that may send now from the strands that wait for their sender name, start date or schedule. */
function splitBySchedule(
  tx: Tx,
  due: readonly DueStrand[],
  moderation: 'manual' | 'auto',
): { ready: ReadyStrand[]; postponed: StrandAdvance[] } {
  const ready: ReadyStrand[] = [];
  const postponed: StrandAdvance[] = [];
  const nowMs = tx.now.getTime();
  for (const strand of due) {
    const at = strand.held
      ? nowMs + HELD_CHECK_MS
      : Math.max(openAt(strand, nowMs), moderation === 'manual' ? strand.date_from.getTime() : 0);
    if (at <= nowMs) {
      ready.push({
        ...strand,
        companyId: strand.company_id,
        channelType: strand.channel_type,
        accountLinkId: strand.account_link_id,
        waiting: strand.last_seq - strand.cursor_seq,
      });
    } else {
      const heldSince = strand.held ? (strand.held_since ?? tx.now) : null;
      postponed.push({ ...waitUntil(strand, new Date(at)), heldSince });
    }
  }
  return { ready, postponed };
}

/** The reserve must be in the month of sending. */
function withoutStale(strands: readonly ReadyStrand[], month: string): { ready: ReadyStrand[]; stale: number[] } {
  const ready = strands.filter((strand) => strand.month === month);
  const stale = strands.filter((strand) => strand.month !== month).map((strand) => strand.dispatch_id);
  return { ready, stale: [...new Set(stale)] };
}

function waitUntil(strand: DueStrand, nextAt: Date): StrandAdvance {
  return {
    dispatchId: strand.dispatch_id,
    strand: strand.strand,
    cursorSeq: strand.cursor_seq,
    runnable: true,
    nextAt,
    heldSince: null,
    // Only a claim ends this wait: hours without sending must not start its week again.
    marginSince: strand.margin_since,
  };
}

const waitForMargin = (strand: ReadyStrand, now: Date): StrandAdvance => ({
  ...waitUntil(strand, new Date(now.getTime() + MARGIN_CHECK_MS)),
  marginSince: strand.margin_since ?? now,
});

function openAt(strand: DueStrand, nowMs: number): number {
  const startAt = strand.start_at ?? strand.schedule_start_at;
  const hours = strand.schedule_hours ?? [];
  const days = strand.schedule_days ?? [];
  if (startAt === null && hours.length === 0 && days.length === 0) return nowMs;
  const schedule = { startAtMs: startAt?.getTime() ?? 0, hours, days };
  return nextAllowedInstant(schedule, strand.timezone, nowMs) ?? nowMs + HELD_CHECK_MS;
}

function rangeOf({ strand, take }: Allocation<ReadyStrand>) {
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

function advanceOf(
  { strand, take }: Allocation<ReadyStrand>,
  messages: readonly OutgoingMessage[],
  nextAt: Date,
): StrandAdvance {
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

function headOf(
  { strand, linkId, choice }: Allocation<ReadyStrand>,
  open: readonly OpenLink[],
  nowMs: number,
): BatchHead {
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
    // Stored from values of these types when the message was planned.
    channelType: strand.channel_type as ChannelType,
    trafficType: strand.traffic_type as TrafficType,
    month: strand.month,
    partMicros: strand.part_micros,
    choice,
    ...(strand.lifetime_seconds !== null && { ttlSeconds: strand.lifetime_seconds }),
    ...(untilMs !== undefined && { untilMs }),
    ...(strand.is_code && { isCode: true }),
    ...(linksOf(strand, open).length > 1 && { movable: true }),
  };
}
