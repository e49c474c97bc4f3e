// Options and positional arguments of one command.
import { parseArgs } from 'node:util';
import { type Command, type Given, type Options, SHARED_OPTIONS } from './command.ts';
import { suggestionFor } from './suggestion.ts';
import { WrongUse } from './wrong-use.ts';

export function readArguments(
  { options: own = {}, takes = '' }: Command,
  args: readonly string[],
): { readonly given: Given; readonly positionals: readonly string[] } {
  const { values, positionals } = parse({ ...SHARED_OPTIONS, ...own }, args);
  const extra = positionals.slice(takes.endsWith('…') ? positionals.length : countOf(takes));
  if (extra.length > 0 && values['help'] !== true)
    throw new WrongUse(`Unexpected argument${extra.length > 1 ? 's' : ''} \`${extra.join(' ')}\`.`);
  return {
    positionals,
    given: {
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name) => [values[name] ?? []].flat().map(String),
      flag: (name) => values[name] === true,
    },
  };
}

const countOf = (takes: string) => takes.split(' ').filter((word) => word !== '').length;

function parse(options: Options, args: readonly string[]) {
  const specs = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short !== undefined && { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: specs, allowPositionals: true });
  } catch (error) {
    throw new WrongUse(problemOf(error, Object.keys(options)));
  }
}

/** Node's own texts are long. */
function problemOf(error: unknown, known: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const [, option = ''] = /^Unknown option '(?:-\w, )?(-[^']*)'/.exec(error.message) ?? [];
  if (option === '') return `${error.message.split('\n')[0]}`.replace(/\.?$/, '.');
  const suggestion = suggestionFor(
    option,
    known.map((name) => `--${name}`),
  );
  return `Unknown option \`${option}\`.${suggestion}`;
}
