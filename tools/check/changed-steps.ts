// The steps of `npm run check -- --changed`: only the changed files, in seconds.
import {
  contractStep,
  formatOf,
  isCode,
  isContractInput,
  isMigration,
  isRuled,
  isSetting,
  isSource,
  LINT,
  migrationStep,
  ruleOf,
  schemaStep,
} from './all-steps.ts';
import type { Changes } from './project-files.ts';
import type { Step } from './step.ts';

const isSchemaFile = (path: string): boolean =>
  isMigration(path) || path === 'server/schema.sql' || path === 'tools/schema.ts';

export function changedSteps({ present, deleted }: Changes): Step[] {
  const changed = [...present, ...deleted];
  const sources = present.filter(isSource);
  const code = present.filter(isCode);
  const ruled = code.filter(isRuled);
  const migrations = present.filter(isMigration);
  const step = (name: string, { command, args }: Pick<Step, 'command' | 'args'>): Step => ({
    name,
    command,
    args,
    seconds: code.length,
    reads: isSource,
  });
  return [
    ...(code.length > 0 ? [step('lint and types', { command: 'oxlint', args: [...LINT, ...code] })] : []),
    ...(sources.length > 0 ? [step('format', formatOf(sources))] : []),
    ...(ruled.length > 0 ? [step('dependency rule', ruleOf(ruled))] : []),
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
