// The operations wall: one reader a process, shared by everybody who watches. It reads at most once a second, however
// many ask, and nothing at all while nobody does. Rates are differences of the counters of dispatches between two
// readings; how messages ended is sampled every five seconds.

import { type Brand, brandOfId } from '@volley/domain/brand.ts';
import { LANES, type Lane } from '@volley/domain/lane.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLinks } from '../operator-links/govern-links.ts';
import type { GovernedLink } from '../operator-links/governed-link.ts';
import { type EndedSample, type Percentiles, selectEnded, selectSampleShare } from './ops-sample.sql.ts';
import {
  type CallbackHost,
  countAccepted,
  type DispatchCounters,
  type LiveInstance,
  selectBacklog,
  selectCallbackHosts,
  selectDispatchCounters,
  selectDueLanes,
  selectInstances,
  selectLaneBatches,
} from './ops-traffic.sql.ts';

const FRESH_MS = 900;
const SAMPLE_EVERY_MS = 5_000;
const SAMPLED_MS = 300_000;
/** A pause longer than this is a gap, not a rate. */
const GAP_MS = 15_000;
/** Ids carry the time before their transaction; the count of what was accepted lags by this much. */
const COMMIT_MS = 2_000;
const POINTS_MAX = 600;
const HOSTS_MAX = 20;

export type OpsRates = {
  readonly accepted: number;
  readonly submitted: number;
  readonly delivered: number;
  readonly failed: number;
};

/** Null rates: the first reading after nobody looked. */
export type OpsPoint = { readonly at: Date; readonly rates: OpsRates | null };

export type OpsLane = {
  readonly lane: Lane;
  readonly lists: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly oldestSeconds: number | null;
};

export type OpsFailure = { readonly brand: Brand | null; readonly errorCode: number | null; readonly count: number };
export type OpsOutcome = { readonly brand: Brand | null; readonly delivered: number; readonly failed: number };

export type OpsSnapshot = OpsPoint & {
  readonly running: { readonly dispatches: number } & OpsCounts;
  readonly lanes: readonly OpsLane[];
  readonly latency: Percentiles;
  readonly failures: readonly OpsFailure[];
  readonly outcomes: readonly OpsOutcome[];
  /** Of all messages, the share that latency and failures were read from. */
  readonly sampledShare: number;
  readonly links: readonly GovernedLink[];
  readonly callbacks: readonly CallbackHost[];
  readonly instances: readonly LiveInstance[];
  readonly receiptsWaiting: number;
  readonly engine: Readonly<Record<string, number>>;
  readonly broker: { readonly connected: boolean };
  readonly database: { readonly ms: number };
};

/** accepted = queued + withOperator + delivered + failed. */
export type OpsCounts = {
  readonly accepted: number;
  readonly queued: number;
  readonly withOperator: number;
  readonly delivered: number;
  readonly failed: number;
};

export type OpsReader = {
  snapshot(): Promise<OpsSnapshot>;
  /** The last ten minutes at most, the oldest first. */
  points(): readonly OpsPoint[];
};

type Needs = Pick<Platform, 'db' | 'bus'>;
type Sample = { readonly atMs: number; readonly share: number; readonly ended: EndedSample };
type Counted = { readonly at: Date; readonly atMs: number; readonly byId: ReadonlyMap<number, DispatchCounters> };

const readers = new WeakMap<object, OpsReader>();

/** The one reader of this process. */
export function opsReader(platform: Needs): OpsReader {
  const known = readers.get(platform.db) ?? createReader(platform);
  readers.set(platform.db, known);
  return known;
}

export const opsSnapshot = (platform: Needs): Promise<OpsSnapshot> => opsReader(platform).snapshot();

function createReader(platform: Needs): OpsReader {
  const points: OpsPoint[] = [];
  let counted: Counted | undefined;
  let sample: Sample | undefined;
  let latest: { readonly atMs: number; readonly reading: Promise<OpsSnapshot> } | undefined;

  const take = (): Promise<OpsSnapshot> =>
    read(platform.db, async (tx) => {
      const startedMs = performance.now();
      const before = counted !== undefined && startedMs - counted.atMs <= GAP_MS ? counted : undefined;
      const open = [...(before?.byId.values() ?? [])].filter(({ isOpen }) => isOpen).map(({ id }) => id);
      const rows = await selectDispatchCounters(tx, open, before?.at ?? tx.now);
      const now = { at: tx.now, atMs: performance.now(), byId: new Map(rows.map((row) => [row.id, row])) };
      const rates = before === undefined ? null : await ratesSince(tx, before, now);
      counted = now;
      if (sample === undefined || startedMs - sample.atMs >= SAMPLE_EVERY_MS) sample = await takeSample(tx);
      const state = await readState(tx);
      points.push({ at: tx.now, rates });
      if (points.length > POINTS_MAX) points.shift();
      return {
        at: tx.now,
        rates,
        running: runningOf(rows.filter(({ isOpen }) => isOpen)),
        ...state,
        ...endedOf(sample),
        broker: { connected: platform.bus.isConnected() },
        database: { ms: performance.now() - startedMs },
      };
    });

  return {
    points: () => points,
    snapshot: () => {
      const nowMs = performance.now();
      if (latest === undefined || nowMs - latest.atMs >= FRESH_MS) {
        const reading = take();
        latest = { atMs: nowMs, reading };
        // A reading that failed is not shown to whoever comes within the second.
        reading.catch(() => {
          if (latest?.reading === reading) latest = undefined;
        });
      }
      return latest.reading;
    },
  };
}

async function takeSample(tx: Tx): Promise<Sample> {
  const share = await selectSampleShare(tx);
  const ended = await selectEnded(tx, new Date(tx.now.getTime() - SAMPLED_MS), share);
  return { atMs: performance.now(), share, ended };
}

async function readState(tx: Tx) {
  const { waiting: receiptsWaiting, engine } = await selectBacklog(tx);
  return {
    lanes: lanesOf(await selectDueLanes(tx), await selectLaneBatches(tx), tx.now),
    links: await listLinks(tx),
    callbacks: await selectCallbackHosts(tx, HOSTS_MAX),
    instances: await selectInstances(tx),
    receiptsWaiting,
    engine,
  };
}

function lanesOf(
  due: Awaited<ReturnType<typeof selectDueLanes>>,
  batches: Awaited<ReturnType<typeof selectLaneBatches>>,
  now: Date,
): OpsLane[] {
  return LANES.map((lane, at) => {
    const lists = due.find((row) => row.lane === at);
    const dealt = batches.find((row) => row.lane === at);
    const waited = lists?.oldest ? Math.max(0, (now.getTime() - lists.oldest.getTime()) / 1_000) : null;
    return {
      lane,
      lists: lists?.lists ?? 0,
      queued: dealt?.queued ?? 0,
      inFlight: dealt?.inFlight ?? 0,
      oldestSeconds: waited ?? dealt?.oldestSeconds ?? null,
    };
  });
}

async function ratesSince(tx: Tx, before: Counted, now: Counted): Promise<OpsRates> {
  const toMs = now.at.getTime() - COMMIT_MS;
  const fromMs = Math.max(before.at.getTime() - COMMIT_MS, toMs - GAP_MS);
  const seconds = (toMs - fromMs) / 1_000;
  const accepted = seconds > 0 ? (await countAccepted(tx, fromMs, toMs)) / seconds : 0;
  return { accepted, ...ratesBetween(before, now) };
}

type Readings = Pick<Counted, 'atMs' | 'byId'>;

/** Counters only grow. A dispatch that is new has grown from nothing; one that was out of sight has not grown yet. */
export function ratesBetween(before: Readings, now: Readings): Omit<OpsRates, 'accepted'> {
  const seconds = Math.max(0.001, (now.atMs - before.atMs) / 1_000);
  const rate = (of: keyof Omit<OpsRates, 'accepted'>) => {
    let grown = 0;
    for (const row of now.byId.values()) {
      const base = before.byId.get(row.id)?.[of] ?? (row.isNew ? 0 : row[of]);
      grown += Math.max(0, row[of] - base);
    }
    return grown / seconds;
  };
  return { submitted: rate('submitted'), delivered: rate('delivered'), failed: rate('failed') };
}

function runningOf(rows: readonly DispatchCounters[]): OpsSnapshot['running'] {
  const sum = (of: (row: DispatchCounters) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    dispatches: rows.length,
    accepted: sum((row) => row.accepted),
    queued: sum((row) => row.accepted - row.submitted - row.unsent),
    withOperator: sum((row) => row.submitted - row.delivered - (row.failed - row.unsent)),
    delivered: sum((row) => row.delivered),
    failed: sum((row) => row.failed),
  };
}

function endedOf({ share, ended }: Sample) {
  const scaled = (count: number) => Math.round((count * 100) / share);
  const brands = [...new Set(ended.groups.map(({ brand }) => brand))].toSorted((one, other) => one - other);
  const countOf = (brand: number, status: number) =>
    ended.groups.reduce((sum, row) => sum + (row.brand === brand && row.status === status ? row.count : 0), 0);
  return {
    sampledShare: share / 100,
    latency: ended.latency,
    failures: ended.groups
      .filter(({ status }) => status === 3)
      .map(({ brand, errorCode, count }) => ({ brand: brandOfId(brand) ?? null, errorCode, count: scaled(count) })),
    outcomes: brands.map((brand) => ({
      brand: brandOfId(brand) ?? null,
      delivered: scaled(countOf(brand, 2)),
      failed: scaled(countOf(brand, 3)),
    })),
  };
}
