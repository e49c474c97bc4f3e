// The page of a dispatch, without reading any message: head, counts, rate and forecast.

import { finishAt, pausedUntil, type WaitingZone } from '@volley/domain/dispatches/dispatch-forecast.ts';
import { type DispatchRate, intervalOf } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { StateCounts } from '@volley/domain/sending/message-state.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countsOf } from './dispatch-list.ts';
import {
  findShownDispatch,
  type ShownDispatchRow,
  type ShownSender,
  selectShownSenders,
  selectWaitingZones,
  type WaitingZoneRow,
} from './dispatch-progress.sql.ts';
import type { DispatchPulses } from './dispatch-pulse.ts';

export type DispatchProgress = {
  readonly id: number;
  readonly status: DispatchStatus;
  readonly counts: StateCounts;
  /** Messages per second; null until it is known, and when no message is queued. */
  readonly ratePerSecond: number | null;
  readonly finishAt: Date | null;
  readonly secondsLeft: number | null;
  /** Set outside the hours of the schedule. */
  readonly pausedUntil: Date | null;
  /** Set when every waiting message is held. */
  readonly heldBy: 'sender' | 'company' | null;
  /** No counter has changed for a minute although sending is allowed. */
  readonly isStalled: boolean;
  readonly estimateMicros: bigint;
  readonly packagesMicros: bigint;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
  readonly currency: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
};

export type DispatchHead = {
  readonly kind: 'PARTNER' | 'MESSAGING';
  readonly name: string;
  readonly company: { readonly id: number; readonly name: string };
  readonly channelType: string;
  readonly senderNames: readonly string[];
  readonly senders: readonly ShownSender[];
  readonly text: string;
  readonly startAt: Date | null;
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
  readonly hours: readonly number[];
  readonly days: readonly number[];
  /** Hours are in the recipients' time zones, not in Moscow time. */
  readonly useLocalTime: boolean;
  readonly rate: DispatchRate | null;
  readonly parts: number;
  readonly createdAt: Date;
};

type Needs = Pick<Platform, 'db'> & { readonly pulses: DispatchPulses };

const STALLED_AFTER_MS = 60_000;

export async function getDispatchProgress(needs: Needs, actor: Actor, id: number): Promise<DispatchProgress> {
  return read(needs.db, async (tx) => progressOf(tx, needs.pulses, await getRow(tx, actor, id)));
}

export async function getShownDispatch(
  needs: Needs,
  actor: Actor,
  id: number,
): Promise<DispatchHead & { readonly progress: DispatchProgress }> {
  return read(needs.db, async (tx) => {
    const row = await getRow(tx, actor, id);
    const senders = await selectShownSenders(tx, row.sender_ids);
    return { ...headOf(row, senders), progress: await progressOf(tx, needs.pulses, row) };
  });
}

async function getRow(tx: Tx, { partnerId }: Actor, id: number): Promise<ShownDispatchRow> {
  const row = await findShownDispatch(tx, partnerId, id);
  if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
  return row;
}

async function progressOf(tx: Tx, pulses: DispatchPulses, row: ShownDispatchRow): Promise<DispatchProgress> {
  const counts = countsOf(row);
  const isMoving = row.status === 'STARTED' && counts.queued > 0;
  const rows = isMoving ? await selectWaitingZones(tx, row.id) : [];
  const signature = `${row.messages_sent} ${row.messages_delivered} ${row.messages_failed}`;
  const pulse = pulses.look(row.id, row.messages_sent, signature, performance.now());
  const ratePerSecond = isMoving ? pulse.ratePerSecond : null;
  const zones = rows.map((zone) => waitingZone(row, zone));
  const nowMs = tx.now.getTime();
  const finishMs = finishAt(zones, { queued: counts.queued, ratePerSecond: ratePerSecond ?? 0, nowMs });
  const pausedMs = pausedUntil(zones, nowMs);
  const heldBy = heldByOf(row, rows);
  const isFree = isMoving && pausedMs === undefined && heldBy === null;
  return {
    id: row.id,
    status: row.status,
    counts,
    ratePerSecond,
    finishAt: finishMs === undefined ? null : new Date(finishMs),
    secondsLeft: finishMs === undefined ? null : Math.ceil((finishMs - nowMs) / 1000),
    pausedUntil: pausedMs === undefined ? null : new Date(pausedMs),
    heldBy,
    isStalled: isFree && pulse.unchangedMs >= stalledAfterMs(row),
    estimateMicros: row.estimate_micros,
    packagesMicros: row.packages_micros,
    spentMicros: row.spent_micros,
    reservedMicros: row.reserved_micros,
    currency: row.currency,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

/** Must match the pacer's reading of the schedule. */
function waitingZone(row: ShownDispatchRow, { timezone, start_at, messages }: WaitingZoneRow): WaitingZone {
  const startAt = start_at ?? row.schedule_start_at;
  return {
    schedule: {
      startAtMs: startAt?.getTime() ?? 0,
      hours: row.schedule_hours ?? [],
      days: row.schedule_days ?? [],
    },
    timezone: timezone === '' ? 'UTC' : timezone,
    messages,
  };
}

function heldByOf(row: ShownDispatchRow, zones: readonly WaitingZoneRow[]): DispatchProgress['heldBy'] {
  const isHeld = zones.length === 0 ? row.has_held_batch : zones.every(({ held }) => held);
  if (row.status !== 'STARTED' || !isHeld) return null;
  return row.company_active ? 'sender' : 'company';
}

/** A dispatch limited to one message per hour is not stalled after a minute. */
function stalledAfterMs({ rate, rate_term: rateTerm }: ShownDispatchRow): number {
  if (rate === null || rateTerm === null) return STALLED_AFTER_MS;
  return Math.max(STALLED_AFTER_MS, 3 * intervalOf({ rate, rateTerm }));
}

function headOf(row: ShownDispatchRow, senders: readonly ShownSender[]): DispatchHead {
  const names = senders.map(({ senderName }) => senderName);
  return {
    kind: row.kind,
    name: row.name,
    company: { id: row.company_id, name: row.company_name },
    channelType: row.channel_type,
    senderNames: row.sender_name === null ? [...new Set(names)] : [row.sender_name],
    senders,
    text: row.text,
    startAt: row.kind === 'PARTNER' ? row.schedule_start_at : null,
    localSendTime: row.local_send_time,
    localCompletionTime: row.local_completion_time,
    hours: row.schedule_hours ?? [],
    days: row.schedule_days ?? [],
    useLocalTime: row.kind === 'PARTNER' || row.use_local_time,
    rate: row.rate === null || row.rate_term === null ? null : { rate: row.rate, rateTerm: row.rate_term },
    parts: row.parts_total,
    createdAt: row.created_at,
  };
}
