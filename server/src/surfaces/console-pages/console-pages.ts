// GET /console and everything beneath it but its API: the files of the built console, and for every other address
// the one page that draws it. The page needs no session; what it shows asks for one.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { BuiltConsole, type BuiltFile } from './built-console.ts';
import { FILE_HEADERS, NONCE_PLACE, pageHeaders } from './page-policy.ts';

const PREFIX = '/console';
const A_YEAR = 'public, max-age=31536000, immutable';
const NOT_BUILT = `The console is not built. Run \`npm run build:web\` in the folder of the sources, or point CONSOLE_DIR to a
folder that has its build; no restart is needed. The APIs are not affected.
`;

export function mountConsolePages(app: ApiServer, { config }: Pick<Platform, 'config'>): void {
  const built = new BuiltConsole(resolve(config.consoleDir));
  app.paths.set(PREFIX, { pattern: /^\/console(?:\/(?!api(?:\/|$)).*)?$/, methods: new Set(['GET', 'HEAD']) });
  app.http.get(PREFIX, (_request, reply) => sendPage(built, reply));
  app.http.get<{ Params: { '*': string } }>(`${PREFIX}/*`, (request, reply) => {
    const name = request.params['*'];
    if (/^api(?:\/|$)/.test(name)) return reply.callNotFound();
    const file = name === 'index.html' ? undefined : built.find(name);
    if (file !== undefined) return sendFile(file, request, reply);
    // A part of a build that is gone: the page itself would be taken for a broken script.
    if (name.startsWith('assets/'))
      return sendText(reply, 404, 'This file is of an older build: load the page again.\n');
    return sendPage(built, reply);
  });
}

function sendPage(built: BuiltConsole, reply: FastifyReply): FastifyReply {
  const page = built.page();
  if (page === undefined) return sendText(reply.header('retry-after', '30'), 503, NOT_BUILT);
  const nonce = randomBytes(18).toString('base64');
  return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(page.replaceAll(NONCE_PLACE, nonce));
}

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply
    .headers(FILE_HEADERS)
    .type(file.type)
    .header('cache-control', file.isImmutable ? A_YEAR : 'no-cache')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  for (const [encoding, bytes] of file.compressed) {
    if (accepted.has(encoding)) return reply.header('content-encoding', encoding).send(bytes);
  }
  return reply.send(file.plain);
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(text);
}

/** Names the client takes; one with `q=0` is refused by it. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const items = String(header ?? '').split(',');
  return new Set(
    items.filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item)).map((item) => (item.split(';', 1)[0] ?? '').trim()),
  );
}
