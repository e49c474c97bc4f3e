#!/usr/bin/env node
// The command line of the service. Data goes to stdout and messages to stderr, so that output can be piped.
import { text as readText } from 'node:stream/consumers';
import { type Client, openClient } from '@volley/sdk/client.ts';
import { VolleyError } from '@volley/sdk/errors/volley-error.ts';
import { VERSION } from '@volley/sdk/version.ts';
import { readArguments } from './arguments.ts';
import { askKey } from './ask-key.ts';
import { type Command, isGroup } from './command.ts';
import { COMMANDS } from './commands/table.ts';
import { apiOf, connectionOf, keyOf } from './connection.ts';
import { painter } from './delivery-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import type { Login } from './login-file.ts';
import { suggestionFor } from './suggestion.ts';
import type { Terminal } from './terminal.ts';
import { WrongUse } from './wrong-use.ts';

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
      client: (retries) => open(connectionOf(given, process.env), retries),
      open,
      connection: () => {
        const [api, key] = [apiOf(given, process.env), keyOf(given, process.env)];
        return { ...(api !== undefined && { api }), ...(key !== undefined && { key }) };
      },
      secret: () => askKey(terminal, signal),
      input: () => {
        if (process.stdin.isTTY) terminal.say('Reading JSON from standard input; Ctrl+D ends it.');
        return readText(process.stdin);
      },
    });
  } catch (error) {
    const isOpen = error instanceof VolleyError && error.mayBeDone;
    // Ctrl+C is no error, unless the service may have done a part of the command.
    if (signal.aborted && !isOpen) return EXIT.ok;
    if (error instanceof WrongUse) throw error.command === undefined ? new WrongUse(error.message, name) : error;
    terminal.say(explainError(error, Object.hasOwn(command.options ?? {}, 'idempotency-key')));
    return signal.aborted ? EXIT.error : exitCodeOf(error);
  }
}

/** The service checks bodies and queries: it may be newer than the command line. */
function open({ api, key }: Login, retries?: number): Client {
  return openClient({ api, key, checks: 'ids', ...(retries !== undefined && { retries }) });
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
