// `npm run --silent bench -- --quick --json`: every figure with its reference, measured in the same run on the same
// machine, as one JSON object on standard output. Progress goes to standard error. `--full` adds a run of a million
// messages, or of `--messages N`. `--smoke` does the minimum to prove that every figure can be measured. `--judge`
// fails if a figure misses its target. `--only bodies` measures only the ping delay next to the worst body of every
// route; `--route /dispatches` limits it to one route. `--only channels` measures WhatsApp messages through one
// connector process and their statuses through one API process. `--only subscribers` measures dispatches to the
// subscribers of a bot beside dispatches by number; `--subscribers 1000000` is the size of the address book,
// `--messages` that of one dispatch.
// `--only cost` measures the cost of a message and of waiting, `--rounds N` times. `--beside PATH` measures those of
// another checkout too, in turn.
// `--steady` measures a dispatch of 300,000 messages whose receipts take seconds, `--mixed` ten minutes of all kinds of
// traffic at once.
// `--only smpp` measures only the SMPP session beside npm `smpp`, `--only start` an API process to its first answer.
import { parseArgs } from 'node:util';
import { full } from './full.ts';
import { defaultDatabaseUrl } from './harness/harness.ts';
import { machineFacts } from './machine.ts';
import { ONLY } from './only.ts';
import { quick } from './quick.ts';
import { QUICK, SMOKE } from './sizes.ts';
import { rounded } from './statistics.ts';
import { report } from './with-harness.ts';

const MILLION = 1_000_000;

const { values: wanted } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
    judge: { type: 'boolean' },
    full: { type: 'boolean' },
    json: { type: 'boolean' },
    messages: { type: 'string' },
    only: { type: 'string' },
    route: { type: 'string' },
    subscribers: { type: 'string' },
    beside: { type: 'string' },
    rounds: { type: 'string' },
    steady: { type: 'boolean' },
    mixed: { type: 'boolean' },
  },
});
const only = wanted.steady === true ? 'steady' : wanted.mixed === true ? 'mixed' : wanted.only;
if (wanted.only !== undefined && ONLY[wanted.only] === undefined)
  throw new Error(`--only ${wanted.only} is unknown: use one of ${Object.keys(ONLY).join(', ')}`);
const measured = async () => ({
  ...(wanted.full === true && wanted.quick !== true
    ? {}
    : await quick(wanted.smoke === true ? SMOKE : QUICK, wanted.beside)),
  ...(wanted.full === true ? { full: await full(Number(wanted.messages ?? MILLION)) } : {}),
});
type Result = { machine: object; passed?: Record<string, boolean>; full?: { passed: Record<string, boolean> } };
const result: Result = {
  machine: await machineFacts(defaultDatabaseUrl),
  ...(await (ONLY[only ?? ''] ?? measured)(wanted)),
};
const readable = (_name: string, value: unknown): unknown => (typeof value === 'number' ? rounded(value, 3) : value);
process.stdout.write(`${JSON.stringify(result, readable, wanted.json === true ? undefined : 2)}\n`);
const missed = Object.entries({ ...result.passed, ...result.full?.passed })
  .filter(([, isPassed]) => !isPassed)
  .map(([name]) => name);
if (wanted.judge === true && missed.length > 0) {
  report(`missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}
