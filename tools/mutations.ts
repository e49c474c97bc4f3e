// `npm run mutations -- --seed 28`: proves that `.ci/run` finds what `npm run ci:full` finds. Draws mutations of money,
// isolation, sending, callbacks, console and packages, changes one file at a time in a second work tree, and runs the
// files and steps that `.ci/run` selects; only if none fails, also the rest. Exits with 1 if the rest finds a mutation that
// the selection missed. Takes hours. Needs PostgreSQL, NATS, Chromium and a map (`npm run ci:full`).
//   --each 5        mutations per area
//   --area money    only this area
//   --results FILE  continues a run: mutations with a result in the file are not judged again
//   --list          only prints the mutations with the number of reached files
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './check/step.ts';
import { isCommitted, WRITTEN } from './ci/changed-files.ts';
import { readProject } from './ci/project-tests.ts';
import { readMap } from './ci/reach-map.ts';
import { selectFiles } from './ci/select-files.ts';
import { startServers } from './ci/start-servers.ts';
import { readLedger, totalOf } from './ledger/ledger-file.ts';
import { AREAS, type Area, sourcesOf } from './mutations/areas.ts';
import { describeMutation, draw } from './mutations/draw.ts';
import { findMutations, type Mutation, mutated } from './mutations/find-mutations.ts';
import { type Finding, openJudge } from './mutations/judge.ts';
import { openScratchTree } from './mutations/scratch-tree.ts';
import { planTrials } from './mutations/trial-plan.ts';

type Result = Finding & { readonly area: Area; readonly mutation: string; readonly seconds: number };

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '28' },
    each: { type: 'string', default: '5' },
    area: { type: 'string' },
    results: { type: 'string', default: join(ROOT, '.volley/mutations.jsonl') },
    list: { type: 'boolean', default: false },
  },
});
const VERDICTS = { selected: 'found by the selection', full: 'FOUND ONLY BY ALL FILES', survived: 'survived both' };
const map = readMap() ?? missingMap();
const project = readProject();
// Keys of a constant object.
const areas = (Object.keys(AREAS) as Area[]).filter((area) => options.area === undefined || area === options.area);
const drawn = areas.flatMap((area) =>
  draw(sourcesOf(area).flatMap(findMutations), Number(options.each), options.seed).map((mutation) => ({
    area,
    mutation,
    title: describeMutation(mutation, project.textOf(mutation.path)),
  })),
);

if (options.list)
  for (const { area, mutation, title } of drawn) console.log(`${area}: ${title} (${reachOf(mutation)})`);
else process.exitCode = await judgeAll();

function missingMap(): never {
  throw new Error('no map of a recorded run: npm run ci:full writes it');
}

function reachOf(mutation: Mutation): string {
  const before = project.textOf(mutation.path);
  const { selected, everything } = selectFiles(
    [{ path: mutation.path, before, now: mutated(before, mutation) }],
    map,
    project,
  );
  return everything === undefined ? `reaches ${selected.size} of ${project.tests.length} files` : 'reaches every file';
}

async function judgeAll(): Promise<number> {
  // A signal would end this process without its exit handlers, which end the tests.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (!isCommitted(WRITTEN)) throw new Error('commit the changes of the work tree: mutations change its last commit');
  const known = readResults();
  mkdirSync(dirname(options.results), { recursive: true });
  const servers = await startServers();
  const tree = openScratchTree();
  const log = `${options.results}.log`;
  const judge = openJudge(tree, { ...process.env, ...servers.environment, CI: 'true' }, log);
  const costs = new Map(readLedger().map((row) => [row.name, totalOf(row)]));
  try {
    for (const { area, mutation, title } of drawn) {
      if (known.has(title)) continue;
      console.log(`== ${area}: ${title}`);
      const startedAt = performance.now();
      const finding = await judge.judge(mutation, planTrials(mutation, project, map, costs));
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const result: Result = { area, mutation: title, ...finding, seconds };
      known.set(title, result);
      appendFileSync(options.results, `${JSON.stringify(result)}\n`);
      console.log(`-- ${VERDICTS[result.verdict]} (${seconds} s) ${result.by}`);
    }
  } finally {
    tree.remove();
    await servers.stop();
  }
  return report(drawn.flatMap(({ title }) => known.get(title) ?? []));
}

function readResults(): Map<string, Result> {
  if (!existsSync(options.results)) return new Map();
  const lines = readFileSync(options.results, 'utf8').trim().split('\n');
  // Written by this program.
  const results = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  return new Map(results.map((result) => [result.mutation, result]));
}

function report(results: readonly Result[]): number {
  console.log(['| Area | Mutation | Verdict | By |', '|---|---|---|---|'].join('\n'));
  for (const result of results)
    console.log(`| ${result.area} | \`${result.mutation}\` | ${VERDICTS[result.verdict]} | ${result.by} |`);
  const count = (verdict: Finding['verdict']) => results.filter((result) => result.verdict === verdict).length;
  console.log(
    `${count('selected')} found by the selection, ${count('full')} only by all files, ${count('survived')} survived both`,
  );
  return count('full') === 0 ? 0 : 1;
}
