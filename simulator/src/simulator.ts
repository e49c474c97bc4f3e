// A message center over SMPP, a provider of the other channels over HTTP, and providers of messengers, with faults on
// demand and a control port.
// By default one SMPP account per operator brand, all on one port. Memory is bounded under any load: the latest
// messages, the waiting receipts and the open long texts have limits; counters are exact.
import { randomUUID } from 'node:crypto';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { commandStatus } from '@volley/smpp/codec/commands.ts';
import { listenSmpp, type ServerTls } from '@volley/smpp/server.ts';
import { AcceptLog } from './accept-log.ts';
import { Account } from './account.ts';
import { ChannelAccount } from './channels/channel-account.ts';
import { defaultChannelScenario } from './channels/channel-scenario.ts';
import type { Customers } from './channels/customers.ts';
import { listenChannels } from './channels/listen-channels.ts';
import { listenControl } from './control.ts';
import { messageIds } from './message-ids.ts';
import { type ProviderOptions, type ProviderUrls, startProviders } from './providers/start-providers.ts';
import { seededRandom } from './random.ts';
import { ReceivedMessages } from './received-messages.ts';
import { defaultScenario, type Scenario } from './scenario.ts';

export type SimulatorAccount = { systemId: string; password?: string; scenario?: Partial<Scenario> };

export type SimulatorOptions = ProviderOptions & {
  smppPort?: number;
  httpPort?: number;
  channelPort?: number;
  /** Shared secret of the signatures of both sides. */
  channelSecret?: string;
  tls?: ServerTls;
  /** For accounts without their own; at most 8 characters. */
  password?: string;
  accounts?: readonly SimulatorAccount[];
  /** For every account; the settings of an account take precedence. */
  scenario?: Partial<Scenario>;
  /** Unanswered deliver_sm per session. */
  receiptWindow?: number;
  /** Messages listed by the control port. */
  keepMax?: number;
  /** Waiting receipts of an account above which it answers 0x14. */
  maxWaiting?: number;
  joinTimeoutMs?: number;
  enquireLinkMs?: number;
  responseTimeoutMs?: number;
  logFile?: string;
};

export type Simulator = ProviderUrls & {
  smppPort: number;
  controlUrl: string;
  /** The page that shows what a number received. */
  phoneUrl: string;
  channelUrl: string;
  close(): Promise<void>;
};

/** Default account and secret of the HTTP channels. */
export const channelAccount = 'channels';
export const channelSecret = 'simulated-channel-secret';

const defaults = {
  password: 'secret',
  receiptWindow: 500,
  keepMax: 100_000,
  maxWaiting: 1_000_000,
  joinTimeoutMs: 60_000,
} as const;
const maxOpenTexts = 100_000;
const expireEveryMs = 1_000;

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const received = new ReceivedMessages(options.keepMax ?? defaults.keepMax);
  const log = options.logFile === undefined ? undefined : new AcceptLog(options.logFile);
  const accounts = openAccounts(options, received, log);
  const host = options.host ?? '127.0.0.1';
  const smpp = await listenSmpp({
    port: options.smppPort ?? 0,
    host,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    systemId: 'simulator',
    settings: {
      window: options.receiptWindow ?? defaults.receiptWindow,
      maxUnanswered: Number.MAX_SAFE_INTEGER,
      ...(options.enquireLinkMs === undefined ? {} : { enquireLinkMs: options.enquireLinkMs }),
      ...(options.responseTimeoutMs === undefined ? {} : { responseTimeoutMs: options.responseTimeoutMs }),
    },
    onBind: (bind, session) => accounts.get(bind.systemId)?.bind(bind, session) ?? commandStatus.invalidSystemId,
    onBound: (session) => accounts.get(session.systemId)?.bound(session),
    onSubmit: (pdu, session, respond) => accounts.get(session.systemId)?.submit(pdu, session, respond),
    onClose: (session) => accounts.get(session.systemId)?.closed(session),
  });
  const channels = openChannels(options, received, log, false);
  const reserves = openChannels(options, received, log, true);
  const customers: Customers = new Map();
  const provider = await listenChannels({
    port: options.channelPort ?? 0,
    host,
    account: channelAccount,
    secret: options.channelSecret ?? channelSecret,
    channels,
    reserves,
    customers,
  });
  const messengers = await startProviders(options, received, log);
  const target = { accounts, channels, reserves, customers, received, ...messengers.providers };
  const control = await listenControl(options.httpPort ?? 0, host, target);
  const timer = setInterval(() => {
    for (const account of accounts.values()) account.inbox.expire();
  }, expireEveryMs);
  return {
    smppPort: smpp.port,
    controlUrl: control.url,
    phoneUrl: `${control.url}/phone`,
    channelUrl: provider.url,
    ...messengers.urls,
    async close() {
      clearInterval(timer);
      await smpp.close();
      await provider.close();
      await messengers.close();
      await control.close();
      for (const channel of [...channels.values(), ...reserves.values()]) channel.close();
      for (const account of accounts.values()) account.close();
      log?.close();
    },
  };
}

function openAccounts(options: SimulatorOptions, received: ReceivedMessages, log: AcceptLog | undefined) {
  const random = seededRandom(options.seed ?? 1);
  const nextMessageId = messageIds(Date.now());
  const brands = BRANDS.map((brand): SimulatorAccount => ({ systemId: brand.toLowerCase() }));
  return new Map(
    (options.accounts ?? brands).map(({ systemId, password, scenario }) => [
      systemId,
      new Account({
        systemId,
        password: password ?? options.password ?? defaults.password,
        scenario: { ...defaultScenario, ...options.scenario, ...scenario },
        random,
        nextMessageId,
        maxWaiting: options.maxWaiting ?? defaults.maxWaiting,
        inbox: { received, joinTimeoutMs: options.joinTimeoutMs ?? defaults.joinTimeoutMs, maxOpenTexts },
        onAccepted: (account, destination, reference, messageId) =>
          log?.add(account, destination, reference, messageId),
      }),
    ]),
  );
}

function openChannels(
  options: SimulatorOptions,
  received: ReceivedMessages,
  log: AcceptLog | undefined,
  isReserve: boolean,
) {
  const random = seededRandom(options.seed ?? 1);
  return new Map(
    CHANNEL_TYPES.filter((channel) => channel !== 'SMS').map((channel) => [
      channel,
      new ChannelAccount({
        channel,
        account: `${isReserve ? 'reserve-' : ''}${channel.toLowerCase()}`,
        isReserve,
        secret: options.channelSecret ?? channelSecret,
        scenario: { ...defaultChannelScenario, metaForm: channel === 'WHATSAPP' },
        random,
        nextId: randomUUID,
        received,
        onAccepted: (account, destination, reference, messageId) =>
          log?.add(account, destination, reference, messageId),
      }),
    ]),
  );
}
