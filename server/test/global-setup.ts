// Before the integration tests: says plainly when PostgreSQL or NATS is missing, and makes one migrated
// database that every test file copies. Afterwards whatever the run made is removed, also what a broken
// test left behind.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { prepareDatabase } from '../src/processes/prepare.ts';
import { DATABASE_SERVER_URL, databaseUrl, NATS_URL, onServer } from './given/servers.ts';

declare module 'vitest' {
  // The only way to tell vitest what a run provides to its tests.
  export interface ProvidedContext {
    runName: string;
    templateName: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await checkServers();
  const runName = `volley_test_${process.pid}_${Date.now()}`;
  const templateName = `${runName}_template`;
  await onServer(`create database ${templateName}`);
  await prepareDatabase({ ...readConfig({}), databaseUrl: databaseUrl(templateName) });
  project.provide('runName', runName);
  project.provide('templateName', templateName);
  return () => removeLeftovers(runName);
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
  if (problems.length > 0) throw new Error(`the integration tests need their servers:\n${problems.join('\n')}`);
}

async function removeLeftovers(runName: string): Promise<void> {
  const rows = await onServer(`select datname as name from pg_database where starts_with(datname, '${runName}')`);
  for (const { name } of rows) await onServer(`drop database if exists ${String(name)} with (force)`);
  const connection = await connect({ servers: NATS_URL });
  const { streams } = await jetstreamManager(connection);
  for await (const stream of streams.list())
    if (stream.config.name.startsWith(runName)) await streams.delete(stream.config.name).catch(() => undefined);
  await connection.close();
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  return shown.href;
}
