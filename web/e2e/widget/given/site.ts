// A site with two origins of its own beside the service: its pages, and its server, which holds the API key and calls
// the service. Pages are files with scripts of their own, so a policy without inline scripts holds for them too.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SitePage = {
  readonly body: string;
  /** Script of the page's own, loaded after the widget's. */
  readonly script?: string;
  /** Scripts that the page loads first; the widget's by default. */
  readonly sources?: readonly string[];
  readonly styles?: readonly string[];
  readonly policy?: string | undefined;
  readonly lang?: string;
  readonly head?: string;
};

/** Paths of the site's server: `sends` and the checks are right, all others are mistakes of developers. */
export type ServerPath =
  | 'sends'
  | 'check'
  | 'check-builder'
  | 'without-key'
  | 'bad-api-key'
  | 'builder-key'
  | 'silent'
  | 'fails'
  | 'fails-once';

export type Site = {
  /** Origin of the pages. */
  readonly url: string;
  readonly host: string;
  /** Origin of the site's server. */
  readonly serverUrl: string;
  /** Requests that the site's server got, with the answer of the service. */
  readonly calls: { readonly path: string; readonly key: string; readonly status: number; readonly answer: string }[];
  /** Publishes a page and returns its address. */
  put(name: string, page: SitePage): string;
  close(): Promise<void>;
};

export type SiteOptions = {
  readonly serviceUrl: string;
  /** API keys of type VERIFIER and VERIFIER_BUILDER. */
  readonly keys: { readonly VERIFIER: string; readonly VERIFIER_BUILDER: string };
};

/** Has the form of a key. */
const BAD_API_KEY = Buffer.from('AAAAAAAAAAAA:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB').toString('base64');

export async function startSite({ serviceUrl, keys }: SiteOptions): Promise<Site> {
  const pages = new Map<string, SitePage>();
  const calls: Site['calls'] = [];
  const pageServer = await listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const script = path.endsWith('.js') ? pages.get(path.slice(0, -3))?.script : undefined;
    const page = pages.get(path);
    if (script !== undefined) answer(response, 200, 'text/javascript', script);
    else if (page === undefined) answer(response, 404, 'text/plain', 'no such page');
    else {
      if (page.policy !== undefined) response.setHeader('content-security-policy', page.policy);
      answer(response, 200, 'text/html', documentOf(page, path, serviceUrl));
    }
  });
  const failed = new Set<string>();
  const shop = await listen((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'OPTIONS') return answer(response, 204, 'text/plain', '');
    void readJson(request).then(async (body) => {
      const path = (request.url ?? '/').slice(1);
      const key = typeof body['key'] === 'string' ? body['key'] : '';
      if (path === 'silent') return answer(response, 200, 'application/json', '{}');
      if (path === 'fails' || (path === 'fails-once' && !failed.has(key))) {
        failed.add(key);
        return answer(response, 500, 'application/json', '{}');
      }
      const reply = await askService(serviceUrl, keys, path, key);
      calls.push({ path, key, ...reply });
      // A server that forgets the key does not look at the answer either.
      return answer(response, path === 'without-key' ? 200 : reply.status, 'application/json', reply.answer);
    });
  });
  return {
    url: pageServer.url,
    host: new URL(pageServer.url).host,
    serverUrl: shop.url,
    calls,
    put: (name, page) => {
      pages.set(`/${name}`, page);
      return `${pageServer.url}/${name}`;
    },
    close: async () => {
      await Promise.all([pageServer.close(), shop.close()]);
    },
  };
}

async function askService(serviceUrl: string, keys: SiteOptions['keys'], path: string, key: string) {
  const call = path.startsWith('check') ? 'check' : 'send';
  const own = path.includes('builder') ? keys.VERIFIER_BUILDER : keys.VERIFIER;
  const response = await fetch(`${serviceUrl}/api/v1/verifier/widget/${call}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${path === 'bad-api-key' ? BAD_API_KEY : own}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(path === 'without-key' ? {} : { key }),
  });
  return { status: response.status, answer: await response.text() };
}

function documentOf(
  { body, script, sources, styles = [], lang = 'en', head = '' }: SitePage,
  path: string,
  service: string,
) {
  const scripts = [...(sources ?? [`${service}/widget/v1/verify.js`]), ...(script === undefined ? [] : [`${path}.js`])];
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${scripts.map((src) => `<script src="${src}" defer></script>`).join('\n')}
</head><body>${body}</body></html>`;
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has a port
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
  response.end(body);
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>); // sent by the pages of this folder
}
