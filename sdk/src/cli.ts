#!/usr/bin/env node
// The command line of the service. Data goes to stdout and messages to stderr, so that output can be piped.
import { parseArgs } from 'node:util';
import { ApiFailure } from './api-failure.ts';
import { openClient } from './client.ts';
import { COMMANDS, isCommand, runCommand } from './commands.ts';
import { painter } from './delivery-line.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { isOwnNetwork, readTarget } from './forward-target.ts';
import { HELP } from './help.ts';
import { adviceFor, type ListenOptions, listen, reasonOf, type Terminal } from './listen.ts';
import { readSecret } from './verify-callback.ts';
import { WrongUse } from './wrong-use.ts';

const OPTIONS = {
  'forward-to': { type: 'string' },
  key: { type: 'string' },
  api: { type: 'string' },
  events: { type: 'string' },
  secret: { type: 'string' },
  anywhere: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  channel: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string', multiple: true },
  text: { type: 'string' },
  'external-id': { type: 'string' },
  'dry-run': { type: 'boolean' },
  after: { type: 'string' },
  follow: { type: 'boolean' },
} as const;

const DEFAULT_API = 'http://127.0.0.1:8080';

const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  paint: painter(process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''),
};

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const [command, ...rest] = positionals;
  const all = ['listen', ...COMMANDS].join(', ');
  if (values.help === true || command === 'help') {
    process.stdout.write(HELP);
    return EXIT.ok;
  }
  if (command === undefined) throw new WrongUse(`No command given. Commands: ${all}.`);
  if (isCommand(command)) return runOne(command, rest, values);
  if (command !== 'listen') throw new WrongUse(`Unknown command \`${command}\`. Commands: ${all}.`);
  if (rest.length > 0) throw new WrongUse(`Unexpected arguments \`${rest.join(' ')}\`.`);
  return listen(await listenOptions(values), terminal);
}

async function runOne(command: (typeof COMMANDS)[number], rest: string[], values: Values): Promise<number> {
  const signal = untilInterrupted();
  try {
    return await runCommand(command, {
      client: () => clientOf(values),
      arguments: rest,
      options: values,
      out: (line) => terminal.out(line),
      signal,
    });
  } catch (error) {
    if (signal.aborted) return EXIT.ok;
    if (error instanceof WrongUse) throw error;
    terminal.say(error instanceof ApiFailure ? `${error.message}\n${adviceFor(error)}` : reasonOf(error));
    return exitCodeOf(error);
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof readArguments>['values'];

/** `listen` retries by itself. */
function clientOf(values: Values, retries?: number) {
  const { env } = process;
  const key = values.key ?? env['VOLLEY_KEY'];
  if (key === undefined || key === '')
    throw new WrongUse('No key given: set VOLLEY_KEY in the environment or use --key.');
  const api = values.api ?? env['VOLLEY_API'] ?? DEFAULT_API;
  if (!URL.canParse(api)) throw new WrongUse('--api must be a URL such as https://volley.example.');
  return openClient({ api, key, ...(retries !== undefined && { retries }) });
}

async function listenOptions(values: Values): Promise<ListenOptions> {
  const client = clientOf(values, 0);
  const url = readTarget(values['forward-to'] ?? '');
  if (values['forward-to'] === undefined || url === undefined)
    throw new WrongUse('--forward-to must be an address such as localhost:9000/hook.');
  if (values.anywhere !== true && !(await isOwnNetwork(url)))
    throw new WrongUse(
      `${url.host} is not on this machine or a private network. To forward events there, use --anywhere.`,
    );
  return {
    client,
    receiver: { url, secret: secretOf(values.secret ?? process.env['VOLLEY_CALLBACK_SECRET']) },
    json: values.json === true,
    events: (values.events ?? '').split(',').filter((event) => event !== ''),
    signal: untilInterrupted(),
  };
}

function secretOf(text: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return readSecret(text);
  } catch (error) {
    throw new WrongUse(reasonOf(error));
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
  terminal.say(`${error.message}\n\n${HELP}`);
  process.exitCode = EXIT.usage;
}
