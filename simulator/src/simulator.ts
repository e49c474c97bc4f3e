// A message center over SMPP, a provider of the other channels over HTTP, the Telegram Gateway, Telegram bots, bots of MAX
// and the Cloud API of WhatsApp, with faults on demand and a control port.
// By default one SMPP account per operator brand, all on one port. Memory is bounded under any load: the latest
// messages, the waiting receipts and the open long texts have limits; counters are exact.
import { randomUUID } from 'node:crypto';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { commandStatus } from '@volley/smpp/commands.ts';
import { listenSmpp, type ServerTls } from '@volley/smpp/server.ts';
import { AcceptLog } from './accept-log.ts';
import { Account } from './account.ts';
import { ChannelAccount } from './channels/channel-account.ts';
import { defaultChannelScenario } from './channels/channel-scenario.ts';
import type { Customers } from './channels/customers.ts';
import { listenChannels } from './channels/listen-channels.ts';
import { listenControl } from './control.ts';
import { messageIds } from './message-ids.ts';
import { listenMaxBots } from './providers/max-bot/listen-max-bots.ts';
import { MaxBots } from './providers/max-bot/max-bots.ts';
import { defaultMaxBotsScenario } from './providers/max-bot/max-bots-scenario.ts';
import { Bots } from './providers/telegram-bot/bots.ts';
import { defaultBotsScenario } from './providers/telegram-bot/bots-scenario.ts';
import { listenBots } from './providers/telegram-bot/listen-bots.ts';
import { Gateway } from './providers/telegram-gateway/gateway.ts';
import { defaultGatewayScenario } from './providers/telegram-gateway/gateway-scenario.ts';
import { listenGateway } from './providers/telegram-gateway/listen-gateway.ts';
import { defaultCloudScenario } from './providers/whatsapp-cloud/cloud-scenario.ts';
import { listenWhatsappCloud } from './providers/whatsapp-cloud/listen-whatsapp-cloud.ts';
import { WhatsappCloud } from './providers/whatsapp-cloud/whatsapp-cloud.ts';
import { seededRandom } from './random.ts';
import { ReceivedMessages } from './received-messages.ts';
import { defaultScenario, type Scenario } from './scenario.ts';

export type SimulatorAccount = { systemId: string; password?: string; scenario?: Partial<Scenario> };

export type SimulatorOptions = {
  smppPort?: number;
  httpPort?: number;
  channelPort?: number;
  gatewayPort?: number;
  botPort?: number;
  maxBotPort?: number;
  whatsappPort?: number;
  /** Shared secret of the signatures of both sides. */
  channelSecret?: string;
  host?: string;
  tls?: ServerTls;
  /** For accounts without their own; at most 8 characters. */
  password?: string;
  accounts?: readonly SimulatorAccount[];
  /** For every account; the settings of an account take precedence. */
  scenario?: Partial<Scenario>;
  seed?: number;
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

export type Simulator = {
  smppPort: number;
  controlUrl: string;
  channelUrl: string;
  gatewayUrl: string;
  botUrl: string;
  maxBotUrl: string;
  whatsappUrl: string;
  close(): Promise<void>;
};

/** Default account and secret of the HTTP channels. */
export const channelAccount = 'channels';
export const channelSecret = 'simulated-channel-secret';
/** Token of the account at the Telegram Gateway. */
export const gatewayToken = 'simulated-gateway-token';
/** Secret of the app, under which the Cloud API of WhatsApp signs its webhooks. */
export const whatsappAppSecret = 'simulated-whatsapp-app-secret';

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
  const channels = openChannels(options, received, log);
  const customers: Customers = new Map();
  const provider = await listenChannels({
    port: options.channelPort ?? 0,
    host,
    account: channelAccount,
    secret: options.channelSecret ?? channelSecret,
    channels,
    customers,
  });
  const gateway = openGateway(options, received, log);
  const gatewayServer = await listenGateway(options.gatewayPort ?? 0, host, gateway);
  const bots = new Bots(defaultBotsScenario, seededRandom(options.seed ?? 1), received);
  const botServer = await listenBots(options.botPort ?? 0, host, bots);
  const maxBots = new MaxBots(defaultMaxBotsScenario, seededRandom(options.seed ?? 1), received);
  const maxBotServer = await listenMaxBots(options.maxBotPort ?? 0, host, maxBots);
  const whatsapp = openWhatsapp(options, received);
  const whatsappServer = await listenWhatsappCloud(options.whatsappPort ?? 0, host, whatsapp);
  const target = { accounts, channels, customers, gateway, bots, maxBots, whatsapp, received };
  const control = await listenControl(options.httpPort ?? 0, host, target);
  const timer = setInterval(() => {
    for (const account of accounts.values()) account.inbox.expire();
  }, expireEveryMs);
  return {
    smppPort: smpp.port,
    controlUrl: control.url,
    channelUrl: provider.url,
    gatewayUrl: gatewayServer.url,
    botUrl: botServer.url,
    maxBotUrl: maxBotServer.url,
    whatsappUrl: whatsappServer.url,
    async close() {
      clearInterval(timer);
      await smpp.close();
      const servers = [provider, gatewayServer, botServer, maxBotServer, whatsappServer, control];
      for (const server of servers) await server.close();
      for (const channel of channels.values()) channel.close();
      gateway.close();
      bots.webhooks.close();
      maxBots.subscriptions.close();
      whatsapp.webhooks.close();
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

function openChannels(options: SimulatorOptions, received: ReceivedMessages, log: AcceptLog | undefined) {
  const random = seededRandom(options.seed ?? 1);
  return new Map(
    CHANNEL_TYPES.filter((channel) => channel !== 'SMS').map((channel) => [
      channel,
      new ChannelAccount({
        channel,
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

function openGateway(options: SimulatorOptions, received: ReceivedMessages, log: AcceptLog | undefined): Gateway {
  return new Gateway({
    token: gatewayToken,
    scenario: defaultGatewayScenario,
    random: seededRandom(options.seed ?? 1),
    received,
    onAccepted: (account, destination, reference, messageId) => log?.add(account, destination, reference, messageId),
  });
}

const openWhatsapp = (options: SimulatorOptions, received: ReceivedMessages): WhatsappCloud =>
  new WhatsappCloud(defaultCloudScenario, seededRandom(options.seed ?? 1), received, whatsappAppSecret);
