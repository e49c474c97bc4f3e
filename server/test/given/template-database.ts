// The migrated database that test files copy. Making it takes a second, so it is kept for the day. Its name contains a
// digest of its inputs: a change of an input makes a new template.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { NUMBERING_FILES } from '../../src/features/numbering/load-numbering.ts';
import { TARIFF_FILES } from '../../src/features/tariffs/load-tariffs.ts';
import { prepareDatabase } from '../../src/processes/prepare.ts';
import { databaseUrl, onServer } from './servers.ts';
import { TEST_COSTS } from './test-costs.ts';

const PREFIX = 'volley_owned_template_';
const DAY_MS = 86_400_000;
const SERVER = new URL('../../', import.meta.url);
const SOURCES = [
  'src/processes/prepare.ts',
  'src/platform/database/migrate.ts',
  'src/platform/database/partitions.ts',
  'src/features/numbering/load-numbering.ts',
  'src/features/tariffs/load-tariffs.ts',
  'test/given/test-costs.ts',
].map((path) => new URL(path, SERVER));

/** The name of today's template; made unless an earlier run of today has made it. */
export async function keepTemplate({ url, role }: { readonly url: string; readonly role: string }): Promise<string> {
  const run = (statement: string) => onServer(statement, url);
  const name = `${ofDay(Date.now())}${digestOfSources()}`;
  const known = (await run(`select datname as name from pg_database where datname like '${PREFIX}%'`)).map((row) =>
    String(row['name']),
  );
  if (known.includes(name)) return name;
  const made = `${name}_${process.pid}`;
  await run(`create database ${made} owner ${pg.escapeIdentifier(role)}`);
  await prepareDatabase({ ...readConfig({}), databaseUrl: databaseUrl(url, made, role) }, TEST_COSTS);
  // A concurrent run may have made it: its template is equal.
  await run(`alter database ${made} rename to ${name}`).catch(() => run(`drop database ${made}`));
  // Removes templates of earlier days and of killed runs. Yesterday's may be in use: a run can pass midnight.
  const recent = [ofDay(Date.now()), ofDay(Date.now() - DAY_MS)];
  for (const old of known.filter((other) => !recent.some((prefix) => other.startsWith(prefix))))
    await run(`drop database if exists ${old}`).catch(() => undefined);
  return name;
}

const ofDay = (timeMs: number) => `${PREFIX}${new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', '')}_`;

function digestOfSources(): string {
  const migrations = new URL('migrations/', SERVER);
  const files = readdirSync(migrations).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(new URL(file, migrations)));
  for (const file of [...NUMBERING_FILES, ...TARIFF_FILES, ...SOURCES]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
