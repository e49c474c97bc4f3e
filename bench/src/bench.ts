// `npm run --silent bench -- --quick --json`: every figure with its reference, measured in the same run on the same
// machine, as one JSON object on standard output. Progress goes to standard error. `--full` adds a run of a million
// messages, or of `--messages N`. `--smoke` does the minimum to prove that every figure can be measured. `--judge`
// fails if a figure misses its target. `--only bodies` measures only the ping delay next to the worst body of every
// route; `--route /dispatches` limits it to one route. `--only channels` measures WhatsApp messages through one
// connector process and their statuses through one API process. `--only subscribers` measures dispatches to the
// subscribers of a bot beside dispatches by number; `--subscribers 1000000` is the size of the address book,
// `--messages` that of one dispatch.
// `--only smpp` measures only the SMPP session beside npm `smpp`, `--only start` an API process to its first answer.
import { parseArgs } from 'node:util';
import { measureAcceptSpeed } from './accept-speed.ts';
import { measureApiStart } from './api-start.ts';
import { type CallbackHosts, measureCallbackHosts } from './callback-hosts.ts';
import { type EndToEndRun, runEndToEnd } from './end-to-end.ts';
import { measureFirstSubmit } from './first-submit.ts';
import { openCallbackSink } from './harness/callback-sink.ts';
import { defaultDatabaseUrl, fourLinks, type Harness } from './harness/harness.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import type { HarnessLink, Role } from './harness/server-program.ts';
import { startSimulatorProcess } from './harness/simulator-process.ts';
import { machineFacts } from './machine.ts';
import { measureCodes, measureSendsAtPace, measureSendsBesideInsert } from './messaging-speed.ts';
import { measureLongRun, measureStop } from './million.ts';
import { ONLY } from './only.ts';
import { type BareResult, measureBarePipeline } from './references/bare-pipeline.ts';
import { installKannel, type KannelRun, measureKannel } from './references/kannel.ts';
import { measureRules, ruleFigures } from './rules-speed.ts';
import { QUICK, type Sizes, SMOKE } from './sizes.ts';
import { measureSmppSpeed } from './smpp-speed.ts';
import { median, medianRatio, rounded } from './statistics.ts';
import { checkTargets, fullTargets, quickTargets } from './targets.ts';
import { report, subscribers, withHarness } from './with-harness.ts';

/** For codes: the API runs apart from the roles that process advertising. */
const API_APART: readonly (readonly Role[])[] = [
  ['api', 'clock'],
  ['pacer', 'connector', 'recorder', 'notifier'],
];
const MILLION = 1_000_000;

async function measureSystem(harness: Harness, sizes: Sizes) {
  const partner = await harness.givenPartner();
  report('accepting beside COPY');
  const accept = await measureAcceptSpeed(partner, harness.databaseUrl, subscribers, {
    rounds: sizes.rounds,
    calls: sizes.acceptCalls,
  });
  const endToEnd = await measureEndToEnd(harness, partner, sizes);
  report('start to first submit');
  const firstSubmit = await measureFirstSubmit(harness, partner, subscribers, {
    starts: sizes.starts,
    first: 5_000_000,
  });
  report('API processes to their first answer');
  const apiStart = await measureApiStart(harness, sizes.apiStarts);
  return { accept, ...endToEnd, firstSubmit, apiStart };
}

/** The system, the bare pipeline and Kannel alternate; while one runs, the others are idle. */
async function measureEndToEnd(harness: Harness, partner: PartnerClient, sizes: Sizes) {
  const { messages } = sizes;
  const kannelMissing = installKannel();
  const sink = await openCallbackSink();
  // Receipts of an account go to any of its sessions, so the bare pipeline gets its own message center.
  const centre = await startSimulatorProcess({ folder: harness.folder });
  const run = (first: number, count: number) =>
    runEndToEnd(harness, partner, subscribers, { first, count, sink, timeoutMs: 120_000 });
  report('warming up');
  await run(500_000, messages);
  const runs: EndToEndRun[] = [];
  const bare: BareResult[] = [];
  const kannel: KannelRun[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    report(`end to end beside the bare pipeline and Kannel, round ${round + 1}`);
    const first = 1_000_000 + round * messages;
    runs.push(await run(first, messages));
    bare.push(await measureBarePipeline(harness.databaseUrl, centre.smppPort, subscribers.recipients(first, messages)));
    if (kannelMissing === undefined) kannel.push(await measureKannel(sizes.kannelMessages));
  }
  await sink.close();
  await centre.stop();
  return { runs, bare, kannel, kannelMissing };
}

/** All brands over one link: at the contracted rate, and unlimited. */
const THROTTLED: HarnessLink = {
  name: 'all',
  brands: [0, 1, 2, 3, 4],
  systemId: 'mts',
  window: 100,
  ratePerSecond: 500,
};
const { ratePerSecond: _rate, ...UNTHROTTLED } = THROTTLED;

async function measureUrgentCodes(count: number, codes: number) {
  const measure = async (harness: Harness) =>
    measureCodes(harness, await harness.givenPartner(), subscribers, { count, codes });
  report('codes among advertising, 500 per second');
  const throttled = await withHarness(measure, [THROTTLED], API_APART);
  report('codes among advertising, without a limit');
  return { throttled, unthrottled: await withHarness(measure, [UNTHROTTLED], API_APART) };
}

const urgentFigures = ({ throttled, unthrottled }: Awaited<ReturnType<typeof measureUrgentCodes>>) => ({
  'urgentAcceptToSubmitMs.throttled.p99': throttled.p99,
  'urgentAcceptToSubmitMs.unthrottled.p99': unthrottled.p99,
});

/** Slow links leave the machine to accepting. */
const SLOW: readonly HarnessLink[] = fourLinks.map((link) => ({ ...link, ratePerSecond: 50 }));

async function measureSingleSends(sizes: Sizes) {
  report('single messages at 200 requests per second');
  const paced = await withHarness(async (harness) =>
    measureSendsAtPace(harness, await harness.givenPartner(), subscribers, sizes),
  );
  report('single messages beside a bare INSERT');
  const beside = async (harness: Harness) =>
    measureSendsBesideInsert(harness, await harness.givenPartner(), subscribers, sizes);
  return { paced, ...(await withHarness(beside, SLOW)) };
}

async function measureHosts(events: number, quietSeconds: number): Promise<CallbackHosts> {
  report('a dead and a hanging callback host beside a healthy one');
  return withHarness((harness) => measureCallbackHosts(harness, { events, quietSeconds, report }));
}

const callbackFigures = ({ healthyP99VsQuiet, drained }: CallbackHosts) => ({
  callbackHealthyP99VsQuiet: healthyP99VsQuiet,
  callbackDrained: drained,
});

const rates = (runs: readonly { perSecond: number }[]): number[] => runs.map(({ perSecond }) => perSecond);

async function quick(sizes: Sizes) {
  report('rules');
  const rules = measureRules();
  report('SMPP beside npm smpp');
  const smpp = await measureSmppSpeed(sizes.rounds, sizes.smppSubmits);
  const { accept, runs, bare, kannel, kannelMissing, firstSubmit, apiStart } = await withHarness((harness) =>
    measureSystem(harness, sizes),
  );
  const sends = await measureSingleSends(sizes);
  const urgent = await measureUrgentCodes(sizes.codesAmong, sizes.codes);
  const hosts = await measureHosts(sizes.events, sizes.quietSeconds);
  const values = {
    acceptVsCopy: medianRatio(accept.acceptRuns, accept.copyRuns),
    endToEndVsKannel: medianRatio(rates(runs), rates(kannel)),
    endToEndVsBare: medianRatio(rates(runs), rates(bare)),
    smppSubmitVsNpmSmpp: medianRatio(smpp.ownRuns, smpp.npmRuns),
    startToFirstSubmitMs: firstSubmit.p99Ms,
    singleSendP99Ms: sends.paced.p99Ms,
    ...callbackFigures(hosts),
  };
  const singleSendVsBare = {
    one: medianRatio(sends.one.ownRuns, sends.one.bareRuns),
    hundred: medianRatio(sends.hundred.ownRuns, sends.hundred.bareRuns),
  };
  const judged = {
    ...values,
    'singleSendVsBare.one': singleSendVsBare.one,
    'singleSendVsBare.hundred': singleSendVsBare.hundred,
    ...urgentFigures(urgent),
    ...ruleFigures(rules),
  };
  return {
    ...values,
    singleSendVsBare,
    apiStart,
    rules,
    urgentAcceptToSubmitMs: urgent,
    ...(kannelMissing === undefined ? {} : { endToEndVsKannelReason: kannelMissing }),
    endToEndPerSecond: median(rates(runs)),
    passed: checkTargets(judged, quickTargets),
    targets: quickTargets,
    figures: { accept, endToEnd: runs, bare, kannel, smpp, firstSubmit, sends, hosts },
  };
}

const measureMillion = (count: number) =>
  withHarness(async (harness) => {
    const partner = await harness.givenPartner();
    const sink = await openCallbackSink();
    try {
      const long = await measureLongRun(harness, partner, subscribers, { count, sink, report });
      report('a second dispatch, to be stopped');
      return { long, stop: await measureStop(harness, partner, subscribers, { count, first: count }) };
    } finally {
      await sink.close();
    }
  });

async function full(count: number) {
  const { long, stop } = await measureMillion(count);
  const urgent = await measureUrgentCodes(count, QUICK.codes);
  const hosts = await measureHosts(count, QUICK.quietSeconds);
  const windowsAfterStop = fourLinks.map(({ systemId, window }) => (stop.submittedAfter[systemId] ?? 0) / window);
  const values = {
    settledLastOverFirst: long.settledLastOverFirst,
    callbacksLastOverFirst: long.callbacksLastOverFirst,
    memoryGrowthMax: Math.max(...long.memory.map(({ growth }) => growth)),
    memoryMaxMb: Math.max(...long.memory.map(({ finalMb }) => finalMb)),
    stopAnswerMs: stop.answerMs,
    submittedAfterStopInWindows: Math.max(...windowsAfterStop),
    ...callbackFigures(hosts),
    // A short run ends before the heap has reached its size.
    callbackMemoryGrowth: hosts.memoryGrowth,
  };
  return {
    ...values,
    urgentAcceptToSubmitMs: urgent,
    passed: checkTargets({ ...values, ...urgentFigures(urgent) }, fullTargets),
    targets: fullTargets,
    figures: { long, stop, hosts },
  };
}

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
  },
});
if (wanted.only !== undefined && ONLY[wanted.only] === undefined)
  throw new Error(`--only ${wanted.only} is unknown: use one of ${Object.keys(ONLY).join(', ')}`);
const measured = async () => ({
  ...(wanted.full === true && wanted.quick !== true ? {} : await quick(wanted.smoke === true ? SMOKE : QUICK)),
  ...(wanted.full === true ? { full: await full(Number(wanted.messages ?? MILLION)) } : {}),
});
type Result = { machine: object; passed?: Record<string, boolean>; full?: { passed: Record<string, boolean> } };
const result: Result = {
  machine: await machineFacts(defaultDatabaseUrl),
  ...(await (ONLY[wanted.only ?? ''] ?? measured)(wanted)),
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
