// Builds the platform of every role and the reverse order of its shutdown. Stops the process when the database may lose
// acknowledged commits or does not isolate partners, and a role when the broker may lose streams.
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { absentBus } from '../platform/bus/absent-bus.ts';
import { probeBroker } from '../platform/bus/broker-version.ts';
import { connectBus } from '../platform/bus/bus.ts';
import { startClock } from '../platform/clock/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { probeDurability } from '../platform/database/durability.ts';
import { probeRole } from '../platform/database/plain-role.ts';
import { openRestoreGate } from '../platform/database/restore-gate.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { signIn } from '../platform/instance.ts';
import { createLog } from '../platform/log.ts';
import { CONNECTION, createOutageLog } from '../platform/logging/outage-log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { listenPrivately } from '../platform/metrics/private-port.ts';
import { exportProcessGauges } from '../platform/metrics/process-gauges.ts';
import type { Platform } from '../platform/platform.ts';
import { type Costs, PRODUCTION_COSTS } from '../platform/production-costs.ts';
import { createReadiness } from '../platform/readiness.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createShutdown, type Shutdown } from '../platform/shutdown.ts';
import { createSharedState } from '../platform/state/shared-state.ts';
import { createTraces } from '../platform/traces/traces.ts';
import { createWorkerLoops } from '../platform/worker-loop.ts';
import { withAliases } from './roles.ts';

export type BuiltPlatform = { readonly platform: Platform; readonly shutdown: Shutdown; readonly metricsUrl: string };

/** `kind` `command`: runs without a broker that is down; a role waits for it. */
export async function buildPlatform(
  config: Config,
  roles: readonly string[],
  { kind = 'roles', costs = PRODUCTION_COSTS }: { kind?: 'roles' | 'command'; costs?: Costs } = {},
): Promise<BuiltPlatform> {
  const log = createLog(config.logLevel, roles.join('+'));
  const metrics = createMetrics(roles.join('+'));
  const shutdown = createShutdown(log);
  const instanceId = randomUUID();
  const traces = createTraces({ config, log, metrics }, { instanceId, roles });
  shutdown.add('traces', () => traces.close());
  const outages = createOutageLog(log, 'database');
  shutdown.add('database outages', () => outages.close());
  const db = openDatabase(config.databaseUrl, {
    engineUrl: config.engineDatabaseUrl,
    poolMax: config.databasePool,
    onIdleError: (error) => outages.failed(CONNECTION, error),
    outages,
  });
  shutdown.add('database', () => db.close());
  if (costs.demandsDurability) await probeDurability(db, log);
  await probeRole(db, config.testMode, log);
  const clock = await startClock(db);
  shutdown.add('clock', () => clock.close());
  const bus = await openBroker({ config, log, metrics, shutdown }, roles, kind);
  if (kind === 'roles') probeBroker(bus, config, log);
  bus.onWake('clock', () => void clock.resync().catch(() => undefined));
  const restoreGate = await openRestoreGate(bus, log);
  shutdown.add('restore gate', () => restoreGate.close());
  const renewals = openDatabase(config.databaseUrl, {
    engineUrl: config.engineDatabaseUrl,
    poolMax: 1,
    onIdleError: (error) => outages.failed(CONNECTION, error),
  });
  shutdown.add('renewals', () => renewals.close());
  const instance = await signIn(renewals, log, { id: instanceId, roles, leaseMs: config.instanceLeaseMs });
  shutdown.add('instance', () => instance.close());
  const readiness = createReadiness({ db, bus, roles: withAliases(roles), isEnding: () => shutdown.hasBegun() });
  exportProcessGauges({ metrics, db, bus, readiness, roles });
  const privatePort = await listenPrivately(metrics, { host: config.metricsHost, port: config.metricsPort }, readiness);
  shutdown.add('metrics', () => privatePort.close());
  const secrets = createSecretBox(config.secretKeys);
  const files = openFileStore(config);
  shutdown.add('files', () => files.close());
  const platform = {
    config,
    costs,
    db,
    bus,
    clock,
    log,
    metrics,
    traces,
    readiness,
    restoreGate,
    loops: createWorkerLoops(log, metrics),
    secrets,
    files,
    shared: createSharedState(),
    instanceId,
    lease: () => instance.lease(),
  };
  return { platform, shutdown, metricsUrl: `http://${config.metricsHost}:${privatePort.port}` };
}

async function openBroker(
  { config, log, metrics, shutdown }: Pick<Platform, 'config' | 'log' | 'metrics'> & { readonly shutdown: Shutdown },
  roles: readonly string[],
  kind: 'roles' | 'command',
): Promise<Platform['bus']> {
  const outages = createOutageLog(log, 'broker');
  shutdown.add('broker outages', () => outages.close());
  const bus = await connectBus({
    waits: kind === 'roles',
    url: config.natsUrl,
    cell: config.cell,
    replicas: config.natsReplicas,
    name: `volley ${roles.join('+')}`,
    onTrouble: (what, error) => outages.failed(what, error),
    onWorked: (what) => outages.worked(what),
    onRepair: () => metrics.count('volley_bus_repairs_total'),
  }).catch((error: unknown) => {
    if (kind === 'roles') throw error;
    log.warn({ err: error }, 'the broker does not answer');
    return absentBus(config.natsUrl, error);
  });
  shutdown.add('bus', () => bus.close());
  return bus;
}
