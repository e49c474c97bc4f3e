import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`;
let folder: string;
let api: Api;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'volley-console-')), 'dist');
  api = await givenApi({ consoleDir: folder });
});
afterAll(async () => {
  await api.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const response = await request(`${api.url}${path}`, { method, headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString('utf8') };
};

async function givenBuild(name: string): Promise<void> {
  const next = `${folder}-${name}`;
  await mkdir(join(next, 'assets'), { recursive: true });
  await writeFile(
    join(next, 'index.html'),
    `<!doctype html><meta name="nonce" content="__CSP_NONCE__"><script type="module" src="/console/assets/${name}-B4sh12ab.js"></script>`,
  );
  await writeFile(join(next, `assets/${name}-B4sh12ab.js`), SCRIPT);
  await writeFile(join(next, `assets/${name}-B4sh12ab.js.br`), brotliCompressSync(SCRIPT));
  await writeFile(join(next, 'favicon.svg'), '<svg/>');
  await writeFile(join(next, 'assets/some-sentence.js'), '1');
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
}

test('says how to build the console before it is built, and the APIs run', async () => {
  const page = await get('/console');
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(page.text).toContain('npm run build:web');
  expect((await get('/api/v1/ping')).status).toBe(200);
});

describe('the built console', () => {
  beforeAll(() => givenBuild('first'));

  test.each(['/console', '/console/', '/console/dispatches/7?tab=messages', '/console/tools/text', '/console/bo/ops'])(
    'serves its one page at %s without a session',
    async (path) => {
      const page = await get(path);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.text).toContain('/console/assets/first-B4sh12ab.js');
    },
  );

  test('gives each page a new nonce, and its policy allows no other script', async () => {
    const pages = [await get('/console'), await get('/console')];
    const nonces = pages.map(({ text }) => /content="([^"]+)"/.exec(text)?.[1] ?? '');
    expect(new Set(nonces).size).toBe(2);
    for (const [index, { headers }] of pages.entries()) {
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonces[index]}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    }
  });

  test('serves a file compressed to clients that accept it, cacheable forever', async () => {
    const compressed = await get('/console/assets/first-B4sh12ab.js', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.bytes).toString()).toBe(SCRIPT);
    expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const plain = await get('/console/assets/first-B4sh12ab.js', { 'accept-encoding': 'br;q=0' });
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, SCRIPT]);
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const known = await get('/console/assets/first-B4sh12ab.js', { 'if-none-match': String(plain.headers['etag']) });
    expect([known.status, known.text]).toEqual([304, '']);
    const head = await get('/console/assets/first-B4sh12ab.js', {}, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(SCRIPT.length)]);
  });

  test('makes browsers revalidate a file without a hash in its name', async () => {
    for (const path of ['/console/favicon.svg', '/console/assets/some-sentence.js']) {
      const file = await get(path);
      expect([file.status, file.headers['cache-control']]).toEqual([200, 'no-cache']);
    }
  });

  test.each([
    '/console/assets/gone.js',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/assets/first-B4sh12ab.js.br',
  ])('answers 404 to %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('answers an unknown endpoint of its API as an API does', async () => {
    const answer = await get('/console/api/v1/nothing');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 4040 } });
    expect((await get('/console/overview', {}, 'POST')).status).toBe(405);
  });

  test('serves a new build without a restart, and the parts of the build before remain for open pages', async () => {
    await givenBuild('second');
    expect((await get('/console')).text).toContain('/console/assets/second-B4sh12ab.js');
    expect((await get('/console/assets/second-B4sh12ab.js')).status).toBe(200);
    expect((await get('/console/assets/first-B4sh12ab.js')).status).toBe(200);
  });
});

test('CONSOLE=off serves neither the pages nor their API', async () => {
  const closed = await givenApi({ console: false, consoleDir: folder });
  try {
    for (const path of ['/console', '/console/api/v1/session', '/console/assets/second-B4sh12ab.js']) {
      expect((await request(`${closed.url}${path}`)).statusCode).toBe(404);
    }
  } finally {
    await closed.close();
  }
});
