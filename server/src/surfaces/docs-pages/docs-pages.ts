// GET /docs and all paths below it: the built developer site. Pages load from this origin only, and run and style
// themselves with files only. GET /llms.txt: its list of pages as Markdown, where programs look for it.
import { resolve } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { sendBuiltFile } from '../http/built-file.ts';
import type { ApiServer } from '../http/http-server.ts';
import { remember } from '../http/route-path.ts';
import { BuiltDocs } from './built-docs.ts';

const PREFIX = '/docs';
const PAGE_LIST = 'llms.txt';
const RELOAD_SECONDS = 3;
const A_YEAR = 'public, max-age=31536000, immutable';
const NOT_BUILT = `The developer site is not built. Run \`npm run build:docs\` in the folder of the sources, or point DOCS_DIR to a
folder that has its build; no restart is needed. The APIs are not affected.
`;

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** `name.Xy12Zw34.js`, also with `.lean`: the name contains a hash of the content. */
const HASHED = /^assets\/.+\.[\w-]{8}(?:\.lean)?\.\w+$/;

export function mountDocsPages(app: ApiServer, { config }: Pick<Platform, 'config'>): void {
  const built = new BuiltDocs(resolve(config.docsDir));
  app.paths.set(PREFIX, { pattern: /^\/docs(?:\/.*)?$/, methods: new Set(['GET', 'HEAD']) });
  for (const path of [PREFIX, `${PREFIX}/*`])
    app.http.get(path, (request, reply) => sendDocs(built, pathBelow(request.url), { request, reply }));
  remember(app, `/${PAGE_LIST}`, 'GET');
  app.http.get(`/${PAGE_LIST}`, (request, reply) => sendDocs(built, PAGE_LIST, { request, reply }));
}

/** The router ignores a slash at the end; here it tells a folder from a page. Undefined: not below the prefix. */
function pathBelow(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length + 1) : undefined;
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

function sendDocs(built: BuiltDocs, path: string | undefined, exchange: Exchange): FastifyReply {
  const { reply } = exchange;
  if (path === undefined) return reply.redirect(`${PREFIX}/`, 308);
  if (!built.isBuilt()) return sendNotBuilt(reply, built.progress());
  const name = [path, `${path}.html`, ...(/(?:^|\/)$/.test(path) ? [`${path}index.html`] : [])].find((one) =>
    built.has(one),
  );
  const file = name === undefined ? undefined : built.find(name);
  if (name !== undefined && file !== undefined)
    return sendBuiltFile(file, { ...HEADERS, 'cache-control': HASHED.test(name) ? A_YEAR : 'no-cache' }, exchange);
  if (built.has(`${path}/index.html`)) return reply.redirect(`${PREFIX}/${path}/`, 308);
  const missing = built.find('404.html');
  if (missing === undefined)
    return reply.code(404).headers(HEADERS).type('text/plain; charset=utf-8').send('Not found.\n');
  return sendBuiltFile(missing, { ...HEADERS, 'cache-control': 'no-cache' }, { ...exchange, reply: reply.code(404) });
}

function sendNotBuilt(reply: FastifyReply, progress: string | undefined): FastifyReply {
  void reply.code(503).headers({ ...HEADERS, 'cache-control': 'no-store' });
  if (progress === undefined)
    return reply.header('retry-after', '30').type('text/plain; charset=utf-8').send(NOT_BUILT);
  return reply.header('retry-after', `${RELOAD_SECONDS}`).type('text/html; charset=utf-8').send(beingBuilt(progress));
}

/** Needs no script and no style: the policy allows files of the build only. */
const beingBuilt = (progress: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<title>Volley documentation</title>
</head>
<body>
<h1>The documentation is being built</h1>
<p>${asText(progress)}</p>
<p>This page reloads every ${RELOAD_SECONDS} seconds and shows the documentation when it is ready. All APIs and the console work meanwhile.</p>
</body>
</html>
`;

const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
