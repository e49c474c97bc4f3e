// The services that features and workers depend on. They are injected with `Pick`, so a test passes a smaller record.
import type { Config } from '../config.ts';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock/clock.ts';
import type { Database } from './database/database.ts';
import type { RestoreGate } from './database/restore-gate.ts';
import type { FileStore } from './files/file-store.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Costs } from './production-costs.ts';
import type { Readiness } from './readiness.ts';
import type { SecretBox } from './secret-box.ts';
import type { SharedState } from './state/shared-state.ts';
import type { Traces } from './traces/traces.ts';
import type { WorkerLoops } from './worker-loop.ts';

export type Platform = {
  readonly config: Config;
  readonly costs: Costs;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly readiness: Readiness;
  readonly restoreGate: RestoreGate;
  readonly loops: WorkerLoops;
  readonly secrets: SecretBox;
  readonly files: FileStore;
  readonly shared: SharedState;
  /** Id of this process in leases. */
  readonly instanceId: string;
  /**
   * Number of the lease under which this process owns batches and links. Undefined: it has lapsed. A batch that was
   * begun under another number may belong to another process.
   */
  readonly lease: () => number | undefined;
};
