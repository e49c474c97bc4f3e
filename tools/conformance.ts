// `npm run conformance`: every statement of conformance/*.json must be named by a test, and tests may name nothing
// else. Prints what is missing, how many of each API are tested, and fails if anything is missing.
// `npm run conformance -- partner-api` judges that list only; what tests may name is still what all lists have.
import { readdirSync, readFileSync } from 'node:fs';
import { readSources } from './source-files.ts';
import { testedStatements } from './tested-statements.ts';

const TESTED = ['domain', 'contract', 'server', 'bench'];

type Statement = { readonly id: string; readonly section: string; readonly statement: string };

const folder = new URL('../conformance/', import.meta.url);
const lists = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ api: name.replace(/\.json$/, ''), statements: readStatements(name) }));
const asked = process.argv.slice(2);
const judged = asked.length === 0 ? lists : lists.filter(({ api }) => asked.includes(api));
if (judged.length < asked.length) throw new Error(`there are the lists ${lists.map(({ api }) => api).join(', ')}`);
const ids = lists.flatMap(({ statements }) => statements.map(({ id }) => id));
const known = new Set(ids);
if (known.size < ids.length) throw new Error('two statements have the same id');

const tests = readSources(['.test.ts'], TESTED).map(({ path, text }) => ({ path, ids: testedStatements(text) }));
const tested = new Set(tests.flatMap(({ ids: named }) => named));
const unknown = tests.flatMap(({ path, ids: named }) =>
  named.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`),
);
const counted = judged.map(({ api, statements }) => ({
  api,
  total: statements.length,
  untested: statements.filter(({ id }) => !tested.has(id)),
}));

for (const { section, id, statement } of counted.flatMap(({ untested }) => untested))
  console.log(`untested  ${section}  ${id}: ${statement}`);
for (const line of unknown) console.log(`unknown   ${line}`);
for (const { api, total, untested } of counted) console.log(`${api}: ${total - untested.length} of ${total}`);
const all = counted.reduce((sum, { total }) => sum + total, 0);
const missing = counted.reduce((sum, { untested }) => sum + untested.length, 0);
console.log(`${all - missing} of ${all} statements tested`);
process.exitCode = missing + unknown.length === 0 ? 0 : 1;

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
