// `npm run ci:long`: proofs that take too long for every change: large property counts, long chaos and fuzz runs, the
// checked figures of the quick bench, a million messages. Runs them one after another and records date, commit and
// result in docs/long-proofs.md. `-- --only chaos` runs the proofs whose name contains the word.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ProofResult, type ProofRun, updatedTable } from './proofs/proof-table.ts';

type Proof = {
  readonly name: string;
  /** As typed in a shell. */
  readonly command: string;
  readonly shows: string;
};

const PROOFS: readonly Proof[] = [
  {
    name: 'properties',
    command: 'PROPERTY_RUNS=2000 npm run test:unit',
    shows: 'every property of the rules with 20 times the runs of a change',
  },
  {
    name: 'models',
    command: 'PROPERTY_RUNS=1000 npx vitest run --project integration server/test/storage server/test/money',
    shows: 'models of engine, sends and money with 10 times the runs',
  },
  {
    name: 'callback day',
    command: 'PROPERTY_RUNS=1000 npx vitest run --project integration callbacks-resend callback-tries verifier-limits',
    shows: 'all 289 callback attempts of a day one by one; SMS pumping with 3,000 numbers',
  },
  {
    name: 'hooks',
    command: 'LONG=1 npx vitest run --project integration server/test/limits/hook-walls.test.ts',
    shows:
      '10,000 anonymous calls to each hook: at most 100 µs of CPU per refused call, no statement, no secret opened',
  },
  {
    name: 'browser',
    command: 'LONG=1 npx vitest run --project browser web/e2e/import.test.ts web/e2e/live.test.ts web/e2e/docs.test.ts',
    shows:
      'a million rows and live updates, with their wall-time limits checked; the developer site as static files of another host',
  },
  {
    name: 'samples',
    command:
      'SAMPLES=all npx vitest run --project integration server/test/samples.test.ts server/test/receivers.test.ts',
    shows:
      'the sample servers and callback receivers of docs/samples in six languages; needs go, java, mono-mcs, libmono-system-net-http4.0-cil, php-cli and python3',
  },
  {
    name: 'clients',
    command: 'npm run clients',
    shows:
      'generated clients: TypeScript, Python, PHP, Go, Java and the objects of C# compiled; needs a JDK, mono-mcs with libnewtonsoft-json5.0-cil, go with golang-golang-x-oauth2-google-dev, php-cli and python3',
  },
  {
    name: 'subscribers',
    command: 'npm run --silent bench -- --only subscribers --subscribers 1000000 --judge --json',
    shows: 'a dispatch to a million subscribers of a bot, at most 15 % slower than one by number, without table scans',
  },
  {
    name: 'image',
    command: 'npm run image',
    shows:
      'the image builds, and migrate and every role run from its filesystem until a message is delivered; needs root, buildah and debootstrap',
  },
  {
    name: 'release',
    command: 'npm run release -- --try',
    shows: 'the archive of an installation unpacks, runs every role and delivers a message',
  },
  {
    name: 'handbook',
    command: 'npm run handbook',
    shows:
      'the page on installing, followed in a fresh Debian, leads to a delivered message; needs root, debootstrap and iproute2',
  },
  {
    name: 'matrix',
    command: 'npm run matrix -- --markdown',
    shows:
      'a small trial on every supported version of PostgreSQL, NATS, PgBouncer, S3 and ClamAV, and an upgrade under traffic; needs root and the Debian archive',
  },
  {
    name: 'chaos',
    command: 'npm run chaos -- --messages 100000',
    shows: 'kills, freezes, outages and hostile operators under 100,000 messages',
  },
  {
    name: 'chaos of providers',
    command: 'npm run chaos -- --providers',
    shows:
      '2,000 messages over each HTTP protocol with lost answers, throttling, failures, resets and an expired token',
  },
  {
    name: 'mutations',
    command: 'npm run mutations -- --seed 28',
    shows: '`.ci/run` finds what `npm run ci:full` finds, on thirty mutations; needs the map of a recorded run',
  },
  { name: 'fuzz', command: 'npm run fuzz -- --requests 100000', shows: '100,000 spoiled requests' },
  { name: 'bench quick', command: 'npm run bench -- --quick --judge', shows: 'every figure against its target' },
  {
    name: 'bench channels',
    command: 'npm run bench -- --only channels --judge',
    shows: 'WhatsApp messages through one connector process and statuses through one API process',
  },
  { name: 'bench full', command: 'npm run bench -- --full --judge', shows: 'a million messages: speed, memory, stop' },
];

const PAGE = 'docs/long-proofs.md';

function run({ command }: Proof): Promise<Pick<ProofRun, 'result' | 'seconds'>> {
  const startedAt = performance.now();
  const child = spawn('bash', ['-c', command], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) =>
      resolve({ result: resultOf(status), seconds: Math.round((performance.now() - startedAt) / 1_000) }),
    );
  });
}

/** Storms end with 2 when they could not judge the product. */
const resultOf = (status: number | null): ProofResult =>
  status === 0 ? 'passed' : status === 2 ? 'not judged' : 'failed';

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = PROOFS.filter(({ name }) => values.only === undefined || name.includes(values.only));
if (wanted.length === 0)
  throw new Error(`no proof named ${values.only}; choose from ${PROOFS.map(({ name }) => name).join(', ')}`);

let failed = 0;
for (const proof of wanted) {
  console.log(`== ${proof.name}: ${proof.command}`);
  const { result, seconds } = await run(proof);
  failed += result === 'passed' ? 0 : 1;
  const done: ProofRun = { ...proof, date: new Date().toISOString().slice(0, 10), commit, seconds, result };
  writeFileSync(PAGE, updatedTable(readFileSync(PAGE, 'utf8'), done));
  console.log(`-- ${result === 'passed' ? 'ok' : result.toUpperCase()}: ${proof.name} (${seconds} s)`);
}
console.log(`${wanted.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
