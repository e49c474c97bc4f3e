// `npm run matrix`: a small trial on every supported version of the servers around the service. A trial starts its own
// servers on free ports and ends them. Programs that this machine does not have come from Debian packages, unpacked
// under --folder. Needs root, apt and the Debian archive; a combination that cannot be had is "not run", never "ok".
//   --only postgres-18   the combination of this name, else those whose name begins with the word
//   --json               one JSON line per combination instead of text
//   --markdown           also writes the rows of docs/operating/supported.md
//   --folder DIR         where packages are kept (default /var/tmp/volley-matrix)
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { run as runProgram } from './built/run-program.ts';
import { COMBINATIONS, type Combination } from './matrix/combinations.ts';
import { type MatrixRow, updatedPage } from './matrix/supported-page.ts';

const PAGE = 'docs/operating/supported.md';
const REASON_CHARACTERS = 300;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    folder: { type: 'string', default: '/var/tmp/volley-matrix' },
  },
});
const names = COMBINATIONS.map(({ name }) => name);
const isWanted = names.includes(options.only)
  ? (name: string) => name === options.only
  : (name: string) => name.startsWith(options.only);
const wanted = COMBINATIONS.filter(({ name }) => isWanted(name));
if (wanted.length === 0) throw new Error(`no combination ${options.only}; choose from ${names.join(', ')}`);
mkdirSync(options.folder, { recursive: true });
const commit = runCommit();

let failed = 0;
for (const combination of wanted) {
  const startedAt = performance.now();
  const outcome = await tryCombination(combination);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { name, shows = '' } = combination;
  const date = new Date().toISOString().slice(0, 10);
  const node = process.version.slice(1);
  const row: MatrixRow = { name, shows, ...outcome, node, command: commandOf(combination), date, commit, seconds };
  if (row.result !== 'ok') failed += 1;
  console.log(options.json ? JSON.stringify(row) : `${row.name}: ${row.result} (${row.seconds} s) ${row.versions}`);
  if (options.markdown) writeFileSync(PAGE, updatedPage(readFileSync(PAGE, 'utf8'), row, names));
}
process.exitCode = failed === 0 ? 0 : 1;

async function tryCombination({ open }: Combination): Promise<Pick<MatrixRow, 'versions' | 'result'>> {
  let opened: Awaited<ReturnType<Combination['open']>>;
  try {
    opened = await open(options.folder);
  } catch (error) {
    return { versions: '', result: `not run: ${reasonOf(error)}` };
  }
  const { versions, run, stop } = opened;
  try {
    await run();
    return { versions, result: 'ok' };
  } catch (error) {
    console.error(error);
    return { versions, result: `failed: ${reasonOf(error)}` };
  } finally {
    await stop();
  }
}

function commandOf({ name, setting = '' }: Combination): string {
  const chosen = process.env[setting];
  return `${chosen === undefined ? '' : `${setting}=${chosen} `}npm run matrix -- --only ${name}`;
}

/** The commit that is run; the page with the rows is no part of it. */
function runCommit(): string {
  const changed = runProgram('git', ['status', '--porcelain', '--', '.', `:!${PAGE}`]);
  const head = runProgram('git', ['rev-parse', '--short', 'HEAD']);
  return changed === '' ? head : `${head} with changes`;
}

/** One line without the logs of the roles, so that it fits a row. */
function reasonOf(error: unknown): string {
  const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n== ', 1);
  return text.replaceAll(/\s+/g, ' ').slice(0, REASON_CHARACTERS);
}
