// The script of the widget and its companions, for pages of any site: a page may check a pinned version by its hash,
// which needs CORS. Existing pages load the script by its public names, which are at the root.
import { resolve } from 'node:path';
import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { sendBuiltFile } from '../http/built-file.ts';
import type { ApiServer } from '../http/http-server.ts';
import { remember } from '../http/route-path.ts';
import { BuiltWidget } from './built-widget.ts';

const TEN_MINUTES = 'public, max-age=600';
const A_YEAR = 'public, max-age=31536000';
const FOREVER = `${A_YEAR}, immutable`;

const PREFIX = SURFACE_PREFIX.widget;

/** Address → name in the build and its caching. The style sheets are empty: the script brings its styles. */
const FILES: readonly { readonly path: string; readonly name: string; readonly cache: string }[] = [
  { path: `${PREFIX}/verify.js`, name: 'verify.js', cache: TEN_MINUTES },
  { path: `${PREFIX}/embed.js`, name: 'embed.js', cache: TEN_MINUTES },
  { path: `${PREFIX}/integrity.json`, name: 'integrity.json', cache: TEN_MINUTES },
  { path: `${PREFIX}/verify.css`, name: 'verify.css', cache: A_YEAR },
  { path: '/VerifyWidget.umd.min.js', name: 'VerifyWidget.umd.min.js', cache: TEN_MINUTES },
  { path: '/VerifyWidget.css', name: 'VerifyWidget.css', cache: A_YEAR },
];

const HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const NOT_BUILT = `The script of the widget is not built. Run \`npm run build:widget\` in the folder of the sources, or point
WIDGET_DIR to a folder that has its build; no restart is needed. The APIs are not affected.
`;

export function mountWidgetFiles(app: ApiServer, { config }: Pick<Platform, 'config'>): void {
  const built = new BuiltWidget(resolve(config.widgetDir));
  const serve = (path: string, url: string, nameOf: (params: Params) => string, cache: string) => {
    remember(app, path, 'GET');
    app.http.get<{ Params: Params }>(url, (request, reply) => {
      const file = built.find(nameOf(request.params));
      if (file !== undefined) return sendBuiltFile(file, { ...HEADERS, 'cache-control': cache }, { request, reply });
      return built.isBuilt() ? reply.callNotFound() : sendNotBuilt(reply);
    });
  };
  for (const { path, name, cache } of FILES) serve(path, path, () => name, cache);
  serve(`${PREFIX}/texts/{lang}.json`, `${PREFIX}/texts/:lang.json`, ({ lang }) => `texts/${lang}.json`, TEN_MINUTES);
  // A version never changes, so that pages may pin its hash.
  serve(
    `${PREFIX}/verify-{version}.js`,
    `${PREFIX}/verify-:version(^\\d+\\.\\d+\\.\\d+).js`,
    ({ version }) => `verify-${version}.js`,
    FOREVER,
  );
}

type Params = { readonly lang?: string; readonly version?: string };

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ ...HEADERS, 'cache-control': 'no-store', 'retry-after': '30' })
    .type('text/plain; charset=utf-8')
    .send(NOT_BUILT);
}
