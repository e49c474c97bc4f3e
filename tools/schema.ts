// `npm run schema`: writes server/schema.sql, the dump of a database after all migrations, for review; `--check` fails
// if the file is not current. Needs a PostgreSQL server and pg_dump.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFreshDatabase } from '@volley/bench/harness/fresh-database.ts';
import { defaultDatabaseUrl } from '@volley/bench/harness/harness.ts';
import { withDatabase } from '@volley/bench/harness/with-database.ts';

const FILE = 'server/schema.sql';
const FOLDER = 'server/migrations';

async function dumpSchema(): Promise<string> {
  const database = await createFreshDatabase(defaultDatabaseUrl, 'schema');
  try {
    await withDatabase(database.url, async (client) => {
      for (const name of readdirSync(FOLDER).sort()) await client.query(readFileSync(`${FOLDER}/${name}`, 'utf8'));
    });
    const dump = spawnSync('pg_dump', ['--schema-only', '--no-owner', '--no-privileges', database.url], {
      encoding: 'utf8',
    });
    if (dump.status !== 0) throw new Error(`pg_dump: ${dump.stderr}${dump.error ?? ''}`);
    return tidy(dump.stdout);
  } finally {
    await database.drop();
  }
}

/** Removes lines that depend on the version of the server or of pg_dump. */
function tidy(dump: string): string {
  const lines = dump.split('\n').filter((line) => !/^(--|SET |SELECT pg_catalog|\\)/.test(line));
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

const current = await dumpSchema();
if (!process.argv.includes('--check')) writeFileSync(FILE, current);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== current) {
  console.error(`${FILE} is not current: run npm run schema`);
  process.exitCode = 1;
}
