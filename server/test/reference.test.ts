import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, sharedApi } from './given/api.ts';

let api: Api;
beforeAll(async () => {
  api = await sharedApi();
});
afterAll(() => api.close());

const get = async (path: string, method = 'GET') => {
  const response = await fetch(`${api.url}${path}`, { method });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Every address that a page makes a browser load. */
const loadsOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');

const pages = [
  ['/reference', '/openapi/partner.json'],
  ['/reference/messaging', '/openapi/messaging.json'],
] as const;

describe.each(pages)('%s', (path, document) => {
  test('loads every address from this service', async () => {
    const page = await get(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/https?:|\/\/\w/);
    const loads = loadsOf(page.text).filter((url) => url !== 'data:,');
    expect(loads).toHaveLength(2);
    for (const url of loads) {
      expect(url).toMatch(/^\/reference\/[\w.-]+\.js$/);
      expect((await get(url)).status).toBe(200);
    }
  });

  test('forbids the browser to contact another host', async () => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test("disables the viewer's external requests and draws the document of this service", async () => {
    const start = loadsOf((await get(path)).text).at(-1) ?? '';
    const { text } = await get(start);
    expect(text).toContain(`"url":"${document}"`);
    expect(text).toContain('"withDefaultFonts":false,"telemetry":false,"proxyUrl":""');
    expect(text).not.toMatch(/https?:/);
  });
});

test.each(['partner', 'messaging'])(
  '/openapi/%s.json is the document in contract/ with its own address',
  async (name) => {
    const reply = await get(`/openapi/${name}.json`);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    const kept = readFileSync(new URL(`../../contract/openapi/${name}.json`, import.meta.url), 'utf8');
    const { servers, ...served } = JSON.parse(reply.text);
    const { servers: anyInstallation, ...document } = JSON.parse(kept);
    expect(served).toEqual(document);
    expect(servers).toEqual([{ url: '/', description: 'this installation' }]);
    expect(anyInstallation).toMatchObject([{ url: 'https://{host}', variables: { host: {} } }]);
  },
);

test.each(['partner', 'messaging'])(
  '/openapi/3.0/%s.json has the same operations for older generators',
  async (name) => {
    const [older, newer] = [await get(`/openapi/3.0/${name}.json`), await get(`/openapi/${name}.json`)];
    const { openapi, servers, paths } = JSON.parse(older.text);
    const document = JSON.parse(newer.text);
    expect([openapi, servers]).toEqual(['3.0.3', document.servers]);
    expect(Object.keys(paths)).toEqual(Object.keys(document.paths));
    expect(older.text).not.toMatch(/"type":\[|"const":|"type":"null"|"oneOf"|"webhooks"/);
  },
);

test('the viewer may be cached by browsers', async () => {
  const [viewer] = loadsOf((await get('/reference')).text).filter((url) => url.includes('viewer'));
  const reply = await get(viewer ?? '');
  expect(reply.headers.get('cache-control')).toContain('max-age');
  expect(reply.text.length).toBeGreaterThan(100_000);
  expect((await get('/reference', 'POST')).status).toBe(405);
});
