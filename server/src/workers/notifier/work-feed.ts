// Delivers callbacks of the messaging API: arrays of events of the feed. First tries and resends of a target run in
// parallel, each with half of its connections: a first try never waits for a hanging resend, and vice versa.
import { createHash } from 'node:crypto';
import { showEvent } from '@volley/contract/callbacks/show-event.ts';
import {
  nextFirstTries,
  nextResends,
  readResend,
  storeFirstTries,
  storeResends,
  type TriedGroup,
} from '../../features/callbacks/feed/deliver-events.ts';
import type { Attempt } from '../../features/callbacks/feed/list-attempts.ts';
import { FIRST_ARRAY_MAX } from '../../features/callbacks/feed/number-events.ts';
import { exactRanges } from '../../features/callbacks/feed/number-ranges.ts';
import type { NumberedEvent } from '../../features/callbacks/feed/read-feed.ts';
import type { ClaimedTarget } from '../../features/callbacks/partner/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';
import { slot } from '../../platform/state/shared-state.ts';
import type { OpenTarget } from './open-targets.ts';
import { type PostOutcome, postCallback } from './post-callback.ts';
import { traceCallback } from './trace-callback.ts';
import { logGivenUp, type RunResult } from './work-result.ts';

/** Pause before the next check for first tries while resends continue, and vice versa. */
const CHECK_MS = 200;
/** Pause after a failure: a host that refuses at once would otherwise use up the process every five minutes. */
const AFTER_FAILURE_MS = 50;
/** Resend arrays in flight in this process, which are large. Every target has at least one. */
const RESEND_LANES_MAX = 64;
const GROUPS_PER_LANE = 2;

const RESENDING = slot(() => ({ targets: 0 }));

type TargetRun = { platform: Platform; target: ClaimedTarget; to: OpenTarget; isStopping: () => boolean };

export async function runFeedTarget(run: TargetRun): Promise<RunResult> {
  const health = { failing: run.target.failing };
  const first = { busy: true };
  const again = { busy: true };
  const sides = await Promise.allSettled([
    runSide(run, () => tryFirst(run, health), first, again),
    runSide(run, () => tryAgain(run, health), again, first),
  ]);
  const broken = sides.find((side) => side.status === 'rejected');
  if (broken !== undefined) throw new Error('callbacks interrupted', { cause: broken.reason });
  return { failing: health.failing, probing: false };
}

/** Runs steps until neither side has events. */
async function runSide(
  { isStopping }: TargetRun,
  step: () => Promise<boolean>,
  mine: { busy: boolean },
  other: { busy: boolean },
): Promise<void> {
  while (!isStopping()) {
    try {
      mine.busy = await step();
    } catch (error) {
      mine.busy = false;
      throw error;
    }
    if (mine.busy) continue;
    if (!other.busy) return;
    await pause(CHECK_MS);
  }
  mine.busy = false;
}

/** Events of a message stay in one lane, so they arrive in order. */
async function tryFirst({ platform, target, to }: TargetRun, health: { failing: boolean }): Promise<boolean> {
  const lanesMax = half(to.connections);
  const portion = await nextFirstTries(platform, target, lanesMax * FIRST_ARRAY_MAX);
  if (portion === undefined) return false;
  const lanes = Math.min(lanesMax, Math.ceil(portion.events.length / FIRST_ARRAY_MAX));
  const failed = new Set<number>();
  const attempts: Attempt[] = [];
  const runLane = async (events: readonly NumberedEvent[]) => {
    for (let at = 0; at < events.length; at += FIRST_ARRAY_MAX) {
      const array = events.slice(at, at + FIRST_ARRAY_MAX);
      const outcome = await postArray(platform, to, target, { events: array, attempt: 1 });
      attempts.push(attemptOf(target, { events: array, attempt: 1 }, outcome));
      if (!outcome.ok) for (const { number } of array) failed.add(number);
    }
  };
  const byLane = Map.groupBy(portion.events, ({ event }) => laneOf(event.messageUuid, lanes));
  await Promise.all([...byLane.values()].map(runLane));
  await storeFirstTries(platform, target, portion, { failed, attempts });
  if (portion.events.length > 0) health.failing = failed.size === portion.events.length;
  return true;
}

async function tryAgain({ platform, target, to }: TargetRun, health: { failing: boolean }): Promise<boolean> {
  const resending = platform.shared.of(RESENDING);
  resending.targets += 1;
  try {
    const lanes = Math.max(1, Math.min(half(to.connections), Math.floor(RESEND_LANES_MAX / resending.targets)));
    const groups = await nextResends(platform, target, lanes * GROUPS_PER_LANE);
    if (groups.length === 0) return false;
    const tried: TriedGroup[] = [];
    const attempts: Attempt[] = [];
    let next = 0;
    const lane = async () => {
      for (let group = groups[next++]; group !== undefined; group = groups[next++]) {
        const events = await readResend(platform, target, group);
        const outcome = await postArray(platform, to, target, { events, attempt: group.attempt });
        attempts.push(attemptOf(target, { events, attempt: group.attempt }, outcome));
        tried.push({ group, ok: outcome.ok });
        if (!outcome.ok) await pause(AFTER_FAILURE_MS);
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, groups.length) }, lane));
    logGivenUp(platform, target, await storeResends(platform, target, tried, attempts));
    health.failing = tried.every(({ ok }) => !ok);
    return true;
  } finally {
    resending.targets -= 1;
  }
}

type EventArray = { readonly events: readonly NumberedEvent[]; readonly attempt: number };

async function postArray(
  platform: Pick<Platform, 'metrics' | 'traces'>,
  to: OpenTarget,
  target: ClaimedTarget,
  { events, attempt }: EventArray,
): Promise<PostOutcome> {
  // Expired events: nothing to send.
  if (events.length === 0) return { ok: true, status: null, error: null, ms: 0, response: null };
  const body = JSON.stringify(events.map(({ number, event }) => showEvent(number, event)));
  const outcome = await postCallback(platform, to, { id: idOf(target, events), attempt, body });
  const { traces } = platform;
  if (traces.isOn) traceCallback(traces, to, { attempt, events: events.map(({ event }) => event) }, outcome);
  return outcome;
}

/** The same events have the same id. */
function idOf({ id }: ClaimedTarget, events: readonly NumberedEvent[]): string {
  const digest = createHash('sha256').update(`${id}:${events.map(({ number }) => number).join()}`);
  return `evt_${digest.digest('base64url').slice(0, 27)}`;
}

function attemptOf(
  target: ClaimedTarget,
  { events, attempt }: EventArray,
  { status, error, ms, response }: PostOutcome,
): Attempt {
  return {
    attempt,
    events: events.length,
    firstNumber: events[0]?.number ?? null,
    lastNumber: events.at(-1)?.number ?? null,
    numbers: exactRanges(events.map(({ number }) => number)),
    kinds: [...new Set(events.map(({ event }) => event.kind))],
    messageUuid: events[0]?.event.messageUuid ?? null,
    webhookId: idOf(target, events),
    response,
    status,
    error,
    ms,
  };
}

function laneOf(messageUuid: string, lanes: number): number {
  let sum = 0;
  for (let at = 0; at < messageUuid.length; at += 1) sum = (sum * 31 + messageUuid.charCodeAt(at)) >>> 0;
  return sum % lanes;
}

const half = (connections: number) => Math.max(1, Math.floor(connections / 2));

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
