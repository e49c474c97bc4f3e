// Before the integration tests: reports a missing PostgreSQL or NATS, and makes one migrated database that every test
// file copies. After the run it removes every database and stream of the run. The next run on the same machine removes
// those of a killed run. The migrated database stays for the runs of the same day.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { TestProject } from 'vitest/node';
import { DATABASE_SERVER_URL, NATS_URL, onServer, plainRole } from './given/servers.ts';
import { keepTemplate } from './given/template-database.ts';

declare module 'vitest' {
  // Vitest's way to declare the values that a run provides to its tests.
  export interface ProvidedContext {
    runName: string;
    templateName: string;
    /** Owner of every database of the run; undefined if the user of the server is a plain role. */
    plainRole: string | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await checkServers();
  const machine = `volley_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}_`;
  const runName = `${machine}${process.pid}_${Date.now()}`;
  await remove((name) => name.startsWith(machine) && !isAlive(Number(name.slice(machine.length).split('_')[0])));
  project.provide('runName', runName);
  const role = await plainRole();
  project.provide('plainRole', role);
  project.provide('templateName', await keepTemplate(role));
  return () => remove((name) => name.startsWith(runName));
}

async function checkServers(): Promise<void> {
  const problems: string[] = [];
  await onServer('select 1').catch((error: Error) =>
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
  const rows = await onServer(`select datname as name from pg_database`);
  for (const { name } of rows)
    if (isOurs(String(name))) await onServer(`drop database if exists ${String(name)} with (force)`);
  const connection = await connect({ servers: NATS_URL });
  const { streams } = await jetstreamManager(connection);
  for await (const stream of streams.list())
    if (isOurs(stream.config.name)) await streams.delete(stream.config.name).catch(() => undefined);
  await connection.close();
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  return shown.href;
}
