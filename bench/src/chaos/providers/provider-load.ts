// The load of one provider: a company with its sender names and their accounts, half of its messages urgent and one by
// one, the other half in dispatches.
import { randomUUID } from 'node:crypto';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import { Pool } from 'undici';
import { openAccount } from '../../harness/account.ts';
import type { Harness } from '../../harness/harness.ts';
import { listAt, memberAt, numberAt, textAt } from '../../harness/json.ts';
import { type JsonRequest, type PartnerClient, requestJson } from '../../harness/partner-client.ts';
import { pause } from '../../harness/wait.ts';
import type { Subscribers } from '../../subscribers.ts';
import type { ProviderCase } from './provider-cases.ts';

/** Names with accounts of their own: each account has a rate. */
const NAMES = 10;
const CALL = 100;
const CODES_AT_ONCE = 10;
const INSIST_MS = 60_000;
const AGAIN_MS = 500;
/** Numbers of one case. */
const NUMBERS = 1_000_000;
const URGENT = { templateType: 'TRANSACT', pattern: 'Order %d is ready', text: 'Order 17 is ready' } as const;
const CALM = { templateType: 'SERVICE', pattern: 'Shop %d is open', text: 'Shop 17 is open' } as const;
const WHATSAPP_TEMPLATES = { TRANSACT: 'order_ready', SERVICE: 'shop_open' } as const;

export type SentMessage = { readonly address: string; readonly trafficType: TrafficType };

type Name = {
  readonly senderId: number;
  readonly senderName: string;
  readonly account: Readonly<Record<string, string>>;
};

export type ProviderLoad = {
  readonly provider: ProviderCase;
  readonly companyId: number;
  readonly names: readonly Name[];
  /** Number → the recipient as the provider knows it, and its traffic type. */
  readonly sent: ReadonlyMap<string, SentMessage>;
  send(): Promise<void>;
  /** Stores the accounts of all names again, as staff do after a token has expired. */
  putAccounts(): Promise<void>;
  close(): Promise<void>;
};

export type LoadParts = {
  readonly harness: Harness;
  readonly partner: PartnerClient;
  readonly adminToken: string;
  readonly subscribers: Subscribers;
};

/** `at`: position of the case, which gives it numbers of its own. */
export async function openProviderLoad(
  parts: LoadParts,
  provider: ProviderCase,
  at: number,
  messages: number,
): Promise<ProviderLoad> {
  const { harness, partner, adminToken } = parts;
  const url = harness.apiUrl();
  const company = { name: `Chaos ${provider.name}`, counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const companyId = numberAt(await partner.call('POST', '/company', { company }), 'companyId');
  const keys = await openAccount(url, adminToken, companyId);
  const pool = new Pool(url, { connections: CODES_AT_ONCE });
  const call: Call = (path, body, key = 'messages') =>
    insist(pool, { token: keys[key], method: 'POST', path: `/api/v1${path}`, body });
  const admin: Admin = (method, path, body) =>
    insist(pool, { token: adminToken, method, path: `/admin/v1${path}`, body });
  const names = await registerNames(partner, provider, companyId);
  const sent = planSends(parts.subscribers, provider, at, messages);
  const putAccounts = async () => {
    if (provider.accountAt === undefined) return;
    for (const { senderId, account } of names) await admin('PUT', `/senders/${senderId}/account`, { values: account });
  };
  await putAccounts();
  const numbers = [...sent.keys()];
  const gatewayId = provider.sendsCodes ? await openProfile(admin, companyId, names) : undefined;
  if (gatewayId === undefined) await registerTemplates(call, harness, provider, names);
  if (provider.accountAt !== undefined && isBot(provider)) await upload(call, provider, { names, sent });
  return {
    provider,
    companyId,
    names,
    sent,
    send: () =>
      gatewayId === undefined ? sendMessages(call, provider, { names, sent }) : sendCodes(call, gatewayId, numbers),
    putAccounts,
    close: () => pool.destroy(),
  };
}

type Call = (path: string, body?: object, key?: 'messages' | 'system' | 'verifier') => Promise<unknown>;
type Admin = (method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>;

/** Repeats the request under its key until it is answered. */
function insist(pool: Pool, request: JsonRequest): Promise<unknown> {
  const headers = { 'idempotency-key': randomUUID() };
  return whileBusy(() => requestJson(pool, { ...request, headers }));
}

/** An API on a busy machine may refuse a request for a moment, before it has any effect. */
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + INSIST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Error && error.message.includes('answered 503');
      if (!isBusy || performance.now() > untilMs) throw error;
      await pause(AGAIN_MS);
    }
  }
}

const isBot = ({ protocol }: ProviderCase) => protocol.endsWith('_BOT');

async function registerNames(partner: PartnerClient, provider: ProviderCase, companyId: number): Promise<Name[]> {
  const { accountAt, channelType } = provider;
  const names: Name[] = [];
  for (let at = 0; at < (accountAt === undefined ? 1 : NAMES); at += 1) {
    const senderName = `chaos_${at}`;
    const sender = { companyId, senderName, channelType, commonType: 'COMMON', brand: 'MTS' };
    const answer = await whileBusy(() =>
      partner.call('POST', '/senders', { ...sender, dateFrom: '2024-07-01T00:00:00Z' }),
    );
    names.push({ senderId: numberAt(answer, 'id'), senderName, account: accountAt?.(at) ?? {} });
  }
  return names;
}

/** Ids of people end in 00, which forces no outcome at the simulator. */
function planSends(subscribers: Subscribers, provider: ProviderCase, at: number, messages: number) {
  return new Map(
    Array.from({ length: messages }, (_, index): [string, SentMessage] => {
      const number = String(subscribers.numberOf('MTS', at * NUMBERS + index));
      const address = isBot(provider) ? String((at + 1) * NUMBERS * 100 + index * 100) : number;
      const calm = index % 2 === 0 ? 'SERVICE' : 'TRANSACT';
      return [number, { address, trafficType: provider.sendsCodes ? 'AUTHORIZE' : calm }];
    }),
  );
}

async function registerTemplates(call: Call, { simulator }: Harness, provider: ProviderCase, names: readonly Name[]) {
  const isWhatsapp = provider.channelType === 'WHATSAPP';
  for (const { templateType, pattern } of [URGENT, CALM]) {
    const template = { name: WHATSAPP_TEMPLATES[templateType], language: 'en_US' };
    if (isWhatsapp) await simulator.control('/whatsapp/templates', { ...template, category: 'UTILITY', variables: 1 });
    for (const { senderId: senderNameId } of names)
      await call(
        '/templates',
        {
          channelType: provider.channelType,
          templateType,
          pattern,
          senderNameId,
          dateFrom: '2024-07-01T00:00:00Z',
          ...(isWhatsapp && { content: { template } }),
        },
        'system',
      );
  }
}

type Load = { readonly names: readonly Name[]; readonly sent: ReadonlyMap<string, SentMessage> };

/** The name of each message, by its position. */
const shareOf = ({ names, sent }: Load, name: Name) => {
  const at = names.indexOf(name);
  return [...sent].filter((_, index) => Math.floor(index / 2) % names.length === at);
};

async function upload(call: Call, { channelType }: ProviderCase, load: Load): Promise<void> {
  for (const name of load.names) {
    const subscribers = shareOf(load, name).map(([destination, { address: subscriberId }]) => ({
      subscriberId,
      destination,
    }));
    await call('/subscribers', { channelType, senderName: name.senderName, subscribers }, 'system');
  }
}

async function sendMessages(call: Call, { channelType }: ProviderCase, load: Load): Promise<void> {
  for (const name of load.names) {
    const { senderName } = name;
    const own = shareOf(load, name);
    const numbersOf = (wanted: TrafficType) =>
      own.filter(([, { trafficType }]) => trafficType === wanted).map(([destination]) => ({ destination }));
    const draft = { dispatchName: 'chaos', channelType, senderName, content: CALM.text };
    const id = numberAt(await call('/dispatch', draft), 'dispatchId');
    const calm = numbersOf(CALM.templateType);
    for (let from = 0; from < calm.length; from += CALL)
      await call(`/dispatch/${id}/messages`, calm.slice(from, from + CALL));
    await call(`/dispatch/${id}/start`);
    const urgent = numbersOf(URGENT.templateType);
    for (let from = 0; from < urgent.length; from += CALL) {
      const items = urgent.slice(from, from + CALL).map((one) => ({
        ...one,
        channelType,
        senderName,
        content: URGENT.text,
      }));
      const answer = await call('/message', items);
      const refused = listAt(answer, 'items').find((item) => memberAt(item, 'code') !== 201);
      if (refused !== undefined) throw new Error(`not created: ${JSON.stringify(refused)}`);
    }
  }
}

const openProfile = async (admin: Admin, companyId: number, names: readonly Name[]) =>
  textAt(
    await admin('POST', '/verification-profiles', {
      companyId,
      name: 'Chaos',
      channels: [{ channelType: 'TELEGRAM_GATEWAY', senderName: names[0]?.senderName, text: 'Code {code}' }],
      resendPauseSeconds: 0,
      sendsPerNumber: 100,
      sendsPerPrefix: 1_000,
      enteredShareMin: 0,
      lifetimeSeconds: 3_600,
      dayAmountMax: 1_000_000,
    }),
    'gatewayId',
  );

async function sendCodes(call: Call, gatewayId: string, numbers: readonly string[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += CODES_AT_ONCE)
    await Promise.all(
      numbers
        .slice(from, from + CODES_AT_ONCE)
        .map((destination) =>
          call('/verifier/send', { channelType: 'TELEGRAM_GATEWAY', destination, gatewayId }, 'verifier'),
        ),
    );
}
