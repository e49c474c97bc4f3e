// The measurements of `--only`.
import { measureApiStart } from './api-start.ts';
import { bodiesPassed, measureBodies } from './bodies/measure-bodies.ts';
import { CHANNEL_LAYOUT, measureWhatsapp } from './channels/whatsapp-speed.ts';
import { QUICK, SMOKE } from './sizes.ts';
import { measureSmppSpeed } from './smpp-speed.ts';
import { medianRatio } from './statistics.ts';
import { measureSubscriberSpeed } from './subscriber-speed.ts';
import { channelTargets, checkTargets, quickTargets, subscriberTargets } from './targets.ts';
import { report, subscribers, withHarness } from './with-harness.ts';

/** Options of the command line. */
type Wanted = {
  readonly smoke?: boolean | undefined;
  readonly messages?: string | undefined;
  readonly route?: string | undefined;
  readonly subscribers?: string | undefined;
};

/** Subscribers of a bot, unless `--subscribers` names another number. */
const BOOK = 20_000;

export const ONLY: Readonly<Record<string, (wanted: Wanted) => Promise<object>>> = {
  bodies,
  channels,
  subscribers: toSubscribers,
  smpp: session,
  start,
};

async function bodies({ route }: Wanted) {
  const figures = await measureBodies(report, route);
  return { bodies: figures, passed: bodiesPassed(figures) };
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
  const values = { smppSubmitVsNpmSmpp: medianRatio(smpp.ownRuns, smpp.npmRuns) };
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
