// `npm run chaos`: dispatches, single messages and cascades while everything is being killed, on a PostgreSQL and a NATS of its own. Prints its seed,
// the faults and the verdict; fails when a message was lost, doubled in silence, or money does not add up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BRANDS } from '@volley/domain/brand.ts';
import { check, countSubmits, type Verdict } from './chaos/checker.ts';
import { ChaosDriver } from './chaos/driver.ts';
import { checkMessaging, type MessagingVerdict } from './chaos/messaging-checker.ts';
import { BLOCKED_NAME, CHANNEL, MessagingSends } from './chaos/messaging-sends.ts';
import { rage } from './chaos/nemesis.ts';
import { seededChance } from './chaos/random.ts';
import { readTariffs } from './chaos/recount.ts';
import { Supervisor } from './chaos/supervisor.ts';
import { openCallbackSink } from './stand/callback-sink.ts';
import { freePort } from './stand/free-port.ts';
import { withDatabase } from './stand/fresh-database.ts';
import { openMessagingAccount } from './stand/messaging-account.ts';
import { startOwnNats } from './stand/own-nats.ts';
import { PLAIN_ROLE, startOwnPostgres } from './stand/own-postgres.ts';
import { askOnce, type PartnerClient } from './stand/partner-client.ts';
import { startStand } from './stand/stand.ts';
import { pause, waitFor } from './stand/wait.ts';
import { dispatchText, openSubscribers, type Subscribers } from './subscribers.ts';

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

/** Short waits, so that what a crash leaves behind is found within the run and not two minutes later. */
const SETTINGS = {
  INSTANCE_LEASE_MS: '2000',
  CLAIM_LEASE_MS: '4000',
  BATCH_DEADLINE_MS: '20000',
  IN_DOUBT_WAIT_MS: '4000',
  SUBMIT_TIMEOUT_MS: '3000',
};
const DISPATCHES = 8;
/** One single message, and one of a dispatch of the messaging API, for so many of the partner's. */
const MESSAGING_SHARE = 20;
const WINDOW = 50;
const LINKS = ['mts', 'beeline', 'megafon', 'tele2'].map((name, at) => ({
  name,
  brands: at === 0 ? [1, 0] : [at + 1],
  systemId: name,
  window: WINDOW,
}));
const QUIET_MS = 240_000;
/** Batches of one link that may be in flight at once, and messages in one: what a kill can put in doubt. */
const BATCHES_IN_FLIGHT = 6 * LINKS.length;
const BATCH_MESSAGES = 250;
const LIFETIME_SECONDS = 26 * 3_600;

const startedAt = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${what}`);

say(`seed ${seed}: ${messagesWanted} messages, ${killsWanted} kills (repeat with --seed ${seed})`);
const folder = mkdtempSync(join(tmpdir(), 'volley-chaos-'));
const acceptLog = join(folder, 'accepted.csv');
const [postgres, nats] = [await startOwnPostgres(), await startOwnNats()];
const sink = await openCallbackSink({ remember: true });
const stand = await startStand({
  what: 'chaos',
  databaseUrl: postgres.url,
  databaseOwner: PLAIN_ROLE,
  natsUrl: nats.url,
  links: LINKS,
  acceptLog,
  settings: SETTINGS,
  layout: [],
  withChannels: true,
});
const supervisor = new Supervisor(stand, [
  { roles: ['api'], settings: { PORT: String(await freePort()) } },
  { roles: ['pacer'] },
  { roles: ['connector'] },
  { roles: ['connector'] },
  { roles: ['recorder'] },
  { roles: ['recorder'] },
  { roles: ['notifier'] },
  { roles: ['clock'] },
]);

async function settle(): Promise<void> {
  const open = () =>
    withDatabase(stand.checkerUrl, async (client) => {
      const { rows } = await client.query<{ open: string; singles: string; receipts: string; callbacks: string }>(
        `select (select count(*) from dispatches where status <> 'COMPLETED' and kind <> 'SEND') as open,
                (select count(*) from messages m join dispatches d on d.id = m.dispatch_id where d.kind = 'SEND' and m.status < 2) as singles,
                (select count(*) from receipts) as receipts,
                (select count(*) from callback_batches) + (select count(*) from event_inbox)
                  + (select count(*) from callback_ranges where next_try_at is not null) as callbacks`,
      );
      return rows[0];
    });
  let last = '';
  await waitFor(
    'quiet',
    async () => {
      const now = await open();
      const line = `${now?.open} dispatches open, ${now?.singles} single messages open, ${now?.receipts} receipts waiting, ${now?.callbacks} callback batches waiting`;
      if (line !== last) say(line);
      last = line;
      return line === '0 dispatches open, 0 single messages open, 0 receipts waiting, 0 callback batches waiting';
    },
    { timeoutMs: QUIET_MS, everyMs: 1_000 },
  ).catch(() => say('not quiet in time; lifetimes are ended by moving the clock'));
}

async function givenMessaging(partner: PartnerClient, subscribers: Subscribers) {
  const account = await openMessagingAccount(stand, partner.companyId);
  for (const brand of BRANDS) await partner.registerName(brand, CHANNEL);
  const block = { name: BLOCKED_NAME, reason: 'chaos' };
  await askOnce(stand.apiUrl(), await stand.givenAdminToken(), 'PUT', '/admin/v1/blocks/names', block);
  return { account, sends: new MessagingSends(account, subscribers, sink.url) };
}

async function run(): Promise<Verdict & MessagingVerdict> {
  await supervisor.start();
  await stand.callChannels();
  const partner = await stand.givenPartner();
  const tariffs = readTariffs(await partner.call('GET', '/price/tariffs'));
  const driver = new ChaosDriver(partner);
  const chance = seededChance(seed);
  const subscribers = openSubscribers();
  const messaging = await givenMessaging(partner, subscribers);
  const storm = rage({ supervisor, postgres, nats, chance, say }, killsWanted);
  const share = Math.ceil(messagesWanted / MESSAGING_SHARE);
  const sending = Promise.all([messaging.sends.send(share), messaging.sends.dispatch(share)]);
  const each = Math.ceil(messagesWanted / DISPATCHES);
  for (let at = 0; at < DISPATCHES; at += 1) {
    const recipients = subscribers.recipients(at * each, Math.min(each, messagesWanted - at * each));
    const { id } = await driver.createDispatch(`chaos ${at}`, dispatchText, recipients, sink.url);
    await driver.startDispatch(id);
    say(`dispatch ${id} started`);
  }
  const faults = await storm;
  await sending;
  say(`faults: ${JSON.stringify(faults)}, ${driver.brokenCalls} calls broke and were settled by asking`);
  const { accepted, brokenCalls } = messaging.sends;
  say(`${accepted.size} messages of the messaging API, ${brokenCalls} calls broke and were repeated`);
  await supervisor.allUp();
  await settle();
  const open = await check(stand.checkerUrl, driver.accepted, acceptLog, sink, tariffs);
  if (open.notFinal > 0) {
    say(`${open.notFinal} messages wait for a receipt that may never come: moving the clock by 26 hours`);
    await partner.call('POST', '/sandbox/v1/clock', { advanceSeconds: LIFETIME_SECONDS });
    await settle();
  }
  await pause(500);
  const verdict = await checkMessaging(stand.checkerUrl, messaging, countSubmits(acceptLog), tariffs);
  await messaging.account.close();
  return { ...(await check(stand.checkerUrl, driver.accepted, acceptLog, sink, tariffs)), ...verdict };
}

let ok = false;
try {
  const verdict = await run();
  const findings = await stand.audit();
  const bound = (killsWanted + 3) * BATCHES_IN_FLIGHT * BATCH_MESSAGES;
  const claims: readonly (readonly [string, boolean])[] = [
    [`${verdict.lost} accepted messages lost`, verdict.lost === 0 && verdict.accepted >= messagesWanted],
    [`${verdict.notFinal} messages without a final state`, verdict.notFinal === 0],
    [`${verdict.deliveredWithoutSubmit} delivered messages that no operator got`, verdict.deliveredWithoutSubmit === 0],
    [`${verdict.extraSubmits} extra submits, bound ${bound}`, verdict.extraSubmits <= bound],
    [
      `extra submits counted: ${verdict.extraSubmitsCounted} of ${verdict.extraSubmits}`,
      verdict.extraSubmitsCounted === verdict.extraSubmits,
    ],
    [`audit: ${findings.length} rows`, findings.length === 0],
    [
      `ledger ${verdict.spentMicros} micros, recounted from the operators' log ${verdict.recountedMicros}`,
      verdict.spentMicros === verdict.recountedMicros,
    ],
    [
      `${verdict.singlesLost} messages of the messaging API lost of ${verdict.singles}`,
      verdict.singlesLost === 0 && verdict.singles > 0,
    ],
    [`${verdict.overChannel} delivered over ${CHANNEL}`, verdict.overChannel > 0],
    [`${verdict.cascadesBroken} cascades without their one second step`, verdict.cascadesBroken === 0],
    [`${verdict.eventGaps} gaps in ${verdict.events} events`, verdict.eventGaps === 0 && verdict.events > 0],
    [
      `${verdict.finalEventsWrong} messages of the messaging API without one final event`,
      verdict.finalEventsWrong === 0,
    ],
    [
      `wallet spent ${verdict.walletSpentMicros} micros, recounted ${verdict.walletRecountedMicros}`,
      verdict.walletSpentMicros === verdict.walletRecountedMicros,
    ],
    [`${verdict.callbacksMissing} messages with a callback missing`, verdict.callbacksMissing === 0],
    [`${verdict.callbacksOutOfOrder} messages whose first tries came out of order`, verdict.callbacksOutOfOrder === 0],
  ];
  say(JSON.stringify({ seed, ...verdict }));
  if (findings.length > 0) say(JSON.stringify(findings.slice(0, 10)));
  for (const [claim, holds] of claims) say(`${holds ? 'ok    ' : 'FAILED'} ${claim}`);
  ok = claims.every(([, holds]) => holds);
} catch (error) {
  console.error(error);
  console.error(stand.logTails());
} finally {
  supervisor.stop();
  await sink.close();
  await stand.stop().catch((error: unknown) => console.error(error));
  await nats.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = ok ? 0 : 1;
