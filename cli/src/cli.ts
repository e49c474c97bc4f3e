#!/usr/bin/env node
// The command line of the service. Data goes to stdout and messages to stderr, so that output can be piped.
import { text as readText } from 'node:stream/consumers';
import { openClient } from '@volley/sdk/client.ts';
import { VERSION } from '@volley/sdk/version.ts';
import { readArguments } from './arguments.ts';
import { type Command, isGroup } from './command.ts';
import { COMMANDS } from './commands/table.ts';
import { painter } from './delivery-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { suggestionFor } from './suggestion.ts';
import type { Terminal } from './terminal.ts';
import { WrongUse } from './wrong-use.ts';

const DEFAULT_API = 'http://127.0.0.1:8080';

const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  paint: painter(process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''),
};

async function main(args: readonly string[]): Promise<number> {
  const [first, second] = args;
  const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';
  if (first === '--version' || first === '-v') return print(`${VERSION}\n`);
  if (first === undefined) throw new WrongUse(`No command given. Commands: ${Object.keys(COMMANDS).join(', ')}.`);
  if (isHelp(first)) return second === undefined ? print(overview(COMMANDS)) : main([...args.slice(1), '--help']);
  if (first.startsWith('-')) throw new WrongUse(`The command comes first, then options: volley COMMAND ${first} ….`);
  const entry = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (entry === undefined)
    throw new WrongUse(`Unknown command \`${first}\`.${suggestionFor(first, [...Object.keys(COMMANDS), 'help'])}`);
  if (!isGroup(entry)) return runCommand(first, entry, args.slice(1));
  if (second === undefined || isHelp(second)) {
    if (second !== undefined) return print(groupHelp(first, entry));
    throw new WrongUse(`No command given. Commands of \`${first}\`: ${Object.keys(entry.commands).join(', ')}.`, first);
  }
  const command = Object.hasOwn(entry.commands, second) ? entry.commands[second] : undefined;
  if (command === undefined)
    throw new WrongUse(
      `Unknown command \`${first} ${second}\`.${suggestionFor(second, Object.keys(entry.commands))}`,
      first,
    );
  return runCommand(`${first} ${second}`, command, args.slice(2));
}

function print(text: string): number {
  process.stdout.write(text);
  return EXIT.ok;
}

async function runCommand(name: string, command: Command, args: readonly string[]): Promise<number> {
  const signal = untilInterrupted();
  try {
    const { given, positionals } = readArguments(command, args);
    if (given.flag('help')) return print(commandHelp(name, command));
    return await command.run({
      args: positionals,
      given,
      terminal,
      signal,
      client: (retries) => {
        const key = given.text('key') ?? process.env['VOLLEY_KEY'];
        if (key === undefined || key === '')
          throw new WrongUse('No key given: set VOLLEY_KEY in the environment or use --key.');
        const api = given.text('api') ?? process.env['VOLLEY_API'] ?? DEFAULT_API;
        if (!/^https?:/.test(api) || !URL.canParse(api))
          throw new WrongUse(
            `The address of the service must be a URL such as https://volley.example: \`${api}\` is not.`,
          );
        return openClient({ api, key, ...(retries !== undefined && { retries }) });
      },
      input: () => {
        if (process.stdin.isTTY) terminal.say('Reading JSON from standard input; Ctrl+D ends it.');
        return readText(process.stdin);
      },
    });
  } catch (error) {
    if (signal.aborted) return EXIT.ok;
    if (error instanceof WrongUse) throw error.command === undefined ? new WrongUse(error.message, name) : error;
    terminal.say(explainError(error));
    return exitCodeOf(error);
  }
}

function untilInterrupted(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  return ending.signal;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  terminal.say(`${error.message}\nHelp: volley ${error.command === undefined ? '' : `${error.command} `}--help`);
  process.exitCode = EXIT.usage;
}
