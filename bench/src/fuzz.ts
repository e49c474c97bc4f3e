// `npm run fuzz -- --requests 100000 --seed 7`: requests generated from the contract with one defect each, and bytes
// that are not HTTP, against a running API. Fails if an answer is 5xx or violates the error shape, if a refused request
// changed data, if memory grows with the requests, or if the process died. `--leak 100` makes the API leak a hundred
// bytes per request, to prove that leaks are found.
import { parseArgs } from 'node:util';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import pg from 'pg';
import { seededChance } from './chaos/random.ts';
import { FuzzWorker, foreignIds } from './fuzz/fuzz-worker.ts';
import { type Claim, MemoryWatch, watchedSettings } from './fuzz/memory-watch.ts';
import { indexForPictures, pictureOf, pictureOfReference } from './fuzz/pictures.ts';
import { exchange, rawCases } from './fuzz/raw-cases.ts';
import { Verdicts } from './fuzz/verdicts.ts';
import { freePort } from './harness/free-port.ts';
import { startHarness } from './harness/harness.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import { asSystem } from './harness/with-database.ts';
import { cpuSeconds } from './machine.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    workers: { type: 'string', default: '16' },
    seed: { type: 'string' },
    leak: { type: 'string', default: '0' },
  },
});
const requestsWanted = Number(values.requests);
const workersWanted = Number(values.workers);
const seed = values.seed === undefined ? Math.floor(Math.random() * 0xffff_ffff) : Number(values.seed);
const RAW_ROUNDS_PER = 10_000;
const PARTNERS_AT_ONCE = 4;
const SLOW_SHARE_MAX = 0.0005;
const MEMORY_FROM = 50_000;

const startedAt = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${what}`);

say(`seed ${seed}: ${requestsWanted} requests, ${workersWanted} at a time (repeat with --seed ${seed})`);
// Only the API runs: every change is the effect of a request.
const harness = await startHarness({ what: 'fuzz', layout: [], links: [], settings: { DATABASE_POOL: '16' } });
const database = new pg.Pool({
  connectionString: harness.databaseUrl,
  options: `${asSystem} -c plan_cache_mode=force_generic_plan`,
  max: 4,
});
const verdicts = new Verdicts();

async function partnerIdOf({ companyId }: PartnerClient): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select partner_id as id from companies where id = $1', [
    companyId,
  ]);
  return rows[0]?.id ?? 0;
}

async function givenWorkers(bystander: PartnerClient): Promise<FuzzWorker[]> {
  const foreign = await foreignIds(bystander);
  const adminToken = await harness.givenAdminToken();
  const endpoints = [...partnerApi, ...messagingApi.filter(({ auth }) => auth === 'key'), ...widgetApi];
  const workers: FuzzWorker[] = [];
  while (workers.length < workersWanted) {
    const partners = await Promise.all(Array.from({ length: PARTNERS_AT_ONCE }, () => harness.givenPartner()));
    for (const partner of partners) {
      const chance = seededChance(seed + workers.length * 7_919);
      const needs = { partner, partnerId: await partnerIdOf(partner), adminToken, foreign, chance };
      workers.push(new FuzzWorker({ ...needs, endpoints, database, verdicts }));
    }
  }
  return workers;
}

async function runRaw(bystander: PartnerClient): Promise<void> {
  for (const one of rawCases(bystander.token)) {
    const from = performance.now();
    const answer = await exchange(harness.apiUrl(), one);
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
    const text = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString();
    if (status !== undefined)
      verdicts.check(`raw: ${one.name}`, { status: Number(status), text, ms: performance.now() - from });
    else if (one.cut !== true) verdicts.complain('no answer', `raw: ${one.name}`, answer);
  }
}

async function run(): Promise<readonly Claim[]> {
  const watchPort = await freePort();
  const api = await harness.startRoles(['api'], watchedSettings(watchPort, Number(values.leak)));
  const bystander = await harness.givenPartner();
  const bystanderId = await partnerIdOf(bystander);
  const workers = await givenWorkers(bystander);
  const untouched = async () => [await pictureOf(database, bystanderId), await pictureOfReference(database)].join(' ');
  const before = await untouched();
  await indexForPictures(database);
  const apiPid = api.pid ?? process.pid;
  const memory = new MemoryWatch(watchPort, requestsWanted);
  const from = { ms: performance.now(), api: cpuSeconds(apiPid), driver: cpuSeconds(process.pid) };
  say(`${workers.length} partners created`);
  let rawRounds = 0;
  const work = async (worker: FuzzWorker): Promise<void> => {
    while (verdicts.answers < requestsWanted) {
      await worker.runBlock();
      await memory.look(verdicts.answers / requestsWanted);
    }
    await worker.close();
  };
  const raw = async (): Promise<void> => {
    do {
      await runRaw(bystander);
      rawRounds += 1;
    } while (rawRounds < requestsWanted / RAW_ROUNDS_PER);
  };
  await Promise.all([raw(), ...workers.map(work)]);
  const statuses = [...verdicts.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  say(`answers ${statuses.join(', ')}; ${rawRounds} rounds of raw bytes`);
  const seconds = (performance.now() - from.ms) / 1_000;
  const used = (pid: number, before: number) => `${(cpuSeconds(pid) - before).toFixed(1)} s`;
  say(
    `${Math.round(verdicts.answers / seconds)} answers per second over ${seconds.toFixed(1)} s; processor time of the API ${used(apiPid, from.api)}, of this program ${used(process.pid, from.driver)}`,
  );
  const count = (what: string) => verdicts.counts.get(what) ?? 0;
  return [
    [`${verdicts.answers} answers`, verdicts.answers >= requestsWanted],
    [`${count('answer 5xx')} answers 5xx`, count('answer 5xx') === 0],
    [
      `${count('answer outside the error shape')} errors outside their shape`,
      count('answer outside the error shape') === 0,
    ],
    [
      `${count('answer that exposes internals')} errors that expose internals`,
      count('answer that exposes internals') === 0,
    ],
    [`${count('no answer')} requests without an answer`, count('no answer') === 0],
    [
      `${count('state changed by a refused request')} changes by refused requests, ${verdicts.proved} proved to change nothing`,
      count('state changed by a refused request') === 0 && verdicts.proved > 0,
    ],
    ['another partner and the reference data are unchanged', (await untouched()) === before],
    [
      `${verdicts.slow} answers took longer than 1 s, the longest ${Math.round(verdicts.longestMs)} ms`,
      verdicts.slow <= verdicts.answers * SLOW_SHARE_MAX,
    ],
    ...memoryClaims(memory),
    ['the process is alive', harness.processes.every((child) => child.isRunning())],
  ];
}

/** In a short run the process is still warming up: its memory figures are shown but not checked. */
function memoryClaims(memory: MemoryWatch): readonly Claim[] {
  const claims = memory.claims();
  if (requestsWanted >= MEMORY_FROM) return claims;
  return claims.map(([claim]) => [`${claim} (judged from ${MEMORY_FROM} on)`, true]);
}

let ok = false;
try {
  const claims = await run();
  for (const complaint of verdicts.complaints) console.log(JSON.stringify(complaint, null, 2));
  for (const [claim, holds] of claims) say(`${holds ? 'ok    ' : 'FAILED'} ${claim}`);
  ok = claims.every(([, holds]) => holds);
  if (!ok) console.error(harness.logTails());
} catch (error) {
  console.error(error);
  console.error(harness.logTails());
} finally {
  await database.end().catch(() => undefined);
  await harness.stop().catch((error: unknown) => console.error(error));
}
process.exitCode = ok ? 0 : 1;
