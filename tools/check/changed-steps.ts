// The steps of `npm run check -- --changed`: only the changed files, in seconds.
import {
  contractStep,
  DEPENDENCY_RULE,
  FORMAT,
  isContractInput,
  isMigration,
  isSource,
  LINT,
  migrationStep,
  schemaStep,
} from './all-steps.ts';
import type { Changes } from './project-files.ts';
import type { Step } from './step.ts';

const isCode = (path: string): boolean =>
  /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.startsWith('server/third-party/');
const isInWorkspace = (path: string): boolean =>
  /^(domain|contract|smpp|server|sdk|web|widget|simulator|bench|tools)\//.test(path);
const isSchemaFile = (path: string): boolean =>
  isMigration(path) || path === 'server/schema.sql' || path === 'tools/schema.ts';
/** A change here can change the result for every file. */
const isSetting = (path: string): boolean =>
  /(^|\/)(tsconfig\.json|package\.json)$/.test(path) ||
  ['.oxlintrc.json', 'biome.json', 'knip.json', '.dependency-cruiser.mjs', 'squawk.toml', 'package-lock.json'].includes(
    path,
  );

export function changedSteps({ present, deleted }: Changes): Step[] {
  const changed = [...present, ...deleted];
  const sources = present.filter(isSource);
  const code = present.filter(isCode);
  const ruled = code.filter(isInWorkspace);
  const migrations = present.filter(isMigration);
  const step = (name: string, command: string, args: readonly string[]): Step => ({
    name,
    command,
    args,
    seconds: code.length,
    reads: isSource,
  });
  return [
    ...(code.length > 0 ? [step('lint and types', 'oxlint', [...LINT, ...code])] : []),
    ...(sources.length > 0
      ? [step('format', 'biome', [...FORMAT, '--files-ignore-unknown=true', '--no-errors-on-unmatched', ...sources])]
      : []),
    // Depth one: the imports of the changed files, but not the imports of those.
    ...(ruled.length > 0
      ? [step('dependency rule', 'depcruise', [...DEPENDENCY_RULE, '--max-depth', '1', ...ruled])]
      : []),
    ...(changed.some(isContractInput) ? [contractStep] : []),
    ...(changed.some(isSchemaFile) ? [schemaStep] : []),
    ...(migrations.length > 0 ? [migrationStep(migrations)] : []),
  ];
}

/** Checks that such a run leaves to the full check. */
export function notChecked({ present, deleted }: Changes): string[] {
  const settings = [...present, ...deleted].filter(isSetting);
  return [
    'files that import a changed file',
    'import cycles through unchanged files',
    'unused code',
    ...(deleted.some(isCode) ? [`imports of ${deleted.filter(isCode).join(', ')}`] : []),
    ...(settings.length > 0 ? [`unchanged files under the new ${settings.join(', ')}`] : []),
  ];
}
