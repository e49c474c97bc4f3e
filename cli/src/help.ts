// Help texts from the table of commands.
import { VERSION } from '@volley/sdk/version.ts';
import { type Command, type CommandGroup, type Options, SHARED_OPTIONS } from './command.ts';

type Table = Readonly<Record<string, Command | CommandGroup>>;

const EXIT_CODES = 'Exit codes: 0 success, 1 error, 2 wrong usage, 3 key refused, 4 not found, 5 rate limit.';

export function overview(table: Table): string {
  const rows = Object.entries(table).map(([name, { about }]): Row => [name, about]);
  return lines(
    `volley ${VERSION}, the command line of Volley`,
    '',
    'Usage: volley COMMAND [options]',
    '',
    'Commands',
    ...columns(rows),
    '',
    'Answers are JSON, one value per line, on standard output; messages go to standard error.',
    'Set VOLLEY_API and VOLLEY_KEY, use --api and --key, or store both with volley login.',
    `${EXIT_CODES} NO_COLOR is respected.`,
    '',
    'Help of a command: volley COMMAND --help. Version: volley --version.',
  );
}

export function groupHelp(name: string, { about, commands }: CommandGroup): string {
  const rows = Object.entries(commands).map(([word, command]): Row => [titleOf(word, command), command.about]);
  return lines(
    `Usage: volley ${name} COMMAND [options]`,
    '',
    sentence(about),
    '',
    'Commands',
    ...columns(rows),
    '',
    `Help of a command: volley ${name} COMMAND --help.`,
  );
}

export function commandHelp(name: string, command: Command): string {
  const { about, options = {}, notes = [], examples = [] } = command;
  return lines(
    `Usage: volley ${titleOf(name, command)} [options]`,
    '',
    sentence(about),
    '',
    'Options',
    ...columns(rowsOf({ ...options, ...SHARED_OPTIONS, ...options })),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(examples.length > 0 ? ['', 'Examples', ...examples.map((example) => `  ${example}`)] : []),
  );
}

type Row = readonly [left: string, right: string];

const titleOf = (name: string, { takes }: Command): string => (takes === undefined ? name : `${name} ${takes}`);

const rowsOf = (options: Options): Row[] =>
  Object.entries(options).map(([name, { value, about, short, multiple }]) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    `${about}${multiple === true ? '; may be repeated' : ''}`,
  ]);

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
