// GET /console and all paths below it except its API: the files of the built console, and its start page for every
// other path. The page itself needs no session; its API calls do.
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { sendBuiltFile } from '../http/built-file.ts';
import type { ApiServer } from '../http/http-server.ts';
import { BuiltConsole } from './built-console.ts';
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
    if (file !== undefined) {
      const cache = file.isImmutable ? A_YEAR : 'no-cache';
      return sendBuiltFile(file, { ...FILE_HEADERS, 'cache-control': cache }, { request, reply });
    }
    // A file of a removed build: a script tag must not receive the start page.
    if (name.startsWith('assets/'))
      return sendText(reply, 404, 'This file belongs to an older build. Reload the page.\n');
    return sendPage(built, reply);
  });
}

function sendPage(built: BuiltConsole, reply: FastifyReply): FastifyReply {
  const page = built.page();
  if (page === undefined) return sendText(reply.header('retry-after', '30'), 503, NOT_BUILT);
  const nonce = randomBytes(18).toString('base64');
  return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(page.replaceAll(NONCE_PLACE, nonce));
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(text);
}
