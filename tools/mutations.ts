// `npm run mutations -- --seed 28`: proves that `.ci/run` finds what `npm run ci:full` finds. Draws mutations of money,
// isolation, sending, callbacks, console and packages, and makes them in a second work tree: first each alone, with the
// tests nearest to it, then all that these have not found together, with every test and step. Exits with 1 if a test
// finds a mutation that `.ci/run` would not have selected for it. Needs PostgreSQL, NATS, Chromium and a map (`npm run
// ci:full`).
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
import { type Failure, type Judge, openJudge, without } from './mutations/judge.ts';
import { openScratchTree } from './mutations/scratch-tree.ts';
import { type MutationPlan, planMutation, planTogether, type Tier, type Trial } from './mutations/trial-plan.ts';

/** `by`: the trial, and the files that failed. */
type Result = {
  readonly area: Area;
  readonly mutation: string;
  readonly verdict: Tier | 'survived';
  readonly by: string;
};
type Drawn = { readonly area: Area; readonly mutation: Mutation; readonly title: string; readonly plan: MutationPlan };

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
  mkdirSync(dirname(options.results), { recursive: true });
  const servers = await startServers();
  const tree = openScratchTree();
  try {
    const environment = { ...process.env, ...servers.environment, CI: 'true' };
    await judgeDrawn(openJudge(tree, environment, `${options.results}.log`));
  } finally {
    tree.remove();
    await servers.stop();
  }
  const known = readResults();
  return report(drawn.flatMap(({ title }) => known.get(title) ?? []));
}

async function judgeDrawn(judge: Judge): Promise<void> {
  const costs = new Map(readLedger().map((row) => [row.name, totalOf(row)]));
  const known = readResults();
  const open: Drawn[] = [];
  for (const one of drawn.filter(({ title }) => !known.has(title))) {
    const each = { ...one, plan: planMutation(one.mutation, project, map, costs) };
    console.log(`== ${each.area}: ${each.title}`);
    if (!(await isFoundAlone(judge, each))) open.push(each);
  }
  for (const trial of open.length === 0 ? [] : planTogether(project, costs)) await findTogether(judge, open, trial);
  for (const each of open) store(each, 'survived', '');
}

async function isFoundAlone(judge: Judge, each: Drawn): Promise<boolean> {
  for (const trial of each.plan.alone) {
    const failure = await judge.find([each.mutation], trial);
    if (failure === undefined) continue;
    store(each, 'selected', failure.by);
    return true;
  }
  return false;
}

/** Removes from `open` the mutations that the trial finds. Files that fail only with several of them find none. */
async function findTogether(judge: Judge, open: Drawn[], whole: Trial): Promise<void> {
  console.log(`== ${open.length} mutations together: ${whole.name}`);
  let trial: Trial | undefined = whole;
  while (open.length > 0 && trial !== undefined) {
    const mutations = open.map(({ mutation }) => mutation);
    const failure: Failure | undefined = await judge.find(mutations, trial);
    if (failure === undefined) return;
    const found = await culpritOf(judge, open, failure.trial);
    if (found === undefined) {
      trial = without(trial, 'files' in failure.trial ? failure.trial.files : []);
    } else {
      store(found, found.plan.tierOf(failure.trial), failure.by);
      open.splice(open.indexOf(found), 1);
    }
  }
}

async function culpritOf(judge: Judge, open: readonly Drawn[], trial: Trial): Promise<Drawn | undefined> {
  for (const each of open) if ((await judge.find([each.mutation], trial)) !== undefined) return each;
  console.log(`   fails only with several mutations: ${trial.name}`);
  return undefined;
}

function store({ area, title }: Drawn, verdict: Result['verdict'], by: string): void {
  const result: Result = { area, mutation: title, verdict, by };
  appendFileSync(options.results, `${JSON.stringify(result)}\n`);
  console.log(`-- ${VERDICTS[verdict]}: ${title} (${by})`);
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
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  console.log(
    `${count('selected')} found by the selection, ${count('full')} only by all files, ${count('survived')} survived both`,
  );
  return count('full') === 0 ? 0 : 1;
}
