// The page of the phone and its calls, at the control port below /phone. The page loads nothing from elsewhere.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { askedOf, type Phone, phoneLimits } from './phone.ts';

type Body = Readonly<Record<string, unknown>>;

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/phone': ['phone.html', 'text/html'],
  '/phone/phone.css': ['phone.css', 'text/css'],
  '/phone/chats.css': ['chats.css', 'text/css'],
  '/phone/messages.css': ['messages.css', 'text/css'],
  '/phone/phone.js': ['phone.js', 'text/javascript'],
  '/phone/chat.js': ['chat.js', 'text/javascript'],
  '/phone/bubble.js': ['bubble.js', 'text/javascript'],
  '/phone/looks.js': ['looks.js', 'text/javascript'],
};
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
/** Changes within this time are one event. */
const togetherMs = 150;
const watchersMax = 100;
let watching = 0;

/** False: the path is not one of the phone. */
export async function servePhone(
  request: IncomingMessage,
  response: ServerResponse,
  phone: Phone,
  readBody: () => Promise<Body>,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname !== '/phone' && !pathname.startsWith('/phone/')) return false;
  const file = request.method === 'GET' ? files[pathname] : undefined;
  if (file !== undefined) return sendFile(response, ...file);
  const asked = askedOf(searchParams.get('number'), searchParams.get('person'));
  switch (`${request.method} ${pathname}`) {
    case 'GET /phone/recent':
      return sendJson(response, 200, { numbers: phone.recent(), limits: phoneLimits });
    case 'GET /phone/screen':
      return typeof asked === 'string'
        ? sendJson(response, 400, { error: asked })
        : sendJson(response, 200, phone.screen(asked.number, asked.person));
    case 'GET /phone/changes':
      return sendChanges(response, phone, typeof asked === 'string' ? undefined : asked);
    case 'POST /phone/acts': {
      const problem = phone.act(await readBody());
      return sendJson(
        response,
        problem === undefined ? 200 : 400,
        problem === undefined ? { ok: true } : { error: problem },
      );
    }
    default:
      return sendJson(response, 404, { error: `no route ${request.method} ${pathname}` });
  }
}

/** Files are read on every request: an edit shows after a reload. */
function sendFile(response: ServerResponse, name: string, type: string): true {
  const text = readFileSync(new URL(`page/${name}`, import.meta.url));
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(text);
  return true;
}

function sendJson(response: ServerResponse, status: number, body: object): true {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
  return true;
}

/** Server-sent events: a line whenever the phone changes, or any phone if none is named. */
function sendChanges(
  response: ServerResponse,
  phone: Phone,
  asked: { number: string; person: string } | undefined,
): true {
  if (watching >= watchersMax) return sendJson(response, 503, { error: `${watchersMax} pages are open` });
  watching += 1;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 1000\n\ndata: open\n\n');
  let timer: NodeJS.Timeout | undefined;
  const end = phone.watch((number) => {
    if (asked !== undefined && number !== asked.number && number !== asked.person) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      response.write('data: change\n\n');
    }, togetherMs);
  });
  response.on('close', () => {
    watching -= 1;
    clearTimeout(timer);
    end();
  });
  return true;
}
