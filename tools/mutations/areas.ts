// The parts of the project from which mutations are drawn, as folders and files.
import { readSources } from '../rules/source-files.ts';

export const AREAS = {
  money: [
    'domain/src/money/',
    'server/src/features/ledger/',
    'server/src/features/tariffs/',
    'server/src/features/dispatches/money/',
    'server/src/features/settlement/',
  ],
  isolation: [
    'domain/src/people/',
    'server/src/features/access/',
    'server/src/features/sessions/',
    'server/src/features/back-office/',
    'server/src/features/idempotency/',
    'server/src/surfaces/http/sign-in/',
  ],
  sending: [
    'domain/src/dispatches/',
    'domain/src/sending/',
    'server/src/features/queue/',
    'server/src/features/sends/',
    'server/src/features/messages/',
    'server/src/features/receipts/',
    'server/src/workers/connector/',
    'server/src/workers/pacer/',
    'server/src/workers/recorder/',
    'server/src/connectors/',
  ],
  callbacks: ['server/src/features/callbacks/', 'server/src/workers/notifier/', 'contract/src/callbacks/'],
  console: ['web/src/', 'server/src/surfaces/console-api/', 'server/src/features/reports/'],
  packages: ['sdk/src/', 'cli/src/', 'smpp/src/'],
} as const;

export type Area = keyof typeof AREAS;

export function sourcesOf(area: Area): { readonly path: string; readonly text: string }[] {
  return readSources(['.ts', '.tsx'], ['domain', 'contract', 'server', 'web', 'sdk', 'cli', 'smpp']).filter(
    ({ path }) =>
      AREAS[area].some((folder) => path.startsWith(folder)) &&
      !/\.test\.tsx?$|\/(generated|texts|testing)\//.test(path),
  );
}
