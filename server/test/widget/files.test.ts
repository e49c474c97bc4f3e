import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { until } from '../given/until.ts';

const SCRIPT = `window.VerifyWidget=${JSON.stringify('x'.repeat(2_000))}`;
const TEN_MINUTES = 'public, max-age=600';
const A_YEAR = 'public, max-age=31536000';
let folder: string;
let api: Api;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'volley-widget-')), 'dist');
  api = await givenApi({ widgetDir: folder });
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

async function givenBuild(script = SCRIPT): Promise<void> {
  await mkdir(join(folder, 'texts'), { recursive: true });
  const files = {
    'verify.js': script,
    'verify-1.2.0.js': script,
    'embed.js': script,
    'integrity.json': '{}',
    'verify.css': '',
    'texts/kk.json': '{"title":"Телефон"}',
    'VerifyWidget.umd.min.js': script,
    'VerifyWidget.css': '',
    'notes.md': 'not served',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

test('says how to build the script before it is built, and the APIs run', async () => {
  const script = await get('/widget/v1/verify.js');
  expect([script.status, script.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(script.text).toContain('npm run build:widget');
  expect((await get('/api/v1/ping')).status).toBe(200);
});

describe('the built widget', () => {
  beforeAll(() => givenBuild());

  covers('messaging.widget.files');
  test.each([
    ['/widget/v1/verify.js', 'text/javascript; charset=utf-8', TEN_MINUTES, SCRIPT],
    ['/widget/v1/verify-1.2.0.js', 'text/javascript; charset=utf-8', `${A_YEAR}, immutable`, SCRIPT],
    ['/widget/v1/embed.js', 'text/javascript; charset=utf-8', TEN_MINUTES, SCRIPT],
    ['/widget/v1/integrity.json', 'application/json; charset=utf-8', TEN_MINUTES, '{}'],
    ['/widget/v1/verify.css', 'text/css; charset=utf-8', A_YEAR, ''],
    ['/widget/v1/texts/kk.json', 'application/json; charset=utf-8', TEN_MINUTES, '{"title":"Телефон"}'],
    ['/VerifyWidget.umd.min.js', 'text/javascript; charset=utf-8', TEN_MINUTES, SCRIPT],
    ['/VerifyWidget.css', 'text/css; charset=utf-8', A_YEAR, ''],
  ])('serves %s to pages of every origin', async (path, type, cache, text) => {
    const file = await get(path, { origin: 'https://any.example' });
    expect([file.status, file.text]).toEqual([200, text]);
    expect(file.headers).toMatchObject({
      'content-type': type,
      'cache-control': cache,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect((await get(path, {}, 'HEAD')).status).toBe(200);
    expect((await get(path, {}, 'POST')).status).toBe(405);
  });

  test('is compressed, and not sent again to a browser that has it', async () => {
    const compressed = await get('/widget/v1/verify.js', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.bytes).toString()).toBe(SCRIPT);
    const zipped = await get('/widget/v1/verify.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).toString()).toBe(SCRIPT);
    const again = await get('/widget/v1/verify.js', { 'if-none-match': String(zipped.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    '/widget/v1/verify-9.9.9.js',
    '/widget/v1/verify-..%2F..%2Fpackage.js',
    '/widget/v1/texts/xx.json',
    '/widget/v1/texts/..%2Fverify.json',
    '/widget/v1/notes.md',
    '/widget/v1/../notes.md',
  ])('has no file at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('follows a new build without a restart', async () => {
    await givenBuild('window.VerifyWidget=2');
    const later = new Date(Date.now() + 5_000);
    await utimes(join(folder, 'verify.js'), later, later);
    await until('the new script is served', async () => (await get('/widget/v1/verify.js')).text.endsWith('=2'));
  });
});
