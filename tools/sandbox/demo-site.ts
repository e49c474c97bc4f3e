// The site of a shop that does not exist, on an origin of its own, to try the widget as a site owner would. The server
// sends and checks codes with the shop's key, as the server of every site must. `GET /feed` is for the demonstration
// only: the messages that simulated phones received, and the calls of this server.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memberAt } from '@volley/bench/harness/json.ts';
import { openPhone } from './simulated-phone.ts';

export type Shopkeeping = {
  /** Address of the service that serves the widget and its API. */
  readonly serviceUrl: string;
  readonly simulatorUrl: string;
  readonly verifierKey: string;
  readonly widgetId: string;
  /** Sender names whose messages the phone shows. */
  readonly senderNames: readonly string[];
};

export type DemoSite = {
  readonly url: string;
  /** Hosts that the widget of the site must list. */
  readonly domains: readonly string[];
  open(options: Shopkeeping): void;
};

type Answer = { readonly status: number; readonly type?: string; readonly body: string };
type ServerCall = { readonly at: string; readonly call: string; readonly status: number; readonly answer: unknown };

const BODY_LENGTH_MAX = 10_000;
const CALLS_MAX = 20;
const ANSWER_MS = 10_000;
const FILES: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/site.js': 'site.js',
  '/site.css': 'site.css',
};
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Takes the port at once, because a widget lists the host and port of its site; answers 503 until `open`. */
export async function startDemoSite(wantedPort: number): Promise<DemoSite> {
  let policy = "default-src 'none'";
  let answer = async (_request: IncomingMessage): Promise<Answer> => ({ status: 503, body: 'The shop opens soon.' });
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): Answer => ({ status: 502, body: String(error) }))
      .then(({ status, type = 'text/plain', body }) => {
        const headers = { 'content-security-policy': policy, 'cache-control': 'no-store' };
        response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
      })
      .catch(() => response.destroy());
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    domains: [`127.0.0.1:${port}`, `localhost:${port}`],
    open(options) {
      policy = policyOf(options.serviceUrl);
      answer = siteOf(options);
    },
  };
}

/** The strictest policy under which the widget works: no inline script or style, and Trusted Types. */
function policyOf(serviceUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    `connect-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types verify-widget',
  ].join('; ');
}

function siteOf({ serviceUrl, verifierKey, widgetId, simulatorUrl, senderNames }: Shopkeeping) {
  const phone = openPhone(simulatorUrl, senderNames);
  const calls: ServerCall[] = [];

  const ask = async (call: string, body: object): Promise<unknown> => {
    const response = await fetch(`${serviceUrl}/api/v1/verifier/widget/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${verifierKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer: unknown = await response.json();
    calls.push({ at: new Date().toISOString(), call: `widget/${call}`, status: response.status, answer });
    calls.splice(0, calls.length - CALLS_MAX);
    return answer;
  };

  /** A refusal is an answer too: the widget gets its number from the service. */
  const sendCode = async (key: unknown): Promise<Answer> => {
    if (typeof key !== 'string') return { status: 400, body: 'key is missing' };
    await ask('send', { key });
    return { status: 204, body: '' };
  };

  const register = async (form: URLSearchParams): Promise<Answer> => {
    const key = form.get('phone_verification_key') ?? '';
    const destination = form.get('phone') ?? '';
    const status = key === '' ? undefined : memberAt(await ask('check', { key, destination }), 'status');
    if (status !== 'CONFIRMED') return { status: 422, body: 'Confirm your phone number first.' };
    return {
      status: 200,
      body: `Welcome, ${form.get('name') || 'customer'}: your account has the number ${destination}.`,
    };
  };

  return async (request: IncomingMessage): Promise<Answer> => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    switch (`${request.method} ${pathname}`) {
      case 'POST /phone':
        return sendCode(memberAt(JSON.parse(await readBody(request)), 'key'));
      case 'POST /register':
        return register(new URLSearchParams(await readBody(request)));
      case 'GET /feed':
        return {
          status: 200,
          type: 'application/json',
          body: JSON.stringify({ messages: await phone.messages(), calls }),
        };
      default:
        return fileAt(request.method === 'GET' ? pathname : '', { SERVICE: serviceUrl, WIDGET: widgetId });
    }
  };
}

/** Files are read on every request: an edit shows after a reload. */
function fileAt(path: string, values: Readonly<Record<string, string>>): Answer {
  const name = FILES[path];
  if (name === undefined) return { status: 404, body: 'Not found' };
  const text = readFileSync(new URL(`site/${name}`, import.meta.url), 'utf8');
  const body = text.replaceAll(/\{\{(\w+)\}\}/g, (mark, value: string) => values[value] ?? mark);
  return { status: 200, type: TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain', body };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += String(part);
    if (text.length > BODY_LENGTH_MAX) throw new Error(`body exceeds ${BODY_LENGTH_MAX} characters`);
  }
  return text;
}
