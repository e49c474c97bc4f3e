// What every feature and worker may lean on. Parts are taken by `Pick`, so a test passes a smaller record.
import type { Config } from '../config.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { FileStore } from './file-store.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { RestoreGate } from './restore-gate.ts';
import type { SecretBox } from './secret-box.ts';
import type { WorkerLoops } from './worker-loop.ts';

export type Platform = {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly restoreGate: RestoreGate;
  readonly loops: WorkerLoops;
  readonly secrets: SecretBox;
  readonly files: FileStore;
  /** This process, as it signs leases. */
  readonly instanceId: string;
  /** Whether its lease still stands; what others may have taken must not be worked on. */
  readonly holdsLease: () => boolean;
};
