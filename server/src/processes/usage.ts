// The output of `--help` and `--version`, and of an error that ends the program: usage errors with a hint, outages and
// refusals as one sentence, program faults with their stack.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { VERSION } from '../platform/version.ts';
import type { Command } from './command.ts';
import { UsageError } from './options.ts';

export function showHelp(roles: readonly string[], commands: Readonly<Record<string, Pick<Command, 'help'>>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    'Usage: node server/src/main.ts ROLE…            run these roles in one process until SIGTERM',
    '       node server/src/main.ts                  run the roles of the setting ROLES',
    '       node server/src/main.ts COMMAND OPTION…  run one command and end',
    '       node server/src/main.ts --help | --version',
    '',
    `Roles: ${roles.join(', ')}`,
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`),
    '',
    'Settings are environment variables: docs/operating/settings.md',
  ].join('\n');
}

export const version = (): string => `volley ${VERSION}, node ${process.version}`;

export type ErrorOutput = { readonly text: string; readonly status: number };

export function describeError(error: unknown): ErrorOutput {
  if (!(error instanceof Error)) return { text: String(error), status: 1 };
  if (error instanceof UsageError || isArgumentError(error))
    return { text: `${error.message}\nTry: node server/src/main.ts --help`, status: 2 };
  if (isDatabaseOutage(error)) return { text: `the database does not answer: ${reasonOf(error)}`, status: 1 };
  if (error instanceof Refusal) return { text: `refused: ${error.message}`, status: 1 };
  // A plain Error is thrown on purpose, with a complete message.
  if (Object.getPrototypeOf(error) === Error.prototype) return { text: reasonOf(error), status: 1 };
  return { text: error.stack ?? error.message, status: 1 };
}

function isArgumentError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function reasonOf(error: Error): string {
  const own = error.message === '' && 'code' in error ? String(error.code) : error.message;
  return error.cause instanceof Error ? `${own}: ${reasonOf(error.cause)}` : own;
}
