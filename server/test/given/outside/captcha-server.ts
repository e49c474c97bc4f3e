// All captcha providers in one server, each with its own path and form of answer. The token decides the verdict:
// `pass`, `fail`, `used`, `wrong-secret`, `quota`, `elsewhere` (passed on another site), `score-0.3`, `broken`, `slow`,
// and for SmartCaptcha `blocked`: a blocked account accepts every token. A provider can fail.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../../src/config.ts';

export type CaptchaServer = {
  /** Settings that point to this server. */
  readonly settings: Pick<Config, 'hcaptchaUrl' | 'recaptchaUrl' | 'turnstileUrl' | 'smartcaptchaUrl'>;
  /** Path and form of each request. */
  readonly asked: { readonly path: string; readonly form: Readonly<Record<string, string>> }[];
  /** From now on this path answers 503, to all requests or to the probes of the service; none: every path works. */
  fail(path?: string, to?: 'all' | 'probes'): void;
  close(): Promise<void>;
};

/** The site on which visitors pass the captcha. */
const SITE = 'shop.example';

export async function startCaptchaServer(): Promise<CaptchaServer> {
  const asked: CaptchaServer['asked'] = [];
  let failing: { readonly path?: string | undefined; readonly to?: 'all' | 'probes' } = {};
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const path = request.url ?? '';
      asked.push({ path, form });
      if (path === failing.path && (failing.to !== 'probes' || form['secret'] === 'probe'))
        response.writeHead(503).end();
      else answer(path, form, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has a port
  return {
    settings: { hcaptchaUrl: url, recaptchaUrl: url, turnstileUrl: url, smartcaptchaUrl: url },
    asked,
    fail: (path, to = 'all') => {
      failing = { path, to };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const part of request) text += String(part);
  const isForm =
    request.method === 'POST' &&
    request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : {};
}

function answer(path: string, form: Readonly<Record<string, string>>, response: ServerResponse): void {
  const token = form['response'] ?? form['token'] ?? '';
  if (token === 'slow') return;
  if (token === 'broken') {
    response.writeHead(200).end('<html>');
    return;
  }
  const body = path === '/validate' ? smart(token) : common(path, token);
  response.writeHead(token === 'quota' ? 429 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function smart(token: string): object {
  if (token === 'pass') return { status: 'ok', message: '', host: SITE };
  if (token === 'elsewhere') return { status: 'ok', message: '', host: 'evil.example' };
  if (token === 'blocked') return { status: 'ok', message: '', host: '' };
  if (token === 'wrong-secret') return { status: 'failed', message: 'Authentication failed. Invalid secret.' };
  if (token === 'fail') return { status: 'failed', message: '' };
  return { status: 'failed', message: 'Invalid or expired Token.' };
}

const REFUSALS: Readonly<Record<string, string>> = {
  fail: 'invalid-input-response',
  used: 'timeout-or-duplicate',
  'wrong-secret': 'invalid-input-secret',
  probe: 'invalid-input-secret',
};

function common(path: string, token: string): object {
  const refusal = REFUSALS[token];
  if (refusal !== undefined) return { success: false, 'error-codes': [refusal] };
  const score = /^score-(.*)$/.exec(token)?.[1];
  const hostname = token === 'elsewhere' ? 'evil.example' : SITE;
  const passed = { success: true, challenge_ts: '2026-11-15T00:00:00Z', hostname };
  const isRecaptcha = path.startsWith('/recaptcha/');
  return isRecaptcha && score !== undefined ? { ...passed, score: Number(score), action: 'verify' } : passed;
}
