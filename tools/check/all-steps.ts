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
/** A change here can change the result for every file. */
export const isSetting = (path: string): boolean =>
  /(^|\/)(tsconfig\.json|package\.json)$/.test(path) ||
  ['.oxlintrc.json', 'biome.json', 'knip.json', '.dependency-cruiser.mjs', 'squawk.toml', 'package-lock.json'].includes(
    path,
  );
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

type Over = Pick<Step, 'command' | 'args' | 'narrowed'>;

export const isCode = (path: string): boolean =>
  /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.startsWith('server/third-party/');
const isPage = (path: string): boolean => PAGES.some((folder) => path.startsWith(`${folder}/`));
/** The dependency rule speaks of these files. */
export const isRuled = (path: string): boolean =>
  isCode(path) && /^(domain|contract|smpp|server|sdk|cli|web|widget|site|simulator|bench|tools)\//.test(path);

const typesSince = (project: string, files: readonly string[]) => ({
  command: 'node',
  args: ['tools/check/types-since.ts', project, ...files],
});

/** Depth one: the imports of the changed files, but not the imports of those. */
export const ruleOf = (files: readonly string[]): Pick<Step, 'command' | 'args'> =>
  files.length === 0
    ? { command: 'node', args: ['--eval', ''] }
    : { command: 'depcruise', args: [...DEPENDENCY_RULE, '--max-depth', '1', ...files] };

export const formatOf = (files: readonly string[]): Pick<Step, 'command' | 'args'> => ({
  command: 'biome',
  args: [...FORMAT, '--files-ignore-unknown=true', '--no-errors-on-unmatched', ...files],
});

export function allSteps(): Step[] {
  const migrations = readdirSync(join(ROOT, MIGRATIONS)).map((file) => `${MIGRATIONS}${file}`);
  const over = (name: string, seconds: number, { command, args, narrowed }: Over): Step => ({
    name,
    command,
    args,
    seconds,
    reads: isSource,
    ...(narrowed && { narrowed }),
  });
  const withoutPages = PAGES.flatMap((folder) => ['--ignore-pattern', `${folder}/**`]);
  return [
    over('lint and types', 13, {
      command: 'oxlint',
      args: [...LINT, ...withoutPages, '.'],
      narrowed: (changed) =>
        typesSince(
          '.',
          changed.filter(isCode).filter((path) => !isPage(path)),
        ),
    }),
    over('dependency rule', 8, {
      command: 'depcruise',
      args: [...DEPENDENCY_RULE, '.'],
      narrowed: (changed) => ruleOf(changed.filter(isRuled)),
    }),
    over('lint and types of the console', 7, {
      command: 'oxlint',
      args: [...LINT, ...PAGES],
      narrowed: (changed) => typesSince('web', changed.filter(isCode).filter(isPage)),
    }),
    over('unused code', 5, {
      command: 'knip',
      args: ['--cache', '--cache-location', 'node_modules/.cache/volley-check/knip'],
    }),
    over('format', 2, { command: 'biome', args: [...FORMAT, '.'], narrowed: formatOf }),
    documentStep,
    contractStep,
    schemaStep,
    migrationStep(migrations),
    commitStep,
    ...foreignSteps,
  ];
}
