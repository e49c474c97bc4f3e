// All kinds of traffic at once, for minutes: dispatches, single messages and codes at fixed rates, readers of the
// console, and a callback host that is dead. Shows the waits of those who send one message.
import { cpus } from 'node:os';
import { fillDispatch } from '../end-to-end.ts';
import { type CallbackSink, openCallbackSink } from '../harness/callback-sink.ts';
import { freePort } from '../harness/free-port.ts';
import type { Harness } from '../harness/harness.ts';
import { listAt, textAt } from '../harness/json.ts';
import { type MessagingAccount, openMessagingAccount } from '../harness/messaging-account.ts';
import type { PartnerClient } from '../harness/partner-client.ts';
import { pause, waitFor } from '../harness/wait.ts';
import { registerTemplate } from '../messaging-speed.ts';
import { callAtPace } from '../open-loop.ts';
import type { Subscribers } from '../subscribers.ts';
import { Arrivals, type StageWaits } from './arrivals.ts';
import { startReaders } from './console-readers.ts';
import { LoopDelays } from './loop-delay.ts';

export type MixedRun = {
  seconds: number;
  /** Share of the machine's processor time that was used, by everything on it. */
  cpuShare: number;
  bulkMessages: number;
  consolePages: number;
  singles: StageWaits;
  codes: StageWaits;
  loopDelayMaxMs: Readonly<Record<string, number>>;
};

const BULK_PER_SECOND = 2_000;
const BULK_EVERY_SECONDS = 5;
/** Every fifth dispatch calls the dead host. */
const DEAD_EVERY = 5;
const SINGLES_PER_SECOND = 200;
const CODES_PER_SECOND = 20;
const READERS = 5;
const NAME = 'StandMTS';
const FIRST = { warmUp: 100_000_000, bulk: 0, singles: 50_000_000, codes: 60_000_000 };
const END_MS = 120_000;

type Stage = {
  readonly harness: Harness;
  readonly partner: PartnerClient;
  readonly account: MessagingAccount;
  readonly subscribers: Subscribers;
  readonly sink: CallbackSink;
  readonly arrivals: Arrivals;
};

export async function measureMixed(
  harness: Harness,
  subscribers: Subscribers,
  { seconds, warmUpSeconds }: { seconds: number; warmUpSeconds: number },
  report: (text: string) => void,
): Promise<MixedRun> {
  const partner = await harness.givenPartner();
  const account = await openMessagingAccount(harness, partner.companyId);
  await registerTemplate(account, partner);
  const warmUp = new Arrivals();
  const arrivals = new Arrivals();
  let current = warmUp;
  const sink = await openCallbackSink({ onBody: (body) => current.take(body) });
  const stage = { harness, partner, account, subscribers, sink };
  try {
    report(`warming up for ${warmUpSeconds} s`);
    await load({ ...stage, arrivals: warmUp }, warmUpSeconds, FIRST.warmUp);
    current = arrivals;
    report(`mixed traffic for ${seconds} s`);
    return await measure({ ...stage, arrivals }, seconds);
  } finally {
    await account.close();
    await sink.close();
  }
}

async function measure(stage: Stage, seconds: number): Promise<MixedRun> {
  const { harness, partner, arrivals } = stage;
  const readers = await startReaders(harness.apiUrl(), partner.credentials, READERS);
  const delays = new LoopDelays(harness.processes);
  await delays.look();
  const busyBefore = processorTimes();
  const bulkMessages = await load(stage, seconds, 0);
  const busy = processorTimes();
  return {
    seconds,
    cpuShare: (busy.used - busyBefore.used) / (busy.all - busyBefore.all),
    bulkMessages,
    consolePages: await readers.stop(),
    singles: arrivals.waitsOf('single'),
    codes: arrivals.waitsOf('code'),
    loopDelayMaxMs: await delays.end(),
  };
}

/** Resolves with the number of messages in dispatches, when every single message has its callback. */
async function load(stage: Stage, seconds: number, offset: number): Promise<number> {
  const { harness, arrivals } = stage;
  let isOver = false;
  const following = arrivals.follow(harness.simulator, () => isOver);
  const text = 'Заказ 4711 готов, ждем вас';
  const [bulk, ...paced] = await Promise.all([
    sendBulk(stage, seconds, offset + FIRST.bulk),
    sendAtPace(
      stage,
      { kind: 'single', perSecond: SINGLES_PER_SECOND, seconds, first: offset + FIRST.singles },
      () => text,
    ),
    sendAtPace(
      stage,
      { kind: 'code', perSecond: CODES_PER_SECOND, seconds, first: offset + FIRST.codes },
      (at) => `Code ${100_000 + at}`,
    ),
  ]);
  const failures = paced.reduce((sum, each) => sum + each, 0);
  if (failures > 0) throw new Error(`${failures} single messages were not accepted`);
  await waitFor('the callbacks of single messages', () => arrivals.isComplete, { timeoutMs: END_MS }).catch(() => {
    throw new Error(arrivals.missing);
  });
  isOver = true;
  await following;
  return bulk;
}

async function sendBulk({ partner, subscribers, sink }: Stage, seconds: number, first: number): Promise<number> {
  const count = BULK_PER_SECOND * BULK_EVERY_SECONDS;
  const dispatches = Math.ceil(seconds / BULK_EVERY_SECONDS);
  const deadUrl = `http://127.0.0.1:${await freePort()}/callback`;
  const startMs = performance.now();
  for (let at = 0; at < dispatches; at += 1) {
    await pause(Math.max(0, startMs + at * BULK_EVERY_SECONDS * 1_000 - performance.now()));
    const callbackUrl = at % DEAD_EVERY === 0 ? deadUrl : sink.url;
    const { id } = await fillDispatch(partner, subscribers, { first: first + at * count, count, callbackUrl });
    await partner.startDispatch(id);
  }
  return dispatches * count;
}

type Paced = { readonly kind: string; readonly perSecond: number; readonly seconds: number; readonly first: number };

/** Resolves with the number of failed calls. */
async function sendAtPace(
  { account, subscribers, sink, arrivals }: Stage,
  { kind, perSecond, seconds, first }: Paced,
  textOf: (at: number) => string,
): Promise<number> {
  const { failures } = await callAtPace({ perSecond, calls: perSecond * seconds }, async (at) => {
    const destination = String(subscribers.numberOf('MTS', first + at));
    const callback = { callbackUrl: sink.url, callbackEvents: ['delivered'] };
    arrivals.expect(kind, destination);
    const item = { channelType: 'SMS', senderName: NAME, destination, content: textOf(at), ...callback };
    const [answer] = listAt(await account.call('POST', '/message', [item]), 'items');
    arrivals.know(destination, textAt(answer, 'messageUuid'));
  });
  return failures;
}

function processorTimes(): { used: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({ idle, used: user + nice + sys + irq }));
  const used = times.reduce((sum, each) => sum + each.used, 0);
  return { used, all: times.reduce((sum, each) => sum + each.idle, used) };
}
