// Messages of a dispatch by operator, time and failure reason. Reads every message, so the result is cached and shared:
// recomputed when the counters have changed and twenty times the duration of the last computation has passed, one
// dispatch at a time per process. It may lag behind the counters shown beside it.

import { slotOf, slotSeconds } from '@volley/domain/dispatches/time-slots.ts';
import { must } from '@volley/domain/must.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { MESSAGE_STATES, type StateCounts, stateOfStatus } from '@volley/domain/sending/message-state.ts';
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { NOT_SENT_REASONS, type NotSentReason, notSentReason } from '@volley/domain/sending/not-sent.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type BreakdownRow,
  countClicked,
  type RefusalRow,
  selectBreakdown,
  selectRefusals,
} from './dispatch-breakdown.sql.ts';
import { findShownDispatch, type ShownDispatchRow } from './dispatch-progress.sql.ts';

export type NotSentCode = { readonly errorCode: number; readonly refused: number; readonly failed: number };

export type DispatchBreakdown = {
  readonly computedAt: Date;
  readonly byOperator: readonly ({ readonly operator: Brand | null } & StateCounts)[];
  readonly stepSeconds: number;
  readonly points: readonly {
    readonly at: Date;
    readonly sent: number;
    readonly delivered: number;
    readonly failed: number;
    /** Failed messages that were never submitted to an operator. */
    readonly unsent: number;
  }[];
  readonly failures: readonly { readonly errorCode: number; readonly count: number }[];
  readonly notSent: readonly {
    readonly reason: NotSentReason;
    readonly count: number;
    readonly codes: readonly NotSentCode[];
  }[];
  readonly read: number;
  readonly clicked: number;
};

type CachedBreakdown = {
  readonly signature: string;
  readonly breakdown: DispatchBreakdown;
  readonly freshUntilMs: number;
};

const CACHED_MAX = 200;
const FRESH_AT_LEAST_MS = 1_500;
const FRESH_PER_DURATION = 20;
/** Reads and clicks change no counter, so an unchanged dispatch is recomputed this often. */
const LATE_MARKS_EVERY_MS = 30_000;

export class DispatchBreakdowns {
  readonly #db: Platform['db'];
  /** In the order of their computation. */
  readonly #cached = new Map<number, CachedBreakdown>();
  readonly #running = new Map<number, Promise<void>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ db }: Pick<Platform, 'db'>) {
    this.#db = db;
  }

  /** Undefined when the first computation does not end within `waitMs`. */
  async get({ partnerId }: Actor, id: number, waitMs: number): Promise<DispatchBreakdown | undefined> {
    const row = await read(this.#db, (tx) => findShownDispatch(tx, partnerId, id));
    if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    const cached = this.#cached.get(id);
    if (cached !== undefined && isFresh(cached, row)) return cached.breakdown;
    const running = this.#running.get(id) ?? this.#start(row);
    if (cached === undefined || waitMs > 0) await Promise.race([running, pause(waitMs)]);
    return this.#cached.get(id)?.breakdown;
  }

  #start(row: ShownDispatchRow): Promise<void> {
    const running = this.#turn.then(() => this.#compute(row)).finally(() => this.#running.delete(row.id));
    this.#running.set(row.id, running);
    this.#turn = running.catch(() => undefined);
    return running;
  }

  async #compute(row: ShownDispatchRow): Promise<void> {
    const beganMs = performance.now();
    const breakdown = await read(this.#db, (tx) => computeBreakdown(tx, row));
    const endedMs = performance.now();
    this.#cached.delete(row.id);
    this.#cached.set(row.id, {
      signature: signatureOf(row),
      breakdown,
      freshUntilMs: endedMs + Math.max(FRESH_AT_LEAST_MS, FRESH_PER_DURATION * (endedMs - beganMs)),
    });
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= CACHED_MAX) break;
      this.#cached.delete(oldest);
    }
  }
}

function isFresh({ signature, freshUntilMs }: CachedBreakdown, row: ShownDispatchRow): boolean {
  const nowMs = performance.now();
  return nowMs < freshUntilMs || (signature === signatureOf(row) && nowMs < freshUntilMs + LATE_MARKS_EVERY_MS);
}

function signatureOf(row: ShownDispatchRow): string {
  return [row.messages_total, row.messages_sent, row.messages_delivered, row.messages_failed].join(' ');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function computeBreakdown(tx: Tx, row: ShownDispatchRow): Promise<DispatchBreakdown> {
  const { id, first_message_id, last_message_id } = row;
  const nowMs = tx.now.getTime();
  const stepSeconds = slotSeconds((row.started_at ?? row.created_at).getTime(), row.ended_at?.getTime() ?? nowMs);
  const bounds =
    first_message_id === null || last_message_id === null
      ? undefined
      : { ids: [id, ...row.step_buckets], first_message_id, last_message_id };
  const rows = bounds === undefined ? [] : await selectBreakdown(tx, bounds, stepSeconds);
  const clicked = bounds === undefined || !row.short_url ? 0 : await countClicked(tx, bounds);
  return {
    computedAt: tx.now,
    byOperator: operatorsOf(rows),
    stepSeconds,
    points: pointsOf(rows, stepSeconds, row.started_at),
    failures: failuresOf(rows),
    notSent: notSentOf(rows, await selectRefusals(tx, id)),
    read: rows.find(({ part }) => part === 'read')?.messages ?? 0,
    clicked,
  };
}

function operatorsOf(rows: readonly BreakdownRow[]): DispatchBreakdown['byOperator'] {
  const byBrand = Map.groupBy(
    rows.filter(({ part }) => part === 'operator'),
    ({ brand }) => brand ?? 0,
  );
  const counted = [...byBrand].map(([brand, own]) => {
    const counts = Object.fromEntries(MESSAGE_STATES.map((state) => [state, 0])) as Record<
      (typeof MESSAGE_STATES)[number],
      number
    >; // fromEntries loses the keys
    for (const { status, messages } of own)
      counts[stateOfStatus(must(messageStatusOfCode(must(status, 'status')), `message status ${status}`))] += messages;
    return {
      operator: brandOfId(brand) ?? null,
      accepted: own.reduce((sum, { messages }) => sum + messages, 0),
      ...counts,
    };
  });
  return counted.toSorted((left, right) => right.accepted - left.accepted);
}

/** Every slot from the start on, empty ones included. */
function pointsOf(
  rows: readonly BreakdownRow[],
  stepSeconds: number,
  startedAt: Date | null,
): DispatchBreakdown['points'] {
  const slots = new Map<number, { sent: number; delivered: number; failed: number; unsent: number }>();
  for (const { part, status, never_sent, slot, messages } of rows) {
    if (slot === null) continue;
    const point = slots.get(slot.getTime()) ?? { sent: 0, delivered: 0, failed: 0, unsent: 0 };
    slots.set(slot.getTime(), point);
    if (part === 'sent') point.sent += messages;
    else if (messageStatusOfCode(status ?? 0) === 'DELIVERED') point.delivered += messages;
    else point.failed += messages;
    if (part === 'final' && never_sent === true) point.unsent += messages;
  }
  if (slots.size === 0) return [];
  const points: DispatchBreakdown['points'][number][] = [];
  const lastMs = Math.max(...slots.keys());
  const firstMs = Math.min(startedAt?.getTime() ?? lastMs, ...slots.keys());
  for (let atMs = slotOf(firstMs, stepSeconds); atMs <= lastMs; atMs += stepSeconds * 1000)
    points.push({ at: new Date(atMs), sent: 0, delivered: 0, failed: 0, unsent: 0, ...slots.get(atMs) });
  return points;
}

function failuresOf(rows: readonly BreakdownRow[]): DispatchBreakdown['failures'] {
  const byCode = Map.groupBy(
    rows.filter(({ part }) => part === 'failure'),
    ({ error_code }) => error_code ?? 0,
  );
  return [...byCode]
    .map(([errorCode, own]) => ({ errorCode, count: own.reduce((sum, { messages }) => sum + messages, 0) }))
    .toSorted((left, right) => right.count - left.count || left.errorCode - right.errorCode);
}

function notSentOf(rows: readonly BreakdownRow[], refusals: readonly RefusalRow[]): DispatchBreakdown['notSent'] {
  const codes = new Map<number, { errorCode: number; refused: number; failed: number }>();
  const at = (errorCode: number) => {
    const known = codes.get(errorCode) ?? { errorCode, refused: 0, failed: 0 };
    codes.set(errorCode, known);
    return known;
  };
  for (const { error_code, recipients } of refusals) at(error_code).refused += recipients;
  for (const { part, error_code, never_sent, messages } of rows)
    if (part === 'failure' && never_sent === true) at(error_code ?? 0).failed += messages;
  const byReason = Map.groupBy(codes.values(), ({ errorCode }) => notSentReason(errorCode));
  return NOT_SENT_REASONS.flatMap((reason) => {
    const own = byReason.get(reason) ?? [];
    const count = own.reduce((sum, { refused, failed }) => sum + refused + failed, 0);
    return count === 0 ? [] : [{ reason, count, codes: own }];
  });
}
