#!/usr/bin/env node
// The command line of the service. Data goes to stdout, talk to stderr, so that output can be piped.
import { parseArgs } from 'node:util';
import { openClient } from './client.ts';
import { painter } from './delivery-line.ts';
import { EXIT } from './exit-codes.ts';
import { isOwnNetwork, readTarget } from './forward-target.ts';
import { type ListenOptions, listen, type Terminal } from './listen.ts';

const HELP = `Examples
  volley listen --forward-to localhost:9000/hook     events of the account go to your machine
  volley listen --forward-to localhost:9000/hook --events delivered,read
  volley listen --forward-to localhost:9000/hook --json | jq .status

Usage
  volley listen --forward-to URL [options]

Options
  --forward-to URL   where each array of events is posted, as a callback would be
  --key KEY          key of type MESSAGES; better in the environment, as VOLLEY_KEY
  --api URL          where the service is; VOLLEY_API, else http://127.0.0.1:8080
  --events LIST      only these, separated by commas: sent, delivered, read, price, click, inbound_sent
  --secret SECRET    sign as callbacks are signed (whsec_…); VOLLEY_CALLBACK_SECRET
  --anywhere         forward to an address outside of your machine and network
  --json             one JSON object a line
  --help             this page

Exit codes: 0 ended by you, 1 error, 2 wrong use, 3 the key is refused. NO_COLOR is respected.
`;

const OPTIONS = {
  'forward-to': { type: 'string' },
  key: { type: 'string' },
  api: { type: 'string' },
  events: { type: 'string' },
  secret: { type: 'string' },
  anywhere: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DEFAULT_API = 'http://127.0.0.1:8080';
const SECRET_PREFIX = 'whsec_';

class WrongUse extends Error {}

const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  paint: painter(process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''),
};

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const [command, ...rest] = positionals;
  if (values.help === true || command === 'help') {
    process.stdout.write(HELP);
    return EXIT.ok;
  }
  if (command === undefined) throw new WrongUse('Which command? There is `listen`.');
  if (command !== 'listen') throw new WrongUse(`There is no command \`${command}\`. There is \`listen\`.`);
  if (rest.length > 0) throw new WrongUse(`\`${rest.join(' ')}\` is not understood.`);
  return listen(await listenOptions(values), terminal);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof readArguments>['values'];

async function listenOptions(values: Values): Promise<ListenOptions> {
  const { env } = process;
  const key = values.key ?? env['VOLLEY_KEY'];
  if (key === undefined || key === '') throw new WrongUse('A key is needed: VOLLEY_KEY in the environment, or --key.');
  const url = readTarget(values['forward-to'] ?? '');
  if (values['forward-to'] === undefined || url === undefined)
    throw new WrongUse('--forward-to needs an address like localhost:9000/hook.');
  if (values.anywhere !== true && !(await isOwnNetwork(url)))
    throw new WrongUse(
      `${url.host} is not on this machine or a private network. If events may go there, say --anywhere.`,
    );
  const api = values.api ?? env['VOLLEY_API'] ?? DEFAULT_API;
  if (!URL.canParse(api)) throw new WrongUse('--api needs an address like https://volley.example.');
  return {
    client: openClient({ api, key }),
    receiver: { url, secret: readSecret(values.secret ?? env['VOLLEY_CALLBACK_SECRET']) },
    json: values.json === true,
    events: (values.events ?? '').split(',').filter((event) => event !== ''),
    signal: untilInterrupted(),
  };
}

function readSecret(text: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined;
  if (!text.startsWith(SECRET_PREFIX)) throw new WrongUse(`A secret begins with ${SECRET_PREFIX}.`);
  return Buffer.from(text.slice(SECRET_PREFIX.length), 'base64');
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
