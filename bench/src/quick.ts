// Every figure of `bench -- --quick`, with its reference in the same run.
import { join } from 'node:path';
import { measureAcceptSpeed } from './accept-speed.ts';
import { measureApiStart } from './api-start.ts';
import { type CallbackHosts, measureCallbackHosts } from './callback-hosts.ts';
import { costFigures, measureMessageCost } from './cost/message-cost.ts';
import { measureStatementsPerSend, type StatementsPerSend } from './cost/statements-per-send.ts';
import { measureFirstSubmit } from './first-submit.ts';
import { fourLinks, type Harness } from './harness/harness.ts';
import type { HarnessLink, Role } from './harness/server-program.ts';
import { measureCodes, measureSendsAtPace, measureSendsBesideInsert } from './messaging-speed.ts';
import { installKannel, type KannelRun, measureKannel } from './references/kannel.ts';
import { measureRules, ruleFigures } from './rules-speed.ts';
import type { Sizes } from './sizes.ts';
import { measureSmppSpeed, type SmppSpeed } from './smpp-speed.ts';
import { median, medianRatio } from './statistics.ts';
import { checkTargets, quickTargets } from './targets.ts';
import { report, subscribers, withHarness } from './with-harness.ts';

/** For codes: the API runs apart from the roles that process advertising. */
const API_APART: readonly (readonly Role[])[] = [
  ['api', 'clock'],
  ['pacer', 'connector', 'recorder', 'notifier'],
];

async function measureSystem(harness: Harness, sizes: Sizes) {
  const partner = await harness.givenPartner();
  report('accepting beside COPY');
  const accept = await measureAcceptSpeed(partner, harness.databaseUrl, subscribers, {
    rounds: sizes.rounds,
    calls: sizes.acceptCalls,
  });
  report('start to first submit');
  const firstSubmit = await measureFirstSubmit(harness, partner, subscribers, {
    starts: sizes.starts,
    first: 5_000_000,
  });
  report('API processes to their first answer');
  const apiStart = await measureApiStart(harness, sizes.apiStarts);
  return { accept, firstSubmit, apiStart };
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

export async function measureUrgentCodes(count: number, codes: number) {
  const measure = async (harness: Harness) =>
    measureCodes(harness, await harness.givenPartner(), subscribers, { count, codes });
  report('codes among advertising, 500 per second');
  const throttled = await withHarness(measure, [THROTTLED], API_APART);
  report('codes among advertising, without a limit');
  return { throttled, unthrottled: await withHarness(measure, [UNTHROTTLED], API_APART) };
}

export const urgentFigures = ({ throttled, unthrottled }: Awaited<ReturnType<typeof measureUrgentCodes>>) => ({
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

export async function measureHosts(events: number, quietSeconds: number): Promise<CallbackHosts> {
  report('a dead and a hanging callback host beside a healthy one');
  return withHarness((harness) => measureCallbackHosts(harness, { events, quietSeconds, report }));
}

export const callbackFigures = ({ healthyP99VsQuiet, drained }: CallbackHosts) => ({
  callbackHealthyP99VsQuiet: healthyP99VsQuiet,
  callbackDrained: drained,
});

export const smppFigures = (smpp: SmppSpeed) => ({
  smppSubmitVsNpmSmpp: medianRatio(smpp.ownRuns, smpp.npmRuns),
  smppCpuUsPerSubmit: { own: median(smpp.ownMicros), npm: median(smpp.npmMicros) },
});

const rates = (runs: readonly { perSecond: number }[]): number[] => runs.map(({ perSecond }) => perSecond);

/** Cost of a message; the same of another checkout, measured in turn. */
export async function measureCosts(sizes: Pick<Sizes, 'cost' | 'statements'>, beside?: string) {
  const mains = [undefined, ...(beside === undefined ? [] : [join(beside, 'server/src/main.ts')])];
  const { systems, bare } = await measureMessageCost(mains, subscribers, sizes.cost, report);
  const statements: StatementsPerSend[] = [];
  for (const main of mains) {
    report(`statements of a single message${main === undefined ? '' : `, ${main}`}`);
    statements.push(await measureStatementsPerSend(main, subscribers, sizes.statements));
  }
  const figures = systems.map((measured, at) => ({
    ...costFigures(measured, bare),
    endToEndVsBare: medianRatio(rates(measured.map(({ run }) => run)), rates(bare)),
    endToEndPerSecond: median(rates(measured.map(({ run }) => run))),
    statementsPerSend: statements[at]?.total ?? null,
  }));
  return { figures, systems, bare, statements };
}

async function measureKannelRounds(sizes: Sizes) {
  const missing = installKannel();
  const runs: KannelRun[] = [];
  if (missing === undefined) report('Kannel');
  while (missing === undefined && runs.length < sizes.rounds) runs.push(await measureKannel(sizes.kannelMessages));
  return { runs, missing };
}

export async function quick(sizes: Sizes, beside: string | undefined) {
  report('rules');
  const rules = measureRules();
  report('SMPP beside npm smpp');
  const smpp = await measureSmppSpeed(sizes.rounds, sizes.smppSubmits);
  const { figures, ...costs } = await measureCosts(sizes, beside);
  const { runs: kannel, missing: kannelMissing } = await measureKannelRounds(sizes);
  const { accept, firstSubmit, apiStart } = await withHarness((harness) => measureSystem(harness, sizes));
  const sends = await measureSingleSends(sizes);
  const urgent = await measureUrgentCodes(sizes.codesAmong, sizes.codes);
  const hosts = await measureHosts(sizes.events, sizes.quietSeconds);
  const [cost, besideCost] = figures;
  if (cost === undefined) throw new Error('no cost was measured');
  const runs = costs.systems[0]?.map(({ run }) => run) ?? [];
  const { smppCpuUsPerSubmit, ...session } = smppFigures(smpp);
  const values = {
    ...cost,
    acceptVsCopy: medianRatio(accept.acceptRuns, accept.copyRuns),
    endToEndVsKannel: medianRatio(rates(runs), rates(kannel)),
    ...session,
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
    'idleCpuMsPerSecond.postgres': cost.idleCpuMsPerSecond.postgres,
    'idleCpuMsPerSecond.roles': cost.idleCpuMsPerSecond.roles,
  };
  return {
    ...values,
    smppCpuUsPerSubmit,
    ...(besideCost !== undefined && { beside: besideCost }),
    singleSendVsBare,
    apiStart,
    rules,
    urgentAcceptToSubmitMs: urgent,
    ...(kannelMissing === undefined ? {} : { endToEndVsKannelReason: kannelMissing }),
    passed: checkTargets(judged, quickTargets),
    targets: quickTargets,
    figures: { accept, ...costs, kannel, smpp, firstSubmit, sends, hosts },
  };
}
