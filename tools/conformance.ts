// `npm run conformance`: a test must cover every statement of conformance/*.json (see covers.ts). Prints the untested
// statements and the count of tested statements per API; fails if any statement is untested.
// `npm run conformance -- partner-api` requires tests for that list only; `covers` may name ids of all lists.
import { readStatementLists } from './proofs/conformance-list.ts';
import { testedStatements } from './proofs/tested-statements.ts';
import { readSources } from './rules/source-files.ts';

const TESTED = ['domain', 'contract', 'server', 'bench'];

const lists = readStatementLists();
const apis = lists.map(({ api }) => api);
const asked = process.argv.slice(2);
const unlisted = asked.filter((api) => !apis.includes(api));
if (unlisted.length > 0) throw new Error(`no list ${unlisted.join(', ')} in conformance/, only ${apis.join(', ')}`);
const required = lists.filter(({ api }) => asked.length === 0 || asked.includes(api));
const ids = lists.flatMap(({ statements }) => statements.map(({ id }) => id));
const repeated = ids.filter((id, at) => ids.indexOf(id) < at);
if (repeated.length > 0) throw new Error(`conformance/*.json has several statements ${repeated.join(', ')}`);
const known = new Set(ids);

const tests = readSources(['.test.ts'], TESTED).map(({ path, text }) => ({ path, ids: testedStatements(text, path) }));
const tested = new Set(tests.flatMap(({ ids: covered }) => covered));
const unknown = tests.flatMap(({ path, ids: covered }) =>
  covered.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`),
);
const counted = required.map(({ api, statements }) => ({
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
