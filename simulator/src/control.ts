// HTTP control of the simulator, for tests and demos: health, counters, received messages, scenario, texts of
// subscribers, cut connections, floods of receipts, skipped delays, reset; the same for the HTTP channels and every
// provider that the simulator plays. Local use only: it has no access control.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from './account.ts';
import {
  byChannel,
  type Channels,
  setChannelScenario,
  setHooks,
  writeAsSubscriber,
} from './channels/control-channels.ts';
import { type Customers, setCustomer } from './channels/customers.ts';
import { skipDelays } from './delay-wheel.ts';
import { mobileOriginated } from './mobile-originated.ts';
import { Phone } from './phone/phone.ts';
import { servePhone } from './phone/serve-phone.ts';
import type { Providers } from './providers/start-providers.ts';
import { setGatewayAccount, setGatewayScenario } from './providers/telegram-gateway/control-gateway.ts';
import { controlCloud } from './providers/whatsapp-cloud/control-cloud.ts';
import type { ReceivedMessages } from './received-messages.ts';
import { faultsOf, isScenarioChange } from './scenario.ts';

export type ControlTarget = Providers & {
  accounts: ReadonlyMap<string, Account>;
  channels: Channels;
  /** Second providers of the channels. */
  reserves: Channels;
  customers: Customers;
  received: ReceivedMessages;
};

type Answer = { status: number; body: unknown };
type Body = Readonly<Record<string, unknown>>;

const maxBodyBytes = 1_048_576;
const maxListed = 10_000;
const defaultListed = 100;
const maxFlood = 1_000_000;

export async function listenControl(port: number, host: string, target: ControlTarget) {
  const phone = new Phone(target);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!(await servePhone(request, response, phone, () => readBody(request))))
      send(response, await answer(request, { ...target, phone }));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      send(response, refused(error instanceof Error ? error.message : 'request failed')),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server on a port has an AddressInfo.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (error: string): Answer => ({ status: 400, body: { error } });
const done = (complaint: string | undefined): Answer =>
  complaint === undefined ? ok({ ok: true }) : refused(complaint);

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

type Change = (target: ControlTarget, body: Body) => string | undefined | Promise<string | undefined>;

/** Changes of providers and of the time, by route; each returns the problem with the change. */
const changes: Readonly<Record<string, Change>> = {
  'POST /bots/scenario': ({ bots }, body) => bots.change(body),
  'POST /bots/tokens': ({ bots }, body) => bots.setToken(body),
  'POST /bots/webhooks': ({ bots }, body) => bots.webhooks.setOrigin(body),
  'POST /bots/people': ({ bots }, body) => bots.webhooks.act(body),
  'POST /max-bots/scenario': ({ maxBots }, body) => maxBots.change(body),
  'POST /max-bots/tokens': ({ maxBots }, body) => maxBots.setToken(body),
  'POST /max-bots/webhooks': ({ maxBots }, body) => maxBots.subscriptions.setOrigin(body),
  'POST /max-bots/people': ({ maxBots }, body) => maxBots.subscriptions.act(body),
  'POST /vk-bots/scenario': ({ vkBots }, body) => vkBots.change(body),
  'POST /vk-bots/tokens': ({ vkBots }, body) => vkBots.setToken(body),
  'POST /vk-bots/callbacks': ({ vkBots }, body) => vkBots.callbacks.setOrigin(body),
  'POST /vk-bots/servers': ({ vkBots }, body) => vkBots.callbacks.setServer(body),
  'POST /vk-bots/people': ({ vkBots }, body) => vkBots.callbacks.act(body),
  'POST /partner/scenario': ({ partner }, body) => partner.change(body),
  'POST /partner/reports': ({ partner }, body) => partner.setOrigin(body),
  'POST /clock': (_, body) => skip(body),
};

async function answer(request: IncomingMessage, target: ControlTarget & { phone: Phone }): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/whatsapp/')) return done(controlCloud(target.whatsapp, pathname, await readBody(request)));
  const route = `${request.method} ${pathname}`;
  const change = Object.hasOwn(changes, route) ? changes[route] : undefined;
  if (change !== undefined) return done(await change(target, await readBody(request)));
  switch (route) {
    case 'GET /health':
      return ok({ ok: true });
    case 'GET /counters':
      return ok({
        accounts: mapAccounts(target, (account) => account.counters()),
        maxBots: {
          ...target.maxBots.counted,
          ...target.maxBots.subscriptions.counted,
          ...target.maxBots.uploads.counted,
        },
        partner: target.partner.counted,
        vkBots: { ...target.vkBots.counted, ...target.vkBots.callbacks.counted, ...target.vkBots.photos.counted },
        channels: byChannel(target.channels, (account) => account.counters()),
        reserves: byChannel(target.reserves, (account) => account.counters()),
        gateway: target.gateway.counters(),
        bots: { ...target.bots.counted, ...target.bots.webhooks.counted },
        whatsapp: { ...target.whatsapp.counted, ...target.whatsapp.webhooks.counted, ...target.whatsapp.media.counted },
        received: target.received.total,
      });
    case 'GET /received':
      return listReceived(target, searchParams);
    case 'GET /not-joined':
      return ok({ accounts: mapAccounts(target, (account) => account.inbox.notJoined) });
    case 'GET /obscure':
      return ok({ accounts: mapAccounts(target, (account) => [...account.obscure]) });
    case 'GET /scenario':
      return ok({ accounts: mapAccounts(target, (account) => account.scenario) });
    case 'POST /scenario':
      return setScenario(target, await readBody(request));
    case 'POST /mo':
      return sendText(target, await readBody(request));
    case 'POST /cut':
      return forAccounts(target, await readBody(request), (account) => account.cut());
    case 'POST /flood':
      return flood(target, await readBody(request));
    case 'GET /channels/scenario':
      return ok({ channels: byChannel(target.channels, (account) => account.scenario) });
    case 'POST /channels/scenario':
      return done(setChannelScenario(target.channels, await readBody(request)));
    case 'POST /channels/hooks':
      return done(setHooks(target, await readBody(request)));
    case 'POST /channels/write':
      return done(writeAsSubscriber(target.channels, await readBody(request)));
    case 'POST /channels/customers':
      return done(setCustomer(target.customers, await readBody(request)));
    case 'GET /gateway/scenario':
      return ok(target.gateway.scenario);
    case 'POST /gateway/scenario':
      return done(setGatewayScenario(target.gateway, await readBody(request)));
    case 'POST /gateway/account':
      return done(setGatewayAccount(target.gateway, await readBody(request)));
    case 'POST /reset':
      target.received.clear();
      target.phone.clear();
      target.gateway.reset();
      target.whatsapp.webhooks.clear();
      target.partner.reset();
      for (const channel of [...target.channels.values(), ...target.reserves.values()]) channel.reset();
      return forAccounts(target, {}, (account) => account.reset());
    default:
      return { status: 404, body: { error: `no route ${request.method} ${request.url}` } };
  }
}

function mapAccounts<Value>(target: ControlTarget, value: (account: Account) => Value): Record<string, Value> {
  return Object.fromEntries([...target.accounts].map(([name, account]) => [name, value(account)]));
}

function listReceived(target: ControlTarget, query: URLSearchParams): Answer {
  const limit = Number(query.get('limit') ?? defaultListed);
  const given = query.get('after');
  const after = Number(given ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxListed) return refused(`limit must be 1 to ${maxListed}`);
  if (!Number.isInteger(after) || after < 0) return refused('after must be a seq');
  const account = query.get('account');
  const destination = query.get('destination');
  const items = target.received.list({
    limit,
    ...(given === null ? {} : { after }),
    ...(account === null ? {} : { account }),
    ...(destination === null ? {} : { destination }),
  });
  return ok({ items, total: target.received.total });
}

/** Runs an action on the account that the body names, or on all accounts. */
function forAccounts(target: ControlTarget, body: Body, action: (account: Account) => void): Answer {
  const name = body['account'];
  const chosen =
    name === undefined
      ? [...target.accounts.values()]
      : [typeof name === 'string' ? target.accounts.get(name) : undefined];
  for (const account of chosen) {
    if (account === undefined) return refused(`unknown account ${String(name)}`);
    action(account);
  }
  return ok({ ok: true });
}

function setScenario(target: ControlTarget, body: Body): Answer {
  const { account: _account, ...change } = body;
  if (!isScenarioChange(change))
    return refused(`unknown setting or value out of range: ${faultsOf(change).join(', ')}`);
  return forAccounts(target, body, (account) => {
    account.scenario = { ...account.scenario, ...change };
  });
}

/** As far as the clock of a sandbox moves in one step. */
const SKIP_SECONDS_MAX = 400 * 86_400;

/** The delays follow the clock of a sandbox. */
function skip({ advanceSeconds }: Body): string | undefined {
  if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0 && advanceSeconds <= SKIP_SECONDS_MAX))
    return `advanceSeconds must be 0 to ${SKIP_SECONDS_MAX}`;
  skipDelays(advanceSeconds * 1_000);
  return undefined;
}

function flood(target: ControlTarget, body: Body): Answer {
  const { count } = body;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > maxFlood)
    return refused(`count must be 1 to ${maxFlood}`);
  return forAccounts(target, body, (account) => account.flood(count));
}

let textReference = 0;

function sendText(target: ControlTarget, body: Body): Answer {
  const { account, from, to, text } = body;
  if (typeof from !== 'string' || !/^\d{1,15}$/.test(from)) return refused('from must be 1 to 15 digits');
  if (typeof to !== 'string' || !/^[\x20-\x7e]{1,20}$/.test(to)) return refused('to must be 1 to 20 characters');
  if (typeof account !== 'string') return refused('account is missing');
  if (typeof text !== 'string' || text === '') return refused('text is missing');
  textReference = (textReference + 1) % 256;
  const pdus = mobileOriginated(from, to, text, textReference);
  return forAccounts(target, body, (chosen) => chosen.deliverTexts(pdus));
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // Without an encoding a request yields Buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > maxBodyBytes) throw new Error(`body exceeds ${maxBodyBytes} bytes`);
    chunks.push(buffer);
  }
  const body: unknown = bytes === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('body must be an object');
  // Checked above to be a plain JSON object.
  return body as Body;
}
