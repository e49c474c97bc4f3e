// Marks up to which time all outcomes are recorded. A batch in doubt is decided by evidence, never by time alone:
// unread outcomes and receipts may prove the fate of its messages. A probe remembers the last outcome of the stream and
// the database time; when that outcome is acknowledged, the mark moves to that time. It moves only after a whole lease
// of uninterrupted service of database and broker, so that every live process has renewed its lease and published its
// outcomes. A stream lost by the broker is recorded: for batches begun before, the published outcomes are unknown.
import { NO_STREAM, type StreamProgress } from '../../../platform/bus/bus-streams.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { RECORDER } from '../../queue/batches/outcome.ts';
import {
  advanceOutcomesRead,
  capOutcomesRead,
  recordStream,
  type SeenStream,
  selectSeenStream,
} from './evidence.sql.ts';

type Probe = { readonly at: Date; readonly epoch: string; readonly last: number };

export type EvidenceWatch = {
  /** Checks the stream. Resolves to true while leases and doubts may be decided. */
  check(): Promise<boolean>;
};

export function watchEvidence(platform: Pick<Platform, 'db' | 'bus' | 'config' | 'log'>): EvidenceWatch {
  const service = new SteadyService(platform.config.instanceLeaseMs);
  let probe: Probe | undefined;
  return {
    async check() {
      const seen = await read(platform.db, selectSeenStream);
      const progress = await platform.bus.progress('outcome', RECORDER);
      const isSteady = service.seen(performance.now());
      if (hasStreamChanged(seen, progress)) await recordChange(platform, seen, progress);
      if (probe !== undefined && isProbeRead(probe, progress)) {
        const { at: readAt, last } = probe;
        probe = undefined;
        if (isSteady) await inTransaction(platform.db, (tx) => advanceOutcomesRead(tx, readAt, last));
      }
      probe ??= { at: seen.at, epoch: progress.epoch, last: progress.last };
      return isSteady;
    },
  };
}

/** After a backward step of the database clock: a mark in the future would decide doubts too early. */
export function capEvidence(tx: Tx): Promise<void> {
  return capOutcomesRead(tx);
}

async function recordChange({ db, log }: Pick<Platform, 'db' | 'log'>, seen: SeenStream, progress: StreamProgress) {
  const isLoss = seen.epoch !== null && seen.epoch !== NO_STREAM;
  if (isLoss)
    log.error({ seen, progress }, 'the broker has lost outcomes; batches begun before are in doubt as a whole');
  await inTransaction(db, (tx) => recordStream(tx, progress, isLoss));
}

/** A different or rewound stream. */
export function hasStreamChanged(seen: Pick<SeenStream, 'epoch' | 'last'>, { epoch, last }: StreamProgress): boolean {
  return seen.epoch !== epoch || seen.last > last;
}

/** A lost stream has no outcome left to read. */
export function isProbeRead(probe: Pick<Probe, 'epoch' | 'last'>, { epoch, oldest }: StreamProgress): boolean {
  return epoch !== probe.epoch || oldest === undefined || oldest > probe.last;
}

/** True after database and broker have answered for a whole lease without a gap. */
export class SteadyService {
  readonly #leaseMs: number;
  #sinceMs: number | undefined;
  #lastMs = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Call after both have answered. A gap of half a lease is an outage: a process may have missed its renewal. */
  seen(nowMs: number): boolean {
    if (this.#sinceMs === undefined || nowMs - this.#lastMs > this.#leaseMs / 2) this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
    return nowMs - this.#sinceMs >= this.#leaseMs;
  }
}
