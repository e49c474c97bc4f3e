// Builds the ground every role stands on, and the order in which it is taken down again. Stops the
// process when the database would not keep what it acknowledges.
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { connectBus } from '../platform/bus.ts';
import { startClock } from '../platform/clock.ts';
import { type Database, openDatabase, read } from '../platform/database.ts';
import { signIn } from '../platform/instance.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { createMetrics, listenPrivately } from '../platform/metrics.ts';
import { openFileStore } from '../platform/open-file-store.ts';
import type { Platform } from '../platform/platform.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createShutdown, type Shutdown } from '../platform/shutdown.ts';

export type Ground = { readonly platform: Platform; readonly shutdown: Shutdown; readonly metricsUrl: string };

export async function buildPlatform(config: Config, roles: readonly string[]): Promise<Ground> {
  const log = createLog(config.logLevel, roles.join('+'));
  const metrics = createMetrics(roles.join('+'));
  const shutdown = createShutdown(log);
  const db = openDatabase(config.databaseUrl, {
    poolMax: config.databasePool,
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  shutdown.add('database', () => db.close());
  await probeDurability(db, log);
  const clock = await startClock(db);
  shutdown.add('clock', () => clock.close());
  const bus = await connectBus({
    url: config.natsUrl,
    cell: config.cell,
    replicas: config.natsReplicas,
    name: `volley ${roles.join('+')}`,
    onTrouble: (what, error) => log.debug({ err: error, what }, 'bus trouble'),
    onRepair: () => metrics.count('volley_bus_repairs_total'),
  });
  shutdown.add('bus', () => bus.close());
  bus.onRing('clock', () => void clock.resync().catch(() => undefined));
  const instanceId = randomUUID();
  const instance = await signIn(db, log, { id: instanceId, roles, leaseMs: config.instanceLeaseMs });
  shutdown.add('instance', () => instance.close());
  const isReady = async () => bus.isConnected() && (await read(db, async () => true));
  const privatePort = await listenPrivately(metrics, { host: config.metricsHost, port: config.metricsPort }, isReady);
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
