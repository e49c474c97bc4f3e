// Dispatches to the subscribers of a bot beside dispatches by phone number: messages per second of both, in turn, and
// one dispatch to many subscribers. The search for addresses must use keys, however large the address book is.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { channelAccount, channelSecret } from '@volley/simulator/simulator.ts';
import type { Harness } from './harness/harness.ts';
import { type MessagingAccount, openMessagingAccount } from './harness/messaging-account.ts';
import { askOnce, type PartnerClient, type Recipient } from './harness/partner-client.ts';
import { waitFor } from './harness/wait.ts';
import { withDatabase } from './harness/with-database.ts';
import { lastOverFirstTenth, median, medianRatio, type ProgressSample, ratePerSecond } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

const CALL = 10_000;
const WINDOW = 50;
const POLL_MS = 100;
const ROUND_MS_MAX = 1_800_000;
const TEXT = '{name}, скидка 20% на все до конца недели! Ждем вас, подробности тут';
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
/** The usual 25 messages per second of a bot would hide the speed of this service. */
const ACCOUNT_RATE = 10_000;

export type ChannelRun = {
  messages: number;
  acceptMs: number;
  submittedPerSecond: number;
  /** Until every message is final. */
  perSecond: number;
  lastOverFirst: number;
};

export type SubscriberSpeed = {
  subscribers: number;
  uploadPerSecond: number;
  /**
   * Medians over the rounds. By number, the provider also reports each delivery; a bot's messages are final when taken.
   */
  botPerSecond: number;
  numberPerSecond: number;
  botVsNumber: number | null;
  submittedVsNumber: number | null;
  /** Rows of the address book that dispatches read by scans instead of keys. */
  scannedRows: number;
  botRuns: ChannelRun[];
  numberRuns: ChannelRun[];
  long: ChannelRun;
};

export type SubscriberLoad = {
  readonly subscribers: Subscribers;
  /** Size of the address book. */
  readonly count: number;
  /** Recipients of the long dispatch; at most `count`. */
  readonly messages: number;
  readonly rounds: number;
  readonly roundMessages: number;
  readonly report: (text: string) => void;
};

type Sender = {
  readonly channelType: ChannelType;
  readonly id: number;
  readonly taken: { readonly provider: string; readonly counter: string };
};

export async function measureSubscriberSpeed(harness: Harness, load: SubscriberLoad): Promise<SubscriberSpeed> {
  const { count, rounds, report } = load;
  const partner = await harness.givenPartner();
  const account = await openMessagingAccount(harness, partner.companyId);
  try {
    const [bot, byNumber] = await openSenders(harness, partner);
    report(`uploading ${count} subscribers`);
    const uploadPerSecond = await upload(account, load);
    const roundMessages = Math.min(load.roundMessages, load.messages);
    const runs: Record<'bot' | 'number', ChannelRun[]> = { bot: [], number: [] };
    const before = await scannedRows(harness);
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      report(`subscribers beside numbers, round ${round}`);
      const place = { first: (round * roundMessages) % Math.max(1, count - roundMessages), count: roundMessages };
      const botRun = await run(harness, partner, bot, { ...load, ...place });
      const numberRun = await run(harness, partner, byNumber, { ...load, ...place });
      report(`${Math.round(botRun.perSecond)} per second to subscribers, ${Math.round(numberRun.perSecond)} by number`);
      if (round === 0) continue;
      runs.bot.push(botRun);
      runs.number.push(numberRun);
    }
    report(`one dispatch to ${load.messages} subscribers`);
    const long = await run(harness, partner, bot, { ...load, first: 0, count: load.messages });
    const scanned = (await scannedRows(harness)) - before;
    const rates = (some: readonly ChannelRun[]) => some.map(({ perSecond }) => perSecond);
    const submits = (some: readonly ChannelRun[]) => some.map(({ submittedPerSecond }) => submittedPerSecond);
    return {
      subscribers: count,
      uploadPerSecond,
      botPerSecond: median(rates(runs.bot)),
      numberPerSecond: median(rates(runs.number)),
      botVsNumber: medianRatio(rates(runs.bot), rates(runs.number)),
      submittedVsNumber: medianRatio(submits(runs.bot), submits(runs.number)),
      scannedRows: scanned,
      botRuns: runs.bot,
      numberRuns: runs.number,
      long,
    };
  } finally {
    await account.close();
  }
}

/** A bot of Telegram, and a name of VIBER whose provider knows people by number. Both links have the same window. */
async function openSenders(harness: Harness, partner: PartnerClient): Promise<[Sender, Sender]> {
  const {
    channelUrl,
    providerUrls: { botUrl },
  } = harness.simulator;
  const both = { brands: '0,1,2,3,4', window: WINDOW };
  await harness.putProvider({
    ...both,
    name: 'bots',
    protocol: 'TELEGRAM_BOT',
    url: botUrl,
    set: `accountRate=${ACCOUNT_RATE}`,
  });
  await harness.putProvider({
    ...both,
    name: 'channel-viber',
    protocol: 'VOLLEY_HTTP',
    channels: 'VIBER',
    url: channelUrl,
    'system-id': channelAccount,
    password: channelSecret,
  });
  await harness.callChannels();
  const bot = await partner.registerName('MTS', 'TELEGRAM');
  const byNumber = await partner.registerName('MTS', 'VIBER');
  const token = await harness.givenAdminToken();
  const path = `/admin/v1/senders/${bot}/account`;
  await askOnce(harness.apiUrl(), { token, method: 'PUT', path, body: { values: { token: TOKEN } } });
  return [
    { channelType: 'TELEGRAM', id: bot, taken: { provider: 'bots', counter: 'sent' } },
    { channelType: 'VIBER', id: byNumber, taken: { provider: 'channels.viber', counter: 'accepted' } },
  ];
}

/** Subscribers per second, over all calls. Ids end in 00: other endings force outcomes at the simulator. */
async function upload(account: MessagingAccount, { subscribers, count }: SubscriberLoad): Promise<number> {
  let spentMs = 0;
  for (let from = 0; from < count; from += CALL) {
    const items = Array.from({ length: Math.min(CALL, count - from) }, (_, at) => ({
      subscriberId: String((from + at + 1) * 100),
      destination: String(subscribers.numberOf('MTS', from + at)),
    }));
    const body = { channelType: 'TELEGRAM', senderName: 'StandMTS', subscribers: items };
    const startMs = performance.now();
    await account.call('POST', '/subscribers', body, { key: 'system' });
    spentMs += performance.now() - startMs;
  }
  return ratePerSecond(count, spentMs);
}

type Place = { readonly subscribers: Subscribers; readonly first: number; readonly count: number };

async function run(
  { simulator }: Harness,
  partner: PartnerClient,
  sender: Sender,
  { subscribers, first, count }: Place,
): Promise<ChannelRun> {
  const { provider, counter } = sender.taken;
  const taken = async () => (await simulator.providerCounters(provider))[counter] ?? 0;
  const before = await taken();
  const { id, acceptMs } = await fill(partner, sender, { subscribers, first, count });
  const startMs = performance.now();
  await partner.startDispatch(id);
  const samples: ProgressSample[] = [{ atMs: startMs, done: 0 }];
  let submittedMs = 0;
  await waitFor(
    `the end of a dispatch of ${count} messages on ${sender.channelType}`,
    async () => {
      if (submittedMs === 0 && (await taken()) - before >= count) submittedMs = performance.now() - startMs;
      const { status, delivered, failed } = await partner.progress(id);
      samples.push({ atMs: performance.now(), done: delivered + failed });
      return status === 'COMPLETED' && submittedMs > 0;
    },
    { timeoutMs: ROUND_MS_MAX, everyMs: POLL_MS },
  );
  const { delivered } = await partner.progress(id);
  if (delivered !== count) throw new Error(`${delivered} of ${count} messages delivered on ${sender.channelType}`);
  return {
    messages: count,
    acceptMs,
    submittedPerSecond: ratePerSecond(count, submittedMs),
    perSecond: ratePerSecond(count, (samples.at(-1)?.atMs ?? 0) - startMs),
    lastOverFirst: lastOverFirstTenth(samples, count),
  };
}

async function fill(
  partner: PartnerClient,
  { channelType, id: senderId }: Sender,
  { subscribers, first, count }: Place,
): Promise<{ id: number; acceptMs: number }> {
  let id: number | undefined;
  const startMs = performance.now();
  for (let from = first; from < first + count; from += CALL) {
    const messages = Array.from(
      { length: Math.min(CALL, first + count - from) },
      (_, at): Recipient => ({
        destination: String(subscribers.numberOf('MTS', from + at)),
        substitutions: { name: 'Анна' },
      }),
    );
    const draft = { name: 'subscribers', text: TEXT, channelType, senderIds: [senderId], messages };
    const accepted =
      id === undefined ? await partner.createDispatch(draft) : await partner.appendMessages(id, messages);
    if (accepted.success !== messages.length) throw new Error(`accepted ${accepted.success} of ${messages.length}`);
    id = accepted.id;
  }
  if (id === undefined) throw new RangeError(`a dispatch needs recipients, count is ${count}`);
  return { id, acceptMs: performance.now() - startMs };
}

/** Statistics of tables reach the views within a second of the end of a transaction. */
const scannedRows = (harness: Harness): Promise<number> =>
  withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query<{ scanned: number }>(
      "select seq_tup_read::float8 as scanned from pg_stat_user_tables where relname = 'subscribers'",
    );
    return rows[0]?.scanned ?? Number.NaN;
  });
