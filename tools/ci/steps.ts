// The steps of CI, in their order. A step with `reads` runs in `.ci/run` only if such a file changed; `npm run ci:full`
// runs all of them.
import type { TestProject } from './project-tests.ts';

export type Step = {
  readonly name: string;
  /** As typed in a shell. */
  readonly command: string;
  readonly reads?: RegExp;
  /** It mostly waits for the network and uses neither PostgreSQL nor NATS: runs beside the other steps. */
  readonly beside?: true;
};

export type TestStep = { readonly name: string; readonly project: 'unit' | TestProject };

const LOCK = String.raw`^package-lock\.json$|(^|/)package\.json$|^\.npmrc$|^tools/ci(/|\.ts$)|^\.ci/`;
const SYSTEM = '^(server/(src|migrations|reference-data)|domain|contract/src|smpp|simulator|bench/src)/';
const DEMO = '^tools/(demo|sandbox|local-servers|steps|docs-beside|built-folder)';
const reads = (...paths: readonly string[]): RegExp => new RegExp([LOCK, ...paths].join('|'));

export const STEPS: readonly (Step | TestStep)[] = [
  { name: 'check', command: 'npm run --silent check' },
  {
    name: 'production install',
    command: 'node tools/ci/production-install.ts',
    reads: reads('^tools/production-packages', '^tools/packages/production', '^server/production-packages'),
    beside: true,
  },
  {
    name: 'client of TypeScript',
    command: 'npm run --silent clients -- --only typescript',
    reads: reads('^(contract|domain)/', '^tools/clients'),
    beside: true,
  },
  { name: 'unit tests', project: 'unit' },
  { name: 'every statement tested', command: 'npm run --silent conformance' },
  { name: 'integration tests', project: 'integration' },
  {
    name: 'developer site',
    command: 'npm run --silent build:docs',
    reads: reads(
      '^(site|docs|contract|domain|widget)/',
      String.raw`^[^/]+\.md$`,
      '^tools/(build-docs|built-folder|steps)',
    ),
  },
  { name: 'browser tests', project: 'browser' },
  // Uses the console that the browser tests have built.
  { name: 'packages, installed', command: 'npm run --silent packages:try' },
  {
    name: 'tests of alert rules',
    command: 'promtool test rules deploy/observability/tests/alerts.yml deploy/observability/tests/slo.yml',
  },
  {
    name: 'alerts, in a running system',
    command: 'npm run --silent observability',
    reads: reads(
      '^deploy/observability/',
      '^tools/(observability|dashboards)',
      '^server/src/(processes|platform|workers|connectors/sms-smpp)/',
      '^server/src/features/(operator-links|callbacks|settlement|duty|queue|reports)/',
      '^(smpp|simulator|bench/src/harness)/',
    ),
  },
  { name: 'demo', command: 'npm run --silent demo -- --once', reads: reads(SYSTEM, '^sdk/', DEMO) },
  // The order of faults is fixed here; `npm run ci:long` and runs by hand draw others.
  { name: 'chaos, small', command: 'npm run --silent chaos -- --messages 10000 --kills 8 --seed 7' },
  { name: 'fuzz, small', command: 'npm run --silent fuzz -- --requests 5000 --workers 8 --seed 1' },
  // Figures that hardly move with the machine.
  {
    name: 'cost of a message',
    command: 'npm run --silent bench -- --only cost --judge --json',
    reads: reads(SYSTEM),
  },
  // Measures every figure with few messages: proves that the bench runs. `npm run ci:long` judges the figures.
  { name: 'bench, smoke', command: 'npm run --silent bench -- --quick --smoke --json', reads: reads(SYSTEM, '^sdk/') },
];

/** Steps for these changed files; undefined: all. */
export function stepsFor(changed: readonly string[] | undefined): (Step | TestStep)[] {
  return STEPS.filter(
    (step) => changed === undefined || !('reads' in step) || changed.some((path) => step.reads?.test(path)),
  );
}
