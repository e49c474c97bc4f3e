// Callbacks of the messaging API: arrays of events of the feed. First tries and resends of an endpoint go side by
// side, each with half of its connections: a first try never waits for a resend that hangs, nor the other way round.
import { createHash } from 'node:crypto';
import { showEvent } from '@volley/contract/callbacks/show-event.ts';
import type { ClaimedEndpoint } from '../../features/callbacks/deliver-callbacks.ts';
import {
  keepFirstTries,
  keepResends,
  nextFirstTries,
  nextResends,
  readResend,
  type TriedGroup,
} from '../../features/callbacks/deliver-events.ts';
import type { Attempt } from '../../features/callbacks/list-attempts.ts';
import { FIRST_ARRAY_MAX } from '../../features/callbacks/number-events.ts';
import { exactRanges } from '../../features/callbacks/number-ranges.ts';
import type { NumberedEvent } from '../../features/callbacks/read-feed.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventTarget } from './open-targets.ts';
import { type PostOutcome, postCallback } from './post-callback.ts';
import { tellGivenUp, type WorkResult } from './work-result.ts';

/** Between looks for first tries while resends go on, and the other way round. */
const LOOK_MS = 200;
/** A host that refuses at once with much waiting would else take all of our time at every fifth minute. */
const AFTER_FAILURE_MS = 50;
/** Arrays of resends in flight in this process; they are the large ones. Every endpoint has at least one. */
const RESEND_LANES_MAX = 64;
const GROUPS_PER_LANE = 2;

let resending = 0;

type Work = { platform: Platform; endpoint: ClaimedEndpoint; to: EventTarget; isStopping: () => boolean };

export async function workFeed(work: Work): Promise<WorkResult> {
  const health = { failing: work.endpoint.failing };
  const first = { busy: true };
  const again = { busy: true };
  const sides = await Promise.allSettled([
    takeTurns(work, () => tryFirst(work, health), first, again),
    takeTurns(work, () => tryAgain(work, health), again, first),
  ]);
  const broken = sides.find((side) => side.status === 'rejected');
  if (broken !== undefined) throw new Error('callbacks interrupted', { cause: broken.reason });
  return { failing: health.failing, probing: false };
}

/** Goes on while there is something to do on either side. */
async function takeTurns(
  { isStopping }: Work,
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
    await pause(LOOK_MS);
  }
  mine.busy = false;
}

/** Events of a message stay in one lane, so they arrive in their order. */
async function tryFirst({ platform, endpoint, to }: Work, health: { failing: boolean }): Promise<boolean> {
  const lanesMax = half(to.connections);
  const portion = await nextFirstTries(platform, endpoint, lanesMax * FIRST_ARRAY_MAX);
  if (portion === undefined) return false;
  const lanes = Math.min(lanesMax, Math.ceil(portion.events.length / FIRST_ARRAY_MAX));
  const failed = new Set<number>();
  const attempts: Attempt[] = [];
  const runLane = async (events: readonly NumberedEvent[]) => {
    for (let at = 0; at < events.length; at += FIRST_ARRAY_MAX) {
      const array = events.slice(at, at + FIRST_ARRAY_MAX);
      const outcome = await postArray(platform, to, endpoint, { events: array, attempt: 1 });
      attempts.push(attemptOf(endpoint, { events: array, attempt: 1 }, outcome));
      if (!outcome.ok) for (const { number } of array) failed.add(number);
    }
  };
  const byLane = Map.groupBy(portion.events, ({ event }) => laneOf(event.messageUuid, lanes));
  await Promise.all([...byLane.values()].map(runLane));
  await keepFirstTries(platform, endpoint, portion, { failed, attempts });
  if (portion.events.length > 0) health.failing = failed.size === portion.events.length;
  return true;
}

async function tryAgain({ platform, endpoint, to }: Work, health: { failing: boolean }): Promise<boolean> {
  resending += 1;
  try {
    const lanes = Math.max(1, Math.min(half(to.connections), Math.floor(RESEND_LANES_MAX / resending)));
    const groups = await nextResends(platform, endpoint, lanes * GROUPS_PER_LANE);
    if (groups.length === 0) return false;
    const tried: TriedGroup[] = [];
    const attempts: Attempt[] = [];
    let next = 0;
    const lane = async () => {
      for (let group = groups[next++]; group !== undefined; group = groups[next++]) {
        const events = await readResend(platform, endpoint, group);
        const outcome = await postArray(platform, to, endpoint, { events, attempt: group.attempt });
        attempts.push(attemptOf(endpoint, { events, attempt: group.attempt }, outcome));
        tried.push({ group, ok: outcome.ok });
        if (!outcome.ok) await pause(AFTER_FAILURE_MS);
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, groups.length) }, lane));
    tellGivenUp(platform, endpoint, await keepResends(platform, endpoint, tried, attempts));
    health.failing = tried.every(({ ok }) => !ok);
    return true;
  } finally {
    resending -= 1;
  }
}

type EventArray = { readonly events: readonly NumberedEvent[]; readonly attempt: number };

async function postArray(
  platform: Pick<Platform, 'metrics'>,
  to: EventTarget,
  endpoint: ClaimedEndpoint,
  { events, attempt }: EventArray,
): Promise<PostOutcome> {
  // Events that have left the feed have nobody to miss them.
  if (events.length === 0) return { ok: true, status: null, error: null, ms: 0, response: null };
  const body = JSON.stringify(events.map(({ number, event }) => showEvent(number, event)));
  return postCallback(platform, to, { id: idOf(endpoint, events), attempt, body });
}

/** The same events make the same body and have the same id. */
function idOf({ id }: ClaimedEndpoint, events: readonly NumberedEvent[]): string {
  const digest = createHash('sha256').update(`${id}:${events.map(({ number }) => number).join()}`);
  return `evt_${digest.digest('base64url').slice(0, 27)}`;
}

function attemptOf(
  endpoint: ClaimedEndpoint,
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
    webhookId: idOf(endpoint, events),
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
