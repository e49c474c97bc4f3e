// The developer site as the API serves it, with a small build.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from './given/api.ts';

let folder: string;
let api: Api;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'volley-docs-')), 'dist');
  api = await givenApi({ docsDir: folder });
});
afterAll(async () => {
  await api.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') => {
  const response = await request(`${api.url}${path}`, { method, headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString('utf8') };
};

/** Sends the path as it is; other clients resolve `..` themselves. */
const getRaw = (path: string): Promise<[status: number | undefined, text: string]> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const sent = httpRequest({ hostname, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve([response.statusCode, text]));
    });
    sent.once('error', reject).end();
  });

async function givenBuild(): Promise<void> {
  await mkdir(join(folder, 'guides'), { recursive: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, '../secret.txt'), 'secret');
  await writeFile(join(folder, 'guides/index.html'), 'guides');
  await writeFile(join(folder, 'guides/limits.html'), 'limits');
  await writeFile(join(folder, 'guides/limits.html.gz'), gzipSync('limits'));
  await writeFile(join(folder, 'guides/limits.md'), '# Limits');
  await writeFile(join(folder, 'llms.txt'), '# Volley');
  await writeFile(join(folder, '404.html'), 'missing');
  await writeFile(join(folder, 'assets/app.B4sh12ab.js'), '1');
  await writeFile(join(folder, 'index.html'), 'start');
}

test('says how to build the site before it is built', async () => {
  const page = await get('/docs/');
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(page.text).toContain('npm run build:docs');
});

test('shows the progress of the first build, and reloads the page until the site is there', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'building.txt'), 'docs: building, <8> s\n');
  const page = await get('/docs/guides/limits');
  expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    503,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(page.text).toContain('docs: building, &lt;8> s');
  expect(page.text).toContain('<meta http-equiv="refresh" content="3">');
  expect(String(page.headers['content-security-policy'])).toMatch(/^default-src 'none'/);
});

test('takes the progress of an interrupted build for no build', async () => {
  const minuteAgo = Date.now() / 1_000 - 60;
  await utimes(join(folder, 'building.txt'), minuteAgo, minuteAgo);
  const page = await get('/docs/');
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
});

describe('the built site', () => {
  beforeAll(givenBuild);

  test.each([
    ['/docs/', 'start'],
    ['/docs/?q=1', 'start'],
    ['/docs/guides/', 'guides'],
    ['/docs/guides/limits', 'limits'],
    ['/docs/guides/limits.html', 'limits'],
  ])('serves %s', async (path, text) => {
    const page = await get(path);
    expect([page.status, page.headers['content-type'], page.text]).toEqual([200, 'text/html; charset=utf-8', text]);
    expect(page.headers['cache-control']).toBe('no-cache');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test.each([
    ['/docs/guides/limits.md', 'text/markdown; charset=utf-8', '# Limits'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Volley'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Volley'],
  ])('serves %s for programs, and asks them to come again with its version', async (path, type, text) => {
    const file = await get(path);
    expect([file.status, file.headers['content-type'], file.text]).toEqual([200, type, text]);
    expect(file.headers['cache-control']).toBe('no-cache');
    expect((await get(path, { 'if-none-match': String(file.headers['etag']) })).status).toBe(304);
    expect((await get(path, {}, 'POST')).status).toBe(405);
  });

  test.each([
    ['/docs', '/docs/'],
    ['/docs/guides', '/docs/guides/'],
  ])('redirects %s to its folder', async (path, to) => {
    const { status, headers } = await get(path);
    expect([status, headers['location']]).toEqual([308, to]);
  });

  test.each([
    '/docs/nothing',
    '/docs/guides/nothing/',
    '/docs/../secret.txt',
    '/docs/guides/../../secret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs//etc/passwd',
  ])('answers %s with the page for missing pages', async (path) => {
    expect(await getRaw(path)).toEqual([404, 'missing']);
  });

  test('lets browsers keep files with a hash in their name, compresses, and knows its versions', async () => {
    expect((await get('/docs/assets/app.B4sh12ab.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const packed = await get('/docs/guides/limits', { 'accept-encoding': 'gzip' });
    expect([packed.headers['content-encoding'], gunzipSync(packed.bytes).toString()]).toEqual(['gzip', 'limits']);
    expect((await get('/docs/guides/limits', { 'if-none-match': String(packed.headers['etag']) })).status).toBe(304);
  });

  test('allows reading only', async () => {
    expect((await get('/docs/guides/limits', {}, 'POST')).status).toBe(405);
  });
});
