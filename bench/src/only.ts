// The measurements of `--only`.
import { measureApiStart } from './api-start.ts';
import { bodiesPassed, measureBodies } from './bodies/measure-bodies.ts';
import { CHANNEL_LAYOUT, measureWhatsapp } from './channels/whatsapp-speed.ts';
import { EXPECTED, judgeCost } from './cost/judged-cost.ts';
import { measureMessageCost, messageFigures } from './cost/message-cost.ts';
import { measureStatementsPerSend } from './cost/statements-per-send.ts';
import { measureMixed } from './mixed/mixed.ts';
import { measureCosts, smppFigures } from './quick.ts';
import { JUDGED, QUICK, SMOKE } from './sizes.ts';
import { measureSmppSpeed } from './smpp-speed.ts';
import { measureSteady } from './steady.ts';
import { measureSubscriberSpeed } from './subscriber-speed.ts';
import { channelTargets, checkTargets, mixedTargets, quickTargets, subscriberTargets } from './targets.ts';
import { report, subscribers, withHarness } from './with-harness.ts';

/** Options of the command line. */
type Wanted = {
  readonly smoke?: boolean | undefined;
  readonly judge?: boolean | undefined;
  readonly messages?: string | undefined;
  readonly route?: string | undefined;
  readonly subscribers?: string | undefined;
  readonly beside?: string | undefined;
  readonly rounds?: string | undefined;
};

const JUDGED_ROUNDS = 3;
/** Subscribers of a bot, unless `--subscribers` names another number. */
const BOOK = 20_000;

export const ONLY: Readonly<Record<string, (wanted: Wanted) => Promise<object>>> = {
  bodies,
  channels,
  subscribers: toSubscribers,
  smpp: session,
  start,
  cost,
  steady,
  mixed,
};

async function bodies({ route }: Wanted) {
  const figures = await measureBodies(report, route);
  return { bodies: figures, passed: bodiesPassed(figures) };
}

async function cost(wanted: Wanted) {
  if (wanted.judge === true && wanted.beside === undefined) return judgedCost();
  const { cost: usual, statements } = wanted.smoke === true ? SMOKE : QUICK;
  const { messages = usual.messages, rounds = usual.rounds, beside } = wanted;
  const sizes = { ...usual, messages: Number(messages), rounds: Number(rounds) };
  const { figures, ...details } = await measureCosts({ cost: sizes, statements }, beside);
  return { ...figures[0], ...(figures[1] !== undefined && { beside: figures[1] }), figures: details };
}

/** A figure above its limit in a single round may be luck: then the medians of three rounds are judged. */
async function judgedCost() {
  const round = async () => (await measureMessageCost([undefined], subscribers, JUDGED.cost, report)).systems[0] ?? [];
  report('statements of a single message');
  const { total: statementsPerSend } = await measureStatementsPerSend(undefined, subscribers, JUDGED.statements);
  const measured = [...(await round())];
  const figures = () => ({ ...messageFigures(measured), statementsPerSend });
  const judge = () => {
    const verdict = judgeCost(figures());
    for (const line of verdict.lines) report(line);
    return verdict;
  };
  let verdict = judge();
  while (Object.values(verdict.passed).includes(false) && measured.length < JUDGED_ROUNDS) {
    measured.push(...(await round()), ...(await round()));
    verdict = judge();
  }
  return { ...figures(), passed: verdict.passed, expected: EXPECTED };
}

async function steady({ smoke, messages }: Wanted) {
  const count = Number(messages ?? (smoke === true ? 3_000 : 300_000));
  const run = await withHarness((harness) => measureSteady(harness, subscribers, count, report));
  return { steady: run };
}

async function mixed({ smoke }: Wanted) {
  const length = smoke === true ? { seconds: 10, warmUpSeconds: 5 } : { seconds: 600, warmUpSeconds: 30 };
  const run = await withHarness((harness) => measureMixed(harness, subscribers, length, report));
  const values = {
    codesP999Ms: run.codes.acceptToSubmitMs.p999,
    singlesP999Ms: run.singles.acceptToSubmitMs.p999,
    loopDelayMaxMs: Math.max(...Object.values(run.loopDelayMaxMs)),
  };
  return { ...values, passed: checkTargets(values, mixedTargets), targets: mixedTargets, figures: run };
}

async function start({ smoke }: Wanted) {
  report('API processes to their first answer');
  const { apiStarts } = smoke === true ? SMOKE : QUICK;
  return { apiStart: await withHarness((harness) => measureApiStart(harness, apiStarts), []) };
}

async function channels({ smoke }: Wanted) {
  report('WhatsApp sends and statuses');
  const sizes = smoke === true ? { messages: 1_000, perCall: [10] } : { messages: 10_000, perCall: [1, 10, 100] };
  const figures = await withHarness((harness) => measureWhatsapp(harness, subscribers, sizes), [], CHANNEL_LAYOUT);
  const values = {
    whatsappSendsPerSecond: figures.sends.perSecond,
    whatsappStatusesPerSecond: Math.max(...figures.statuses.map(({ perSecond }) => perSecond)),
  };
  return { ...values, passed: checkTargets(values, channelTargets), targets: channelTargets, figures };
}

async function toSubscribers({ subscribers: size, messages }: Wanted) {
  const count = Number(size ?? BOOK);
  const figures = await measureBook(count, Number(messages ?? count));
  const { botVsNumber, submittedVsNumber, scannedRows } = figures;
  const passed = checkTargets({ botVsNumber, submittedVsNumber, scannedRows }, subscriberTargets);
  return { subscribers: figures, passed, targets: subscriberTargets };
}

async function session({ smoke }: Wanted) {
  const { rounds, smppSubmits } = smoke === true ? SMOKE : QUICK;
  const smpp = await measureSmppSpeed(rounds, smppSubmits);
  const values = smppFigures(smpp);
  const { smppSubmitVsNpmSmpp } = quickTargets;
  return { ...values, passed: checkTargets(values, { smppSubmitVsNpmSmpp }), figures: { smpp } };
}

/** Rounds in turn, then one dispatch to `messages` of `count` subscribers. */
const measureBook = (count: number, messages: number) =>
  withHarness(
    (harness) =>
      measureSubscriberSpeed(harness, { subscribers, count, messages, rounds: 3, roundMessages: 20_000, report }),
    [],
  );
