// A request to the developer's receiver, identical to a callback: an array of events, the same headers, and a
// signature if a secret is given.
import { createHash, createHmac } from 'node:crypto';
import type { Event } from '@volley/sdk/generated/messaging.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_LENGTH_MAX = 200;

export type Delivery = {
  readonly at: string;
  readonly events: readonly string[];
  readonly messageUuids: readonly string[];
  readonly numbers: readonly number[];
  readonly replayed: boolean;
  /** Null without an answer; `error` has the reason. */
  readonly status: number | null;
  readonly error?: string;
  readonly ms: number;
  readonly response: string;
};

export type Receiver = { readonly url: URL; readonly secret: Uint8Array | undefined };

export async function deliver(
  { url, secret }: Receiver,
  events: readonly Event[],
  replayed: boolean,
): Promise<Delivery> {
  const body = JSON.stringify(events);
  const about = {
    at: new Date().toISOString(),
    events: [...new Set(events.map((event) => event.callback_event))],
    messageUuids: [...new Set(events.map((event) => event.message_uuid))],
    numbers: events.map((event) => event.event_number),
    replayed,
  };
  const startedAt = performance.now();
  const answer = await post(url, headersOf(events, body, secret), body);
  return { ...about, ...answer, ms: Math.round(performance.now() - startedAt) };
}

async function post(url: URL, headers: Record<string, string>, body: string) {
  const { username, password } = url;
  const target = new URL(url);
  target.username = '';
  target.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { ...headers, ...authorization },
      body,
      // As for callbacks, a redirect is a failure.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, response: text.slice(0, ANSWER_LENGTH_MAX) };
  } catch (error) {
    return { status: null, error: wordFor(error), response: '' };
  }
}

function headersOf(events: readonly Event[], body: string, secret: Uint8Array | undefined): Record<string, string> {
  const digest = createHash('sha256').update(events.map((event) => event.event_number).join());
  const id = `evt_${digest.digest('base64url').slice(0, 27)}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = secret && createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Volley-callback/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'x-attempt': '1',
    ...(signature !== undefined && { 'webhook-signature': `v1,${signature}` }),
  };
}

function wordFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const cause = error.cause as { code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
}
