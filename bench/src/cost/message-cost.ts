// Cost of a message in the whole system beside that of the bare pipeline, and of an installation that waits. The
// servers serve one system at a time; systems of several checkouts take turns.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EndToEndRun, runEndToEnd } from '../end-to-end.ts';
import { type CallbackSink, openCallbackSink } from '../harness/callback-sink.ts';
import { fourLinks, type Harness, startHarness } from '../harness/harness.ts';
import type { Role } from '../harness/server-program.ts';
import { startSimulatorProcess } from '../harness/simulator-process.ts';
import { pause } from '../harness/wait.ts';
import { withDatabase } from '../harness/with-database.ts';
import { cpuMicros } from '../machine.ts';
import { type BareResult, measureBarePipeline } from '../references/bare-pipeline.ts';
import { median } from '../statistics.ts';
import type { Subscribers } from '../subscribers.ts';
import { type Cost, CostMeter } from './cost-meter.ts';
import { type OwnServers, withOwnServers } from './own-servers.ts';

export type CostSizes = {
  readonly rounds: number;
  readonly messages: number;
  readonly warmUp: number;
  readonly idleSeconds: number;
  /** Of a fixed length, so that no receipt comes before its answer is stored. */
  readonly receiptDelayMs?: number;
};

export type SystemCost = { readonly run: EndToEndRun; readonly cost: Cost; readonly idle: Cost };
type Bare = BareResult & { readonly simulatorMicros: number };
export type CostRounds = {
  /** By checkout, in rounds. */
  readonly systems: readonly (readonly SystemCost[])[];
  readonly bare: readonly Bare[];
};

const LAYOUT: readonly (readonly Role[])[] = [
  ['api', 'pacer', 'connector'],
  ['recorder', 'notifier', 'clock'],
];
const TIMEOUT_MS = 300_000;
const BETWEEN_MS = 3_000;

/** `mains`: programs of the checkouts; undefined: this one. */
export function measureMessageCost(
  mains: readonly (string | undefined)[],
  subscribers: Subscribers,
  sizes: CostSizes,
  report: (text: string) => void,
): Promise<CostRounds> {
  return withOwnServers(async (servers) => {
    const sink = await openCallbackSink();
    const systems: SystemCost[][] = mains.map(() => []);
    const bare: Bare[] = [];
    for (let round = 0; round < sizes.rounds; round += 1) {
      for (const [at, main] of mains.entries()) {
        report(`cost of ${sizes.messages} messages, round ${round + 1}${main === undefined ? '' : `, ${main}`}`);
        const { bare: reference, ...cost } = await measureSystem(servers, main, { subscribers, sizes, sink });
        systems[at]?.push(cost);
        if (at === 0) bare.push(reference);
      }
    }
    await sink.close();
    return { systems, bare };
  });
}

type Work = { readonly subscribers: Subscribers; readonly sizes: CostSizes; readonly sink: CallbackSink };

async function measureSystem(
  servers: OwnServers,
  main: string | undefined,
  work: Work,
): Promise<SystemCost & { bare: Bare }> {
  const harness = await startHarness({
    what: 'cost',
    databaseUrl: servers.postgres.url,
    natsUrl: servers.nats.url,
    layout: LAYOUT,
    links: fourLinks,
    ...(main !== undefined && { main }),
  });
  try {
    return await withDatabase(servers.postgres.url, async (client) => {
      const meter = new CostMeter(client, harness, servers);
      const { receiptDelayMs = 0 } = work.sizes;
      await harness.simulator.setScenario({ receiptDelayMinMs: receiptDelayMs, receiptDelayMaxMs: receiptDelayMs });
      const run = await runner(harness, work);
      await run(work.sizes.warmUp);
      await pause(BETWEEN_MS);
      const { result, cost } = await meter.measure(() => run(work.sizes.messages));
      await pause(BETWEEN_MS);
      const { cost: idle } = await meter.measure(() => pause(work.sizes.idleSeconds * 1_000));
      for (const role of harness.processes) await role.stop();
      return { run: result, cost, idle, bare: await measureBare(harness.databaseUrl, work) };
    });
  } catch (error) {
    process.stderr.write(`${harness.logTails()}\n`);
    throw error;
  } finally {
    await harness.stop();
  }
}

async function runner(harness: Harness, { subscribers, sink }: Work): Promise<(count: number) => Promise<EndToEndRun>> {
  const partner = await harness.givenPartner();
  let first = 0;
  return async (count) => {
    const run = await runEndToEnd(harness, partner, subscribers, { first, count, sink, timeoutMs: TIMEOUT_MS });
    first += count;
    return run;
  };
}

/** In the database of a system whose processes have ended, with a message center of its own. */
async function measureBare(databaseUrl: string, { subscribers, sizes }: Work): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-bare-'));
  const center = await startSimulatorProcess({ folder });
  try {
    await measureBarePipeline(databaseUrl, center.smppPort, subscribers.recipients(0, sizes.warmUp));
    const before = cpuMicros(center.child.pid);
    const recipients = subscribers.recipients(sizes.warmUp, sizes.messages);
    const result = await measureBarePipeline(databaseUrl, center.smppPort, recipients);
    return { ...result, simulatorMicros: (cpuMicros(center.child.pid) - before) / sizes.messages };
  } finally {
    await center.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bareMicros = ({ ownMicros, backendMicros, simulatorMicros }: Bare): number =>
  ownMicros + backendMicros + simulatorMicros;

/** Medians over the rounds of one checkout. */
export function costFigures(measured: readonly SystemCost[], bare: readonly Bare[]) {
  const whole = ({ cpuMicros: { postgres, roles, nats } }: Cost) => postgres + roles + nats;
  const ratios = measured.map(({ cost, run }, at) => {
    const reference = bare[at];
    return reference === undefined ? Number.NaN : whole(cost) / run.messages / bareMicros(reference);
  });
  return { ...messageFigures(measured), cpuVsBare: median(ratios) };
}

export function messageFigures(measured: readonly SystemCost[]) {
  const each = (figure: (one: SystemCost) => number) => median(measured.map(figure));
  const perMessage = (figure: (cost: Cost) => number) => each(({ cost, run }) => figure(cost) / run.messages);
  const perSecond = (figure: (cost: Cost) => number) => each(({ idle }) => figure(idle) / idle.seconds);
  return {
    cpuPerMessageUs: {
      postgres: perMessage(({ cpuMicros: { postgres } }) => postgres),
      roles: perMessage(({ cpuMicros: { roles } }) => roles),
      nats: perMessage(({ cpuMicros: { nats } }) => nats),
    },
    walBytesPerMessage: perMessage(({ walBytes }) => walBytes),
    walRecordsPerMessage: perMessage(({ walRecords }) => walRecords),
    blocksPerMessage: perMessage(({ blocks }) => blocks),
    statementsPerMessage: perMessage(({ statements }) => statements),
    idleCpuMsPerSecond: {
      postgres: perSecond(({ cpuMicros: { postgres } }) => postgres / 1_000),
      roles: perSecond(({ cpuMicros: { roles } }) => roles / 1_000),
    },
    idleTransactionsPerSecond: perSecond(({ transactions }) => transactions),
    idleStatementsPerSecond: perSecond(({ statements }) => statements),
  };
}
