// PostgreSQL plans every statement of the program against the schema, those that no other test runs included.
import pg from 'pg';
import { expect, test } from 'vitest';
import { readSources } from '../../../tools/rules/source-files.ts';
import { type Statement, statementsOf } from '../../../tools/sql/statements.ts';
import { givenDatabase } from '../given/databases.ts';

/** Statements that are put together from arguments; the tests of their functions run them. */
const ASSEMBLED_MAX = 40;

/** PostgreSQL prepares only statements that have a plan; settings and definitions have none. */
const hasPlan = (text: string) => /^\s*(?:select|insert|update|delete|with|values)\b/.test(text);

async function allStatements(): Promise<Statement[]> {
  const files = readSources(['.sql.ts'], ['server/src']);
  return (await Promise.all(files.map(statementsOf))).flat();
}

test('PostgreSQL can prepare every statement of the program', async ({ annotate }) => {
  const statements = await allStatements();
  const database = await givenDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const faults: string[] = [];
  try {
    for (const { path, line, text } of statements) {
      if (text === undefined || !hasPlan(text)) continue;
      await client
        .query(`prepare checked as ${text}`)
        .then(() => client.query('deallocate checked'))
        .catch((error: Error) => faults.push(`${path}:${line} ${error.message}`));
    }
  } finally {
    await client.end();
    await database.drop();
  }
  const assembled = statements.filter(({ text }) => text === undefined);
  await annotate(`${statements.length - assembled.length} statements prepared, ${assembled.length} assembled`);
  expect(faults).toEqual([]);
  expect(assembled.length).toBeLessThanOrEqual(ASSEMBLED_MAX);
});
