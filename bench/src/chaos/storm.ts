// `npm run chaos`: dispatches, single messages and cascades under kills, freezes and cuts of every part, with
// misbehaving operators, on a private PostgreSQL and NATS. Prints its seed, the faults and the judgment: violated (exit
// code 1) if a message is lost, if more is sent twice than the faults explain, if money does not add up, or if the
// backlog does not drain; not judged (2) if the system does not start or the broker ends by itself; else held (0).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { openCallbackSink } from '../harness/callback-sink.ts';
import { startDatabasePair } from '../harness/database-pair.ts';
import { freePort } from '../harness/free-port.ts';
import { startHarness } from '../harness/harness.ts';
import { openMessagingAccount } from '../harness/messaging-account.ts';
import { startOwnNats } from '../harness/own-nats.ts';
import type { PartnerClient } from '../harness/partner-client.ts';
import { pause } from '../harness/wait.ts';
import { openSubscribers, type Subscribers } from '../subscribers.ts';
import { watchBacklog } from './backlog.ts';
import { drawTable, growths, type Look, windowsOf } from './backlog-windows.ts';
import { boundOf, readWindows, sum, type Windows } from './bound.ts';
import { check } from './checker.ts';
import { type Claim, claimMessages, claimMessaging, claimMoney, claimMonths, claimSubmits } from './claims.ts';
import { countSubmits, readCopies } from './copies.ts';
import { ChaosDriver } from './driver.ts';
import { steady } from './hostile.ts';
import { EXIT_CODES, type Judgment, judgmentOf, judgmentOfError, started, unlessEnded } from './judgment.ts';
import { describeLeftovers } from './leftovers.ts';
import { Load } from './load.ts';
import { checkMessaging } from './messaging-checker.ts';
import { blockName, CHANNEL, MessagingSends } from './messaging-sends.ts';
import { MonthTurn, secondsToEve } from './month-turn.ts';
import { Nemesis } from './nemesis.ts';
import { planFaults } from './plan.ts';
import { untilQuiet } from './quiet.ts';
import { seededChance } from './random.ts';
import { readTariffs } from './recount.ts';
import { Supervisor } from './supervisor.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '24' },
    seed: { type: 'string' },
  },
});
const messagesWanted = Number(values.messages);
const killsWanted = Number(values.kills);
const seed = values.seed === undefined ? Math.floor(Math.random() * 0xffff_ffff) : Number(values.seed);

/** Short leases: the leftovers of a crash are recovered within the run, not two minutes later. */
const LEASE_MS = 2_000;
const DOUBT_MS = 4_000;
const SETTINGS = {
  INSTANCE_LEASE_MS: String(LEASE_MS),
  CLAIM_LEASE_MS: '4000',
  BATCH_DEADLINE_MS: '20000',
  IN_DOUBT_WAIT_MS: String(DOUBT_MS),
  SUBMIT_TIMEOUT_MS: '3000',
  LINK_RETRY_MAX_MS: '2000',
};
/** A lease is renewed every quarter of its duration, so a process frozen for this long has lost it. */
const FREEZE_MS = 1.5 * LEASE_MS;
/** Single messages, and messages of a messaging API dispatch: one per this many messages of the partner. */
const MESSAGING_SHARE = 20;
/** The same for the company whose budget is too small in the new month. */
const POOR_SHARE = 20;
const LINKS = ['mts', 'beeline', 'megafon', 'tele2'].map((name, at) => ({
  name,
  brands: at === 0 ? [1, 0] : [at + 1],
  systemId: name,
  window: 50,
}));
/** Approximate duration of a fault with its pause and restarts. The load must last as long as the faults. */
const FAULT_MS = 1_200;
/**
 * Limit from the last fault to quiet: a minute per 100,000 messages, plus a fixed minute for a start of all processes
 * on a busy machine (20 s), the deadline of a batch whose outcome the broker lost (20 s), two doubts with their leases
 * (12 s) and the pause of a throttled link (8 s).
 */
const QUIET_LIMIT_MS = (60_000 * messagesWanted) / 100_000 + 60_000;
const LIFETIME_SECONDS = 26 * 3_600;

const startedAt = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${what}`);

say(`seed ${seed}: ${messagesWanted} messages, ${killsWanted} kills (repeat with --seed ${seed})`);
const { folder, acceptLog, postgres, nats, sink, harness } = await started('the servers', openServers).catch(
  (error: unknown) => {
    console.error(error);
    // The servers that did start end with this process.
    return end(judgmentOfError(error), error);
  },
);
const supervisor = new Supervisor(harness, [
  { roles: ['api'], settings: { PORT: String(await freePort()) } },
  { roles: ['pacer'] },
  { roles: ['connector'] },
  { roles: ['connector'] },
  { roles: ['recorder'] },
  { roles: ['recorder'] },
  { roles: ['notifier'] },
  { roles: ['clock'] },
]);

async function openServers() {
  const own = mkdtempSync(join(tmpdir(), 'volley-chaos-'));
  const log = join(own, 'accepted.csv');
  const [database, broker] = [await startDatabasePair(), await startOwnNats()];
  const system = await startHarness({
    what: 'chaos',
    databaseUrl: database.url,
    standbyAddress: database.standbyAddress,
    // The database is removed with its server.
    keepDatabase: true,
    natsUrl: broker.url,
    links: LINKS,
    acceptLog: log,
    settings: SETTINGS,
    layout: [],
    withChannels: true,
    offsetSeconds: secondsToEve(Date.now()),
  });
  const callbacks = await openCallbackSink({ remember: true });
  return { folder: own, acceptLog: log, postgres: database, nats: broker, sink: callbacks, harness: system };
}

/** The last line repeats the seed. */
function end(judgment: Judgment, error?: unknown): never {
  const reason = error instanceof Error ? `: ${error.message.split('\n', 1)[0]}` : '';
  say(`${judgment}${reason} (repeat with --seed ${seed})`);
  process.exit(EXIT_CODES[judgment]);
}

async function givenMessaging(partner: PartnerClient, subscribers: Subscribers) {
  const account = await openMessagingAccount(harness, partner.companyId);
  for (const brand of BRANDS) await partner.registerName(brand, CHANNEL);
  await blockName(partner, await harness.givenAdminToken());
  return { account, sends: new MessagingSends(account, subscribers, sink.url) };
}

async function givenTurn(subscribers: Subscribers) {
  const poor = await harness.givenPartner();
  const driver = new ChaosDriver(poor);
  const month = new MonthTurn({ databaseUrl: harness.databaseUrl, acceptLog, say }, poor, driver);
  await month.prepare(Math.ceil(messagesWanted / POOR_SHARE), subscribers, sink.url);
  return { month, accepted: driver.accepted };
}

/** Sets the operators' settings between the spells, and prepares the faults. */
async function prepareStorm(load: Load, month: MonthTurn): Promise<Nemesis> {
  const plan = planFaults(supervisor.names, killsWanted, seededChance(seed));
  const calm = steady(messagesWanted, plan.length * FAULT_MS, sum(LINKS.map(({ window }) => window)));
  await harness.simulator.setScenario(calm);
  const { simulator } = harness;
  const parts = { supervisor, postgres, nats, simulator, month };
  return new Nemesis({ ...parts, calm, freezeMs: FREEZE_MS, loaded: load.reached, say }, plan);
}

/** Waits until all work is done, and ends the lifetime of messages that still wait. */
async function calmDown(partner: PartnerClient): Promise<Claim[]> {
  const lastFaultMs = performance.now();
  await supervisor.allUp();
  const watch = await watchBacklog(harness);
  const first = await untilQuiet(watch, QUIET_LIMIT_MS, say);
  const tookMs = performance.now() - lastFaultMs;
  if (!first.isQuiet)
    for (const line of [...(await describeLeftovers(harness.databaseUrl)), ...(await watch.describeStream())])
      say(line);
  const { sent } = await watch.look();
  if (sent > 0) {
    say(`${sent} messages wait for a receipt: moving the clock by 26 hours`);
    await partner.call('POST', '/sandbox/v1/clock', { advanceSeconds: LIFETIME_SECONDS });
    await untilQuiet(watch, QUIET_LIMIT_MS, say);
  }
  await watch.close();
  for (const line of drawTable(first.looks, lastFaultMs)) say(line);
  const [seconds, limit] = [tookMs, QUIET_LIMIT_MS].map((ms) => (ms / 1_000).toFixed(1));
  return [
    [`quiet ${seconds} s after the last fault, limit ${limit} s`, first.isQuiet && tookMs <= QUIET_LIMIT_MS],
    claimShrinking(first.looks, lastFaultMs, await readWindows(harness.databaseUrl)),
  ];
}

function claimShrinking(looks: readonly Look[], lastFaultMs: number, { smpp, channels }: Windows): Claim {
  const noise = sum([...smpp, ...channels]);
  const windows = windowsOf(looks, lastFaultMs + LEASE_MS + DOUBT_MS);
  const grown = growths(windows, noise).map(({ fromMs }) => `${((fromMs - lastFaultMs) / 1_000).toFixed(0)} s`);
  const where = grown.length === 0 ? '' : ` (from ${grown.join(', ')} after the last fault)`;
  return [`the backlog grew in ${grown.length} of ${windows.length} windows of 10 s${where}`, grown.length === 0];
}

async function prepare() {
  await supervisor.start();
  await harness.callChannels();
  const partner = await harness.givenPartner();
  const tariffs = readTariffs(await partner.call('GET', '/price/tariffs'));
  const driver = new ChaosDriver(partner);
  const subscribers = openSubscribers();
  const messaging = await givenMessaging(partner, subscribers);
  const { month, accepted: acceptedOfPoor } = await givenTurn(subscribers);
  const load = new Load(messagesWanted);
  const nemesis = await prepareStorm(load, month);
  return { partner, tariffs, driver, subscribers, messaging, month, acceptedOfPoor, load, nemesis };
}

async function run(): Promise<Claim[]> {
  const { partner, tariffs, driver, subscribers, messaging, month, acceptedOfPoor, load, nemesis } = await started(
    'the system',
    prepare,
  );
  const share = Math.ceil(messagesWanted / MESSAGING_SHARE);
  await Promise.all([
    nemesis.rage(),
    messaging.sends.send(share, nemesis.reached),
    messaging.sends.dispatch(share),
    load.send(driver, { subscribers, callbackUrl: sink.url }, nemesis.reached, say),
  ]);
  say(`faults: ${JSON.stringify(nemesis.faults)}, ${driver.brokenCalls} calls broke and were settled by asking`);
  const { sends } = messaging;
  say(`${sends.accepted.size} messages of the messaging API, ${sends.brokenCalls} calls broke and were repeated`);
  const calmed = await calmDown(partner);
  await pause(500);
  const submits = countSubmits(readCopies(acceptLog));
  const singles = await checkMessaging(harness.databaseUrl, messaging, submits, tariffs);
  await messaging.account.close();
  const obscure = await harness.simulator.obscure();
  const accepted = new Map([...driver.accepted, ...acceptedOfPoor]);
  const { databaseUrl } = harness;
  const verdict = {
    ...(await check({ databaseUrl, accepted, acceptLog, sink, tariffs, obscure, turn: month.record })),
    ...singles,
  };
  const findings = await harness.audit();
  say(JSON.stringify({ seed, ...verdict }));
  if (findings.length > 0) say(JSON.stringify(findings.slice(0, 10)));
  const { unbinds = 0, ...met } = await harness.simulator.counters();
  const { bindsRefused, throttled, receiptsSpoiled, receiptsRejected } = met;
  say(`operators: ${JSON.stringify({ unbinds, bindsRefused, throttled, receiptsSpoiled, receiptsRejected })}`);
  const bound = boundOf(nemesis.faults, await readWindows(harness.databaseUrl), unbinds);
  return [
    ...claimMessages(verdict, messagesWanted),
    ...claimSubmits(verdict, bound),
    ...claimMoney(verdict, findings),
    ...claimMonths(verdict, month.record),
    ...claimMessaging(singles),
    ...calmed,
    [`${supervisor.ownDeaths.length} processes ended by themselves`, supervisor.ownDeaths.length === 0],
  ];
}

let judgment: Judgment;
let failure: unknown;
try {
  const claims = await unlessEnded(nats.ownEnd, run);
  for (const [claim, holds] of claims) say(`${holds ? 'ok    ' : 'FAILED'} ${claim}`);
  for (const death of supervisor.ownDeaths) say(death);
  judgment = judgmentOf(claims);
} catch (error) {
  failure = error;
  judgment = judgmentOfError(error);
  console.error(error);
  console.error(harness.logTails());
} finally {
  await supervisor.stop();
  await sink.close();
  await harness.stop().catch((error: unknown) => console.error(error));
  await nats.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
end(judgment, failure);
