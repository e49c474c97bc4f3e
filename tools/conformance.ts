// `npm run conformance`: every statement of conformance/*.json must be named by a test, and tests may name nothing
// else. Prints what is missing and fails if anything is.
import { readdirSync, readFileSync } from 'node:fs';
import { readSources } from './source-files.ts';
import { testedStatements } from './tested-statements.ts';

const TESTED = ['domain', 'contract', 'server'];

type Statement = { readonly id: string; readonly section: string; readonly statement: string };

const folder = new URL('../conformance/', import.meta.url);
const statements = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readStatements(name));
const known = new Set(statements.map(({ id }) => id));
if (known.size < statements.length) throw new Error('two statements have the same id');

const tests = readSources(['.test.ts'], TESTED).map(({ path, text }) => ({ path, ids: testedStatements(text) }));
const tested = new Set(tests.flatMap(({ ids }) => ids));
const untested = statements.filter(({ id }) => !tested.has(id));
const unknown = tests.flatMap(({ path, ids }) => ids.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`));

for (const { id, section, statement } of untested) console.log(`untested  ${section}  ${id}: ${statement}`);
for (const line of unknown) console.log(`unknown   ${line}`);
console.log(`${statements.length - untested.length} of ${statements.length} statements tested`);
process.exitCode = untested.length + unknown.length === 0 ? 0 : 1;

function readStatements(name: string): Statement[] {
  const list: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  if (!Array.isArray(list) || !list.every(isStatement)) throw new Error(`conformance/${name} is no list of statements`);
  return list;
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.entries(value);
  return members.length === 3 && members.every(([name, text]) => /^(id|section|statement)$/.test(name) && text !== '');
}
