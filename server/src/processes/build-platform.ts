// Builds the ground every role stands on, and the order in which it is taken down again. Stops the
// process when the database would not keep what it acknowledges or would not keep partners apart.
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { absentBus } from '../platform/absent-bus.ts';
import { connectBus } from '../platform/bus.ts';
import { startClock } from '../platform/clock.ts';
import { type Database, openDatabase, read } from '../platform/database.ts';
import { signIn } from '../platform/instance.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { createMetrics, listenPrivately } from '../platform/metrics.ts';
import { openFileStore } from '../platform/open-file-store.ts';
import { probeRole } from '../platform/plain-role.ts';
import type { Platform } from '../platform/platform.ts';
import { createReadiness } from '../platform/readiness.ts';
import { openRestoreGate } from '../platform/restore-gate.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createShutdown, type Shutdown } from '../platform/shutdown.ts';
import { createWorkerLoops } from '../platform/worker-loop.ts';

export type Ground = { readonly platform: Platform; readonly shutdown: Shutdown; readonly metricsUrl: string };

/** `command`: does without a broker that is away, where a role waits for it. */
export async function buildPlatform(
  config: Config,
  roles: readonly string[],
  kind: 'roles' | 'command' = 'roles',
): Promise<Ground> {
  const log = createLog(config.logLevel, roles.join('+'));
  const metrics = createMetrics(roles.join('+'));
  const shutdown = createShutdown(log);
  const db = openDatabase(config.databaseUrl, {
    poolMax: config.databasePool,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  shutdown.add('database', () => db.close());
  await probeDurability(db, log);
  await probeRole(db, config.testMode, log);
  const clock = await startClock(db);
  shutdown.add('clock', () => clock.close());
  const bus = await connectBus({
    waits: kind === 'roles',
    url: config.natsUrl,
    cell: config.cell,
    replicas: config.natsReplicas,
    name: `volley ${roles.join('+')}`,
    onTrouble: (what, error) => log.debug({ err: error, what }, 'bus trouble'),
    onRepair: () => metrics.count('volley_bus_repairs_total'),
  }).catch((error: unknown) => {
    if (kind === 'roles') throw error;
    log.warn({ err: error }, 'the broker does not answer');
    return absentBus(config.natsUrl, error);
  });
  shutdown.add('bus', () => bus.close());
  bus.onRing('clock', () => void clock.resync().catch(() => undefined));
  const restoreGate = await openRestoreGate(bus, log);
  shutdown.add('restore gate', () => restoreGate.close());
  const instanceId = randomUUID();
  const instance = await signIn(db, log, { id: instanceId, roles, leaseMs: config.instanceLeaseMs });
  shutdown.add('instance', () => instance.close());
  const readiness = createReadiness({ db, bus, roles, isEnding: () => shutdown.hasBegun() });
  const privatePort = await listenPrivately(metrics, { host: config.metricsHost, port: config.metricsPort }, readiness);
  shutdown.add('metrics', () => privatePort.close());
  const secrets = createSecretBox(config.secretKeys);
  const files = openFileStore(config);
  shutdown.add('files', () => files.close());
  const platform = {
    config,
    db,
    bus,
    clock,
    log,
    metrics,
    readiness,
    restoreGate,
    loops: createWorkerLoops(log, metrics),
    secrets,
    files,
    instanceId,
    holdsLease: () => instance.holdsLease(),
  };
  return { platform, shutdown, metricsUrl: `http://${config.metricsHost}:${privatePort.port}` };
}

async function probeDurability(db: Database, log: Logger): Promise<void> {
  const rows = await read(db, (tx) =>
    tx.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
    ),
  );
  const off = rows.filter((row) => row.setting === 'off').map((row) => row.name);
  if (off.length > 0) throw new Error(`the database may lose what it acknowledged: ${off.join(', ')} off`);
  log.debug({ settings: rows }, 'database durability checked');
}
