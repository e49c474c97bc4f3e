// How far the evidence about batches in doubt has been read. A doubt is judged by evidence, never by a clock alone: an
// outcome that waits in the broker, or receipts that wait in the database, may prove what became of its messages.
//
// The watch notes the last outcome in the stream at an instant of the database's time. When everything up to that
// outcome has been acknowledged, every outcome published before the instant has been recorded, and the mark moves
// there. It moves only after one whole lease of uninterrupted service of database and broker, so that every process
// that lives has renewed its lease and published what it knew. A stream that the broker has lost is noted: of batches
// that were begun before, nobody knows what was told.

import { NO_STREAM, type StreamProgress } from '../../platform/bus-streams.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { RECORDER } from '../dispatches/outcome.ts';
import { advanceOutcomesRead, capOutcomesRead, noteStream, type SeenStream, selectSeenStream } from './evidence.sql.ts';

type Probe = { readonly at: Date; readonly epoch: string; readonly last: number };

export type EvidenceWatch = {
  /** Looks at the stream once. True while leases and doubts may be judged. */
  look(): Promise<boolean>;
};

export function watchEvidence(platform: Pick<Platform, 'db' | 'bus' | 'config' | 'log'>): EvidenceWatch {
  const service = new SteadyService(platform.config.instanceLeaseMs);
  let probe: Probe | undefined;
  return {
    async look() {
      const seen = await read(platform.db, selectSeenStream);
      const progress = await platform.bus.progress('outcome', RECORDER);
      const isSteady = service.seen(performance.now());
      if (isOther(seen, progress)) await note(platform, seen, progress);
      if (probe !== undefined && isRead(probe, progress)) {
        const { at: readAt, last } = probe;
        probe = undefined;
        if (isSteady) await inTransaction(platform.db, (tx) => advanceOutcomesRead(tx, readAt, last));
      }
      probe ??= { at: seen.at, epoch: progress.epoch, last: progress.last };
      return isSteady;
    },
  };
}

/** After the database's clock stepped back: the mark would else judge doubts too early. */
export function capEvidence(tx: Tx): Promise<void> {
  return capOutcomesRead(tx);
}

async function note({ db, log }: Pick<Platform, 'db' | 'log'>, seen: SeenStream, progress: StreamProgress) {
  const isLoss = seen.epoch !== null && seen.epoch !== NO_STREAM;
  if (isLoss)
    log.error({ seen, progress }, 'the broker has lost outcomes; what was begun before is in doubt as a whole');
  await inTransaction(db, (tx) => noteStream(tx, progress, isLoss));
}

/** Another stream than the one seen before, or one that has gone back. */
export function isOther(seen: Pick<SeenStream, 'epoch' | 'last'>, { epoch, last }: StreamProgress): boolean {
  return seen.epoch !== epoch || seen.last > last;
}

/** A stream that the broker has lost holds nothing that could still be read. */
export function isRead(probe: Pick<Probe, 'epoch' | 'last'>, { epoch, oldest }: StreamProgress): boolean {
  return epoch !== probe.epoch || oldest === undefined || oldest > probe.last;
}

/** Whether database and broker have answered for a whole lease without a gap. */
export class SteadyService {
  readonly #leaseMs: number;
  #sinceMs: number | undefined;
  #lastMs = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Both have just answered. A gap of half a lease is an outage: a process may have missed its renewal. */
  seen(nowMs: number): boolean {
    if (this.#sinceMs === undefined || nowMs - this.#lastMs > this.#leaseMs / 2) this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
    return nowMs - this.#sinceMs >= this.#leaseMs;
  }
}
