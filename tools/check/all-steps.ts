// The steps of a full `npm run check`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Step } from './step.ts';

const MIGRATIONS = 'server/migrations/';
/** Folders under web/tsconfig.json, checked separately. */
const PAGES = ['web/src', 'web/e2e', 'web/screenshots', 'web/public'];

export const LINT = ['--type-aware', '--type-check', '--deny-warnings'];
export const FORMAT = ['check', '--linter-enabled=false'];
export const DEPENDENCY_RULE = [
  '--no-progress',
  '--include-only',
  '^(domain|contract|smpp|server|sdk|cli|web|widget|site|simulator|bench|tools)/(?!dist/)',
  '--output-type',
  'err-long',
];

/** No step reads documents or images. */
export const isSource = (path: string): boolean => !/\.(md|png|webp|avif)$/.test(path);
export const isMigration = (path: string): boolean => path.startsWith(MIGRATIONS);
export const isContractInput = (path: string): boolean =>
  /^(contract|domain|sdk)\/|^tools\/(openapi\.ts|sdk-methods\/.*)$|^package\.json$/.test(path);
/** The step runs on the harness, which uses all workspaces but these. */
const isSchemaInput = (path: string): boolean => isSource(path) && !/^(server\/(src|test)|web|sdk|cli)\//.test(path);

export const migrationStep = (files: readonly string[]): Step => ({
  name: 'migrations',
  command: 'squawk',
  args: ['--config', 'squawk.toml', ...files],
  seconds: 0.2,
  reads: (path) => isMigration(path) || path === 'squawk.toml',
});

export const contractStep: Step = {
  name: 'contract current',
  command: 'node',
  args: ['tools/openapi.ts', '--check'],
  seconds: 0.7,
  reads: isContractInput,
};

const LINT_RULES = new Set(['redocly.yaml', '.redocly.lint-ignore.yaml', 'package.json']);

/** Warnings are errors here. */
const documentStep: Step = {
  name: 'OpenAPI documents',
  command: 'redocly',
  args: ['lint', ...['partner', 'messaging', 'back-office'].map((name) => `contract/openapi/${name}.json`)],
  seconds: 6,
  reads: (path) => path.startsWith('contract/openapi/') || LINT_RULES.has(path),
};

export const schemaStep: Step = {
  name: 'schema current',
  command: 'node',
  args: ['tools/schema.ts', '--check'],
  seconds: 0.8,
  reads: isSchemaInput,
};

const commitStep: Step = {
  name: 'commit messages',
  command: 'node',
  args: ['tools/commit-message.ts'],
  seconds: 0.2,
  reads: () => false,
  readsHistory: true,
};

/** Production packages, and unchanged third-party files. */
const foreignSteps: readonly Step[] = [
  {
    name: 'production packages',
    command: 'node',
    args: ['tools/production-packages.ts', '--check'],
    seconds: 0.2,
    reads: (path) => /^(package-lock\.json|server\/production-packages\.txt|tools\/production-.*)$/.test(path),
  },
  {
    name: 'third-party files',
    command: 'node',
    args: ['tools/third-party.ts', '--check'],
    seconds: 0.2,
    reads: (path) => /^(server\/third-party|server\/reference-data\/numbering)\/|^tools\/third-party\.ts$/.test(path),
  },
];

export function allSteps(): Step[] {
  const migrations = readdirSync(join(ROOT, MIGRATIONS)).map((file) => `${MIGRATIONS}${file}`);
  const over = (name: string, seconds: number, command: string, args: readonly string[]): Step => ({
    name,
    command,
    args,
    seconds,
    reads: isSource,
  });
  const withoutPages = PAGES.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]);
  return [
    over('lint and types', 13, 'oxlint', [...LINT, ...withoutPages, '.']),
    over('dependency rule', 8, 'depcruise', [...DEPENDENCY_RULE, '.']),
    over('lint and types of the console', 7, 'oxlint', [...LINT, ...PAGES]),
    over('unused code', 5, 'knip', []),
    over('format', 2, 'biome', [...FORMAT, '.']),
    documentStep,
    contractStep,
    schemaStep,
    migrationStep(migrations),
    commitStep,
    ...foreignSteps,
  ];
}
