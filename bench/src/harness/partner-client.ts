// A partner of the running system over the public API. Uses a pool of connections, as a partner under load would.
import { setTimeout as sleep } from 'node:timers/promises';
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { Pool } from 'undici';
import { memberAt, numberAt, textAt } from './json.ts';

export type Recipient = { destination: string; substitutions?: Readonly<Record<string, string>>; customText?: string };

export type DispatchRequest = {
  name: string;
  text: string;
  messages: readonly Recipient[];
  callbackUrl?: string;
  callbackEvents?: readonly string[];
  /** SMS and its sender names, unless given. */
  channelType?: ChannelType;
  senderIds?: readonly number[];
};

export type Accepted = { id: number; total: number; success: number; failed: number };
export type Progress = { status: string; total: number; delivered: number; failed: number; pending: number };

export type Credentials = { readonly login: string; readonly password: string };

export type PartnerClient = {
  readonly url: string;
  readonly token: string;
  readonly credentials: Credentials;
  readonly companyId: number;
  /** An id per brand, in the order of BRANDS. */
  readonly senderIds: readonly number[];
  createDispatch(request: DispatchRequest): Promise<Accepted>;
  appendMessages(dispatchId: number, messages: readonly Recipient[]): Promise<Accepted>;
  startDispatch(dispatchId: number): Promise<void>;
  stopDispatch(dispatchId: number): Promise<void>;
  progress(dispatchId: number): Promise<Progress>;
  /** Registers the sender name of the brand on another channel than SMS. */
  registerName(brand: Brand, channelType: ChannelType): Promise<number>;
  /** Any further call; throws for an answer outside 2xx. The body may be serialized JSON. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object | Buffer): Promise<unknown>;
  close(): Promise<void>;
};

const CONNECTIONS = 16;
const ANSWER_MS = 120_000;
const TOO_MANY = 429;
/** Limits count by the second, so an answer that stays 429 is a fault of the caller. */
const WAITS_MAX = 10;

export async function openPartnerClient(url: string, credentials: Credentials): Promise<PartnerClient> {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const token = textAt(await requestJson(pool, { method: 'POST', path: '/auth/token', body: credentials }), 'token');
  const call: PartnerClient['call'] = (method, path, body) => requestJson(pool, { token, method, path, body });
  const companyId = await createCompany(call);
  const senderIds = await Promise.all(BRANDS.map((brand) => createSender(call, companyId, brand)));
  return {
    url,
    token,
    credentials,
    companyId,
    senderIds,
    call,
    createDispatch: async (dispatch) =>
      accepted(await call('POST', '/dispatches', { companyId, senderIds, channelType: 'SMS', ...dispatch })),
    appendMessages: async (id, messages) => accepted(await call('POST', `/dispatches/${id}/messages`, { messages })),
    registerName: (brand, channelType) => createSender(call, companyId, brand, channelType),
    startDispatch: async (id) => {
      await call('POST', `/dispatches/${id}/start`);
    },
    stopDispatch: async (id) => {
      await call('POST', `/dispatches/${id}/stop`);
    },
    progress: async (id) => progressOf(await call('GET', `/dispatches/${id}`)),
    close: () => pool.destroy(),
  };
}

/** Signs in at the path and returns the token. */
export async function issueToken(url: string, path: string, credentials: Credentials): Promise<string> {
  return textAt(await askOnce(url, { method: 'POST', path, body: credentials }), 'token');
}

/** A single call without connection reuse; throws for an answer outside 2xx. */
export async function askOnce(url: string, request: JsonRequest): Promise<unknown> {
  const pool = new Pool(url);
  try {
    return await requestJson(pool, request);
  } finally {
    await pool.close();
  }
}

async function createCompany(call: PartnerClient['call']): Promise<number> {
  const company = { name: 'Stand', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  return numberAt(await call('POST', '/company', { company }), 'companyId');
}

async function createSender(
  call: PartnerClient['call'],
  companyId: number,
  brand: Brand,
  channelType: ChannelType = 'SMS',
): Promise<number> {
  const sender = {
    companyId,
    senderName: `Stand${brand.slice(0, 6)}`,
    channelType,
    commonType: 'PROMO',
    brand,
    dateFrom: new Date(Date.now() - 86_400_000).toISOString(),
  };
  return numberAt(await call('POST', '/senders', sender), 'id');
}

const accepted = (answer: unknown): Accepted => ({
  id: numberAt(answer, 'id'),
  total: numberAt(answer, 'total'),
  success: numberAt(answer, 'success'),
  failed: numberAt(answer, 'failed'),
});

function progressOf(answer: unknown): Progress {
  const messages = memberAt(answer, 'messages');
  return {
    status: textAt(answer, 'status'),
    total: numberAt(messages, 'total'),
    delivered: numberAt(messages, 'delivered'),
    failed: numberAt(messages, 'failed'),
    pending: numberAt(messages, 'pending'),
  };
}

export type JsonRequest = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token?: string | undefined;
  /** A Buffer is serialized JSON. */
  readonly body?: object | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Waits as long as a rate limit asks for; throws for any other answer outside 2xx. */
export async function requestJson(pool: Pool, request: JsonRequest): Promise<unknown> {
  const { method, path } = request;
  let answer = await send(pool, request);
  for (let wait = 0; answer.status === TOO_MANY && wait < WAITS_MAX; wait += 1) {
    await sleep(answer.retryAfterMs);
    answer = await send(pool, request);
  }
  const { status, text } = answer;
  if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}

type Answer = { readonly status: number; readonly text: string; readonly retryAfterMs: number };

async function send(pool: Pool, { token, method, path, body, headers }: JsonRequest): Promise<Answer> {
  const response = await pool.request({
    method,
    path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  const seconds = Number(response.headers['retry-after'] ?? 1);
  return { status: response.statusCode, text: await response.body.text(), retryAfterMs: seconds * 1_000 };
}
