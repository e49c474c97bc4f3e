// Before the integration tests: reports a missing PostgreSQL or NATS, and makes one migrated database that every test
// file copies. After the run it removes every database and stream of the run. The next run on the same machine removes
// those of a killed run. The migrated database stays for the runs of the same day.
import { createHash } from 'node:crypto';
import { globSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { TestProject } from 'vitest/node';
import { openServer } from './given/databases.ts';
import { DATABASE_SERVER_URL, type DatabaseServer, NATS_URL, onServer, TEST_FILES } from './given/servers.ts';
import { isAlive, startQuickPostgres } from './quick-postgres.ts';

declare module 'vitest' {
  // Vitest's way to declare the values that a run provides to its tests.
  export interface ProvidedContext {
    runName: string;
    /** The server of all databases that no other program opens. */
    quickServer: DatabaseServer;
    /** Process id of that server, if it belongs to this run alone. */
    quickServerPid: number | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await checkServers();
  const machine = `volley_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}_`;
  const runName = `${machine}${process.pid}_${Date.now()}`;
  const isLeft = (name: string) =>
    name.startsWith(machine) && !isAlive(Number(name.slice(machine.length).split('_')[0]));
  await remove(isLeft);
  // A server that a person names is used for all tests.
  const quick = process.env['TEST_DATABASE_URL'] === undefined ? await startQuickPostgres() : undefined;
  if (quick !== undefined) await removeDatabases(quick.url, isLeft);
  project.provide('runName', runName);
  project.provide('quickServerPid', quick?.pid);
  project.provide('quickServer', await openServer(quick?.url ?? DATABASE_SERVER_URL));
  return async () => {
    if (quick !== undefined) await removeDatabases(quick.url, (name) => name.startsWith(runName));
    await remove((name) => name.startsWith(runName));
    await quick?.stop();
    removeFiles(runName);
  };
}

async function checkServers(): Promise<void> {
  const problems: string[] = [];
  await onServer('select 1', DATABASE_SERVER_URL).catch((error: Error) =>
    problems.push(
      `PostgreSQL does not answer at ${withoutPassword(DATABASE_SERVER_URL)} (TEST_DATABASE_URL): ${error.message}`,
    ),
  );
  await connect({ servers: NATS_URL, timeout: 3_000 })
    .then(async (connection) => {
      const withJetStream = await jetstreamManager(connection).then(
        () => true,
        () => false,
      );
      if (!withJetStream) problems.push(`NATS at ${NATS_URL} runs without JetStream (nats-server -js)`);
      await connection.close();
    })
    .catch((error: Error) => problems.push(`NATS does not answer at ${NATS_URL} (TEST_NATS_URL): ${error.message}`));
  if (problems.length > 0) throw new Error(`the integration tests need PostgreSQL and NATS:\n${problems.join('\n')}`);
}

/** Drops databases and streams by name. */
async function remove(isOurs: (name: string) => boolean): Promise<void> {
  await removeDatabases(DATABASE_SERVER_URL, isOurs);
  const connection = await connect({ servers: NATS_URL });
  const { streams } = await jetstreamManager(connection);
  for await (const stream of streams.list())
    if (isOurs(stream.config.name)) await streams.delete(stream.config.name).catch(() => undefined);
  await connection.close();
}

/** Files of systems that a worker shared: no test file ends them. */
function removeFiles(runName: string): void {
  for (const folder of globSync(join(TEST_FILES, `${runName}*`))) rmSync(folder, { recursive: true, force: true });
}

async function removeDatabases(server: string, isOurs: (name: string) => boolean): Promise<void> {
  const rows = await onServer(`select datname as name from pg_database`, server);
  for (const { name } of rows)
    if (isOurs(String(name))) await onServer(`drop database if exists ${String(name)} with (force)`, server);
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  return shown.href;
}
