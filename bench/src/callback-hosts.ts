// A dead host with a million waiting events and a hanging host, next to a healthy host: the effect on the healthy host,
// the memory used, and the delivery after the dead host returns. Events are inserted where the engine records them, so
// only numbering and calling back are measured.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type CallbackSink, openCallbackSink } from './harness/callback-sink.ts';
import type { Harness } from './harness/harness.ts';
import { pause, waitFor } from './harness/wait.ts';
import { withDatabase } from './harness/with-database.ts';
import { residentMb } from './machine.ts';
import { percentile, rounded } from './statistics.ts';

export type CallbackHosts = {
  events: number;
  quietP99Ms: number;
  loadedP99Ms: number;
  /** p99 latency of callbacks to the healthy host, relative to the same on an idle system. */
  healthyP99VsQuiet: number;
  /** Resident memory of the notifier at the end, relative to its maximum in the first round of resends. */
  memoryGrowth: number;
  /** Share of the dead host's events that arrived after its return, each counted once. */
  drained: number;
  firstTriesMs: number;
  resendRoundMs: number[];
  drainMs: number;
  /** Rows that held the waiting events of the dead host. */
  waitingRows: number;
  memoryMb: { firstRound: number; final: number };
};

type Options = { events: number; quietSeconds: number; report: (text: string) => void };
type CallbackTarget = { readonly id: number; readonly companyId: number };

const PROBE_MS = 20;
const ROW_EVENTS = 100;
const STATEMENT = 10_000;
const RESEND_ROUNDS = 2;
const PHASE_MS_MAX = 900_000;
const STEP_SECONDS = 310;
const HANGING_SHARE = 0.02;

export async function measureCallbackHosts(harness: Harness, options: Options): Promise<CallbackHosts> {
  const came = new Map<string, number>();
  const healthy = await openCallbackSink({ onBody: (body) => noteTimes(body, came) });
  const hanging = await openCallbackSink();
  await hanging.setMode('hang');
  const seen = new Set<number>();
  const dead = await openCallbackSink({ onBody: (body) => noteNumbers(body, seen) });
  await dead.setMode('dead');
  try {
    return await withDatabase(harness.databaseUrl, async (client) => {
      await client.query(`set app.tenant = 'system'`);
      return run({ harness, client, came, seen, sinks: { healthy, hanging, dead } }, options);
    });
  } finally {
    await hanging.setMode('answer');
    for (const sink of [healthy, hanging, dead]) await sink.close();
  }
}

type Run = {
  harness: Harness;
  client: pg.Client;
  /** Message id → arrival of its event. */
  came: Map<string, number>;
  seen: Set<number>;
  sinks: { healthy: CallbackSink; hanging: CallbackSink; dead: CallbackSink };
};

async function run(all: Run, { events, quietSeconds, report }: Options): Promise<CallbackHosts> {
  const { harness, client, sinks } = all;
  const healthy = await putTarget(all, sinks.healthy.url);
  const hanging = await putTarget(all, sinks.hanging.url);
  const dead = await putTarget(all, sinks.dead.url);
  const notifier = harness.processes.find(({ roles }) => roles.includes('notifier'));
  if (notifier === undefined) throw new Error('no notifier is running');
  report('callbacks to a healthy host, quiet');
  await probe(all, healthy, pause(3_000));
  const quiet = await probe(all, healthy, pause(quietSeconds * 1_000));

  report(`${events} events for a dead host, ${Math.ceil(events * HANGING_SHARE)} for one that hangs`);
  const figures = { firstTriesMs: 0, resendRoundMs: [] as number[], drainMs: 0, waitingRows: 0 };
  const memoryMb = { firstRound: 0, final: 0 };
  const phases = async () => {
    figures.firstTriesMs = await timed(async () => {
      await recordMany(client, hanging, Math.ceil(events * HANGING_SHARE));
      await recordMany(client, dead, events);
      await waitFor('first tries', () => isTried(client, dead, { attempts: 1, events }), wait);
    });
    for (let round = 1; round <= RESEND_ROUNDS; round += 1) {
      report(`resends, round ${round}`);
      await advance(harness);
      figures.resendRoundMs.push(
        await timed(() =>
          waitFor(
            'resends',
            () => {
              if (round === 1) memoryMb.firstRound = Math.max(memoryMb.firstRound, residentMb(notifier.pid));
              return isTried(client, dead, { attempts: round + 1, events });
            },
            wait,
          ),
        ),
      );
    }
    figures.waitingRows = await countRows(client, dead);
    report('the dead host is back');
    await sinks.dead.setMode('answer');
    await advance(harness);
    figures.drainMs = await timed(() => waitFor('drained', async () => (await countRows(client, dead)) === 0, wait));
  };
  const loaded = await probe(all, healthy, phases());
  memoryMb.final = residentMb(notifier.pid);
  const [quietP99Ms, loadedP99Ms] = [percentile(quiet, 99), percentile(loaded, 99)];
  return {
    events,
    quietP99Ms,
    loadedP99Ms,
    healthyP99VsQuiet: rounded(loadedP99Ms / quietP99Ms),
    memoryGrowth: rounded(memoryMb.final / memoryMb.firstRound),
    drained: all.seen.size / events,
    ...figures,
    memoryMb,
  };
}

const wait = { timeoutMs: PHASE_MS_MAX, everyMs: 250 };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return Math.round(performance.now() - startMs);
}

/** A separate account with a callback target of the messaging API. */
async function putTarget({ harness, client }: Run, url: string): Promise<CallbackTarget> {
  const { companyId } = await harness.givenPartner();
  const { rows } = await client.query<{ id: number }>(
    `insert into callback_endpoints (company_id, url, identity_digest, form) values ($1, $2, $2, 'MESSAGING') returning id`,
    [companyId, url],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`callback_endpoints returned no id for ${url}`);
  return { id, companyId };
}

/** Sends one event after another until `end`; returns the latency of each. */
async function probe(all: Run, target: CallbackTarget, end: Promise<unknown>): Promise<number[]> {
  let over = false;
  const ended = end.finally(() => {
    over = true;
  });
  const recorded = new Map<string, number>();
  await withDatabase(all.harness.databaseUrl, async (client) => {
    await client.query(`set app.tenant = 'system'`);
    while (!over) {
      const uuid = randomUUID();
      recorded.set(uuid, performance.now());
      await recordLines(client, target, [lineOf(uuid)]);
      await pause(PROBE_MS);
    }
  });
  await ended;
  await waitFor('all callbacks to the healthy host', () => [...recorded.keys()].every((uuid) => all.came.has(uuid)), {
    timeoutMs: 60_000,
    everyMs: 500,
  });
  return [...recorded].map(([uuid, atMs]) => (all.came.get(uuid) ?? Number.NaN) - atMs);
}

const lineOf = (uuid: string) =>
  `{"kind":"delivered","status":"delivered","messageUuid":"${uuid}","channelType":"SMS","atMs":1800000000000}`;

async function recordLines(
  client: pg.Client,
  { id, companyId }: CallbackTarget,
  lines: readonly string[],
): Promise<void> {
  await client.query(
    `insert into event_inbox (company_id, endpoint_id, wanted, count, wanted_count, events) values ($1, $2, '{delivered}', $3, $3, $4)`,
    [companyId, id, lines.length, lines.join('\n')],
  );
}

/** Inserts no faster than events are numbered: a flood before the sequencer is not measured here. */
async function recordMany(client: pg.Client, { id, companyId }: CallbackTarget, events: number): Promise<void> {
  for (let at = 0; at < events; at += STATEMENT) {
    await waitFor('events to be numbered', () => isEmpty(client), { timeoutMs: PHASE_MS_MAX, everyMs: 20 });
    await client.query(
      `insert into event_inbox (company_id, endpoint_id, wanted, count, wanted_count, events)
       select $1, $2, '{delivered}', count(*), count(*), string_agg(replace($4, '%', gen_random_uuid()::text), E'\\n')
       from generate_series(0, $3 - 1) as n group by n / ${ROW_EVENTS}`,
      [companyId, id, Math.min(STATEMENT, events - at), lineOf('%')],
    );
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select id from event_inbox where count = ${ROW_EVENTS} limit 1`);
  return rows.length === 0;
}

async function isTried(
  client: pg.Client,
  { id }: CallbackTarget,
  { attempts, events }: { attempts: number; events: number },
) {
  const { rows } = await client.query<{ tried: string | null }>(
    'select sum(count) as tried from callback_ranges where endpoint_id = $1 and attempts >= $2',
    [id, attempts],
  );
  return Number(rows[0]?.tried ?? 0) >= events;
}

async function countRows(client: pg.Client, { id }: CallbackTarget): Promise<number> {
  const { rows } = await client.query('select id from callback_ranges where endpoint_id = $1', [id]);
  return rows.length;
}

async function advance(harness: Harness): Promise<void> {
  const response = await fetch(`${harness.apiUrl()}/sandbox/v1/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: STEP_SECONDS }),
  });
  if (!response.ok) throw new Error(`POST /sandbox/v1/clock answered ${response.status}`);
}

function noteTimes(body: Buffer, came: Map<string, number>): void {
  const nowMs = performance.now();
  for (const [, uuid = ''] of body.toString('latin1').matchAll(/"message_uuid":"([0-9a-f-]{36})"/g))
    came.set(uuid, nowMs);
}

function noteNumbers(body: Buffer, seen: Set<number>): void {
  for (const [, number] of body.toString('latin1').matchAll(/"event_number":(\d+)/g)) seen.add(Number(number));
}
