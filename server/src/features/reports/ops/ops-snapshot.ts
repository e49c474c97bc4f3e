// The operations wall: one reader per process, shared by all viewers. It reads at most once per second, and not at all
// without viewers. Rates are differences of the dispatch counters between two readings; outcomes are sampled every five
// seconds.

import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import type { GovernedLink } from '../../operator-links/governed-link.ts';
import { type EndedSample, type Percentiles, selectEnded, selectSampleShare } from './ops-sample.sql.ts';
import { type OpsLane, readOpsState } from './ops-state.ts';
import {
  type CallbackHost,
  countAccepted,
  type DispatchCounters,
  type LiveInstance,
  selectDispatchCounters,
} from './ops-traffic.sql.ts';

const FRESH_MS = 900;
const SAMPLE_EVERY_MS = 5_000;
const SAMPLED_MS = 300_000;
/** A pause longer than this is a gap, not a rate. */
const GAP_MS = 15_000;
/** An id holds the time before its transaction commits, so the count of accepted messages lags by this much. */
const COMMIT_MS = 2_000;
const POINTS_MAX = 600;

export type OpsRates = {
  readonly accepted: number;
  readonly submitted: number;
  readonly delivered: number;
  readonly failed: number;
};

/** Null rates: first reading after a pause. */
export type OpsPoint = { readonly at: Date; readonly rates: OpsRates | null };

export type OpsFailure = { readonly brand: Brand | null; readonly errorCode: number | null; readonly count: number };
export type OpsOutcome = { readonly brand: Brand | null; readonly delivered: number; readonly failed: number };

export type OpsSnapshot = OpsPoint & {
  readonly running: { readonly dispatches: number } & OpsCounts;
  readonly lanes: readonly OpsLane[];
  readonly latency: Percentiles;
  readonly failures: readonly OpsFailure[];
  readonly outcomes: readonly OpsOutcome[];
  /** Share of messages that latency and failures were sampled from. */
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
  /** At most the last ten minutes, oldest first. */
  points(): readonly OpsPoint[];
};

type Needs = Pick<Platform, 'db' | 'bus' | 'shared'>;
type Sample = { readonly atMs: number; readonly share: number; readonly ended: EndedSample };
type Counted = { readonly at: Date; readonly atMs: number; readonly byId: ReadonlyMap<number, DispatchCounters> };

const READER = slot((): { reader?: OpsReader } => ({}));

/** The one reader of this process. */
export function opsReader(platform: Needs): OpsReader {
  const known = platform.shared.of(READER);
  known.reader ??= createReader(platform);
  return known.reader;
}

export const opsSnapshot = (platform: Needs): Promise<OpsSnapshot> => opsReader(platform).snapshot();

function createReader(platform: Needs): OpsReader {
  const points: OpsPoint[] = [];
  let counted: Counted | undefined;
  let sample: Sample | undefined;
  let latest: { readonly atMs: number; readonly reading: Promise<OpsSnapshot> } | undefined;

  const readSnapshot = (): Promise<OpsSnapshot> =>
    read(platform.db, async (tx) => {
      const startedMs = performance.now();
      const before = counted !== undefined && startedMs - counted.atMs <= GAP_MS ? counted : undefined;
      const open = [...(before?.byId.values() ?? [])].filter(({ isOpen }) => isOpen).map(({ id }) => id);
      const rows = await selectDispatchCounters(tx, open, before?.at ?? tx.now);
      const now = { at: tx.now, atMs: performance.now(), byId: new Map(rows.map((row) => [row.id, row])) };
      const rates = before === undefined ? null : await ratesSince(tx, before, now);
      counted = now;
      if (sample === undefined || startedMs - sample.atMs >= SAMPLE_EVERY_MS) sample = await readSample(tx);
      const state = await readOpsState(tx);
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
        const reading = readSnapshot();
        latest = { atMs: nowMs, reading };
        // The next viewer retries a failed reading at once.
        reading.catch(() => {
          if (latest?.reading === reading) latest = undefined;
        });
      }
      return latest.reading;
    },
  };
}

async function readSample(tx: Tx): Promise<Sample> {
  const share = await selectSampleShare(tx);
  const ended = await selectEnded(tx, new Date(tx.now.getTime() - SAMPLED_MS), share);
  return { atMs: performance.now(), share, ended };
}

async function ratesSince(tx: Tx, before: Counted, now: Counted): Promise<OpsRates> {
  const toMs = now.at.getTime() - COMMIT_MS;
  const fromMs = Math.max(before.at.getTime() - COMMIT_MS, toMs - GAP_MS);
  const seconds = (toMs - fromMs) / 1_000;
  const accepted = seconds > 0 ? (await countAccepted(tx, fromMs, toMs)) / seconds : 0;
  return { accepted, ...ratesBetween(before, now) };
}

type Readings = Pick<Counted, 'atMs' | 'byId'>;

/** Counters only grow. The base of a new dispatch is zero; a dispatch absent from `before` counts as unchanged. */
export function ratesBetween(before: Readings, now: Readings): Omit<OpsRates, 'accepted'> {
  const seconds = Math.max(0.001, (now.atMs - before.atMs) / 1_000);
  const rate = (counter: keyof Omit<OpsRates, 'accepted'>) => {
    let grown = 0;
    for (const row of now.byId.values()) {
      const base = before.byId.get(row.id)?.[counter] ?? (row.isNew ? 0 : row[counter]);
      grown += Math.max(0, row[counter] - base);
    }
    return grown / seconds;
  };
  return { submitted: rate('submitted'), delivered: rate('delivered'), failed: rate('failed') };
}

function runningOf(rows: readonly DispatchCounters[]): OpsSnapshot['running'] {
  const sum = (valueOf: (row: DispatchCounters) => number) => rows.reduce((total, row) => total + valueOf(row), 0);
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
  const brands = [...new Set(ended.groups.map(({ brand }) => brand))].toSorted((left, right) => left - right);
  const countOf = (brand: number, status: number) =>
    ended.groups.reduce((sum, row) => sum + (row.brand === brand && row.status === status ? row.count : 0), 0);
  return {
    sampledShare: share / 100,
    latency: ended.latency,
    failures: ended.groups
      .filter(({ status }) => status === MESSAGE_STATUS_CODES.FAILED)
      .map(({ brand, errorCode, count }) => ({ brand: brandOfId(brand) ?? null, errorCode, count: scaled(count) })),
    outcomes: brands.map((brand) => ({
      brand: brandOfId(brand) ?? null,
      delivered: scaled(countOf(brand, MESSAGE_STATUS_CODES.DELIVERED)),
      failed: scaled(countOf(brand, MESSAGE_STATUS_CODES.FAILED)),
    })),
  };
}
