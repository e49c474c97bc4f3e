// `npm run --silent bench -- --quick --json`: every figure beside its reference, measured in the same run on the same
// machine, as one JSON object on standard output. Progress goes to standard error. `--full` adds a million messages.
import { parseArgs } from 'node:util';
import { measureAcceptSpeed } from './accept-speed.ts';
import { runEndToEnd } from './end-to-end.ts';
import { measureFirstSubmit } from './first-submit.ts';
import { machineFacts } from './machine.ts';
import { type LongRun, measureLongRun, measureStop, type StopRun } from './million.ts';
import { measureBarePipeline } from './references/bare-pipeline.ts';
import { measureKannel } from './references/kannel.ts';
import { measureSmppSpeed } from './smpp-speed.ts';
import { openCallbackSink } from './stand/callback-sink.ts';
import type { Role } from './stand/server-program.ts';
import { startSimulatorProcess } from './stand/simulator-process.ts';
import { defaultDatabaseUrl, fourLinks, type Stand, startStand } from './stand/stand.ts';
import { median, ratio, rounded } from './statistics.ts';
import { openSubscribers } from './subscribers.ts';
import { fullTargets, judge, quickTargets } from './targets.ts';

/** Roles shared out so that two cores are busy and no role waits behind another's work. */
const LAYOUT: readonly (readonly Role[])[] = [
  ['api', 'pacer', 'connector'],
  ['recorder', 'notifier', 'clock'],
];
const ROUNDS = 3;
const MILLION = 1_000_000;
const subscribers = openSubscribers();
const report = (text: string): boolean => process.stderr.write(`${(performance.now() / 1_000).toFixed(1)} s ${text}\n`);

async function withStand<Result>(work: (stand: Stand) => Promise<Result>): Promise<Result> {
  const stand = await startStand({ what: 'bench', layout: LAYOUT });
  const onSignal = () => void stand.stop().finally(() => process.exit(1));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(stand);
  } catch (error) {
    process.stderr.write(`${stand.logTails()}\n`);
    throw error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await stand.stop();
  }
}

async function measureSystem(stand: Stand, messages: number) {
  const partner = await stand.givenPartner();
  report('accepting beside COPY');
  const accept = await measureAcceptSpeed(partner, stand.databaseUrl, subscribers, { rounds: ROUNDS, calls: 30 });
  const sink = await openCallbackSink();
  // Receipts of an account go to any of its sessions, so the bare pipeline gets a message centre of its own.
  const centre = await startSimulatorProcess({ folder: stand.folder });
  const runs = [];
  const bare = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    report(`end to end beside the bare pipeline, round ${round + 1}`);
    const first = 1_000_000 + round * messages;
    runs.push(await runEndToEnd(stand, partner, subscribers, { first, count: messages, sink, timeoutMs: 120_000 }));
    report(JSON.stringify(runs.at(-1)));
    const recipients = subscribers.recipients(first, messages);
    bare.push(await measureBarePipeline(stand.databaseUrl, centre.smppPort, recipients));
  }
  await sink.close();
  await centre.stop();
  report('start to first submit');
  const firstSubmit = await measureFirstSubmit(stand, partner, subscribers, { starts: 100, first: 5_000_000 });
  return { accept, runs, bare, firstSubmit };
}

async function quick() {
  report('SMPP beside npm smpp');
  const smpp = await measureSmppSpeed(ROUNDS, 2_000);
  const system = await withStand((stand) => measureSystem(stand, 20_000));
  report('Kannel');
  const kannel = await measureKannel(8_000);
  const endToEnd = median(system.runs.map((run) => run.perSecond));
  const bare = median(system.bare.map((run) => run.perSecond));
  const values = {
    acceptVsCopy: ratio(system.accept.accept, system.accept.copy),
    endToEndVsKannel: ratio(endToEnd, kannel.perSecond),
    endToEndVsBare: ratio(endToEnd, bare),
    smppSubmitVsNpmSmpp: ratio(smpp.own, smpp.npm),
    startToFirstSubmitMs: system.firstSubmit.p99Ms,
  };
  return {
    ...values,
    endToEndPerSecond: endToEnd,
    passed: judge(values, quickTargets),
    targets: quickTargets,
    figures: {
      accept: system.accept,
      endToEnd: system.runs,
      bare: system.bare,
      kannel,
      smpp,
      firstSubmit: system.firstSubmit,
    },
  };
}

function judgeFull(long: LongRun, stop: StopRun) {
  const windows = fourLinks.reduce((sum, { window }) => sum + window, 0);
  const values = {
    settledLastOverFirst: long.settledLastOverFirst,
    callbacksLastOverFirst: long.callbacksLastOverFirst,
    memoryGrowthMax: Math.max(...long.memory.map(({ growth }) => growth)),
    memoryMaxMb: Math.max(...long.memory.map(({ finalMb }) => finalMb)),
    stopAnswerMs: stop.answerMs,
    submittedAfterStopInWindows: stop.submittedAfter / windows,
  };
  return { ...values, passed: judge(values, fullTargets), targets: fullTargets, figures: { long, stop } };
}

const full = () =>
  withStand(async (stand) => {
    const partner = await stand.givenPartner();
    const sink = await openCallbackSink();
    try {
      const long = await measureLongRun(stand, partner, subscribers, { count: MILLION, sink, report });
      report('a second million, to be stopped');
      return judgeFull(long, await measureStop(stand, partner, subscribers, { count: MILLION, first: MILLION }));
    } finally {
      await sink.close();
    }
  });

const { values: wanted } = parseArgs({
  options: { quick: { type: 'boolean' }, full: { type: 'boolean' }, json: { type: 'boolean' } },
});
const result = {
  machine: await machineFacts(defaultDatabaseUrl),
  ...(wanted.full === true && wanted.quick !== true ? {} : await quick()),
  ...(wanted.full === true ? { full: await full() } : {}),
};
const readable = (_name: string, value: unknown): unknown => (typeof value === 'number' ? rounded(value, 3) : value);
process.stdout.write(`${JSON.stringify(result, readable, wanted.json === true ? undefined : 2)}\n`);
