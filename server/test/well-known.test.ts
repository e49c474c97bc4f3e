// Files at fixed addresses of the host, with and without the settings of an installation.
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from './given/api.ts';

let bare: Api;
let named: Api;
beforeAll(async () => {
  bare = await givenApi();
  named = await givenApi({
    securityContact: ['mailto:security@example.com'],
    publicUrl: 'https://volley.example',
  });
});
afterAll(() => Promise.all([bare?.close(), named?.close()]));

async function get(
  api: Api,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) {
  const response = await request(`${api.url}${path}`, { method, headers });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

describe('/robots.txt', () => {
  test('keeps robots from APIs and the console, and lets them read the documentation and short links', async () => {
    const { status, headers, text } = await get(bare, '/robots.txt');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=86400',
    ]);
    const kept = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path ?? '');
    expect(text).toMatch(/^User-agent: \*\n/);
    const isKept = (path: string) => kept.some((start) => path.startsWith(start));
    expect(['/api/v1/message', '/admin/v1/staff', '/console/messages', '/channels/v1/mts'].filter(isKept)).toHaveLength(
      4,
    );
    expect(['/', '/docs/', '/llms.txt', '/l/abc', '/reference'].filter(isKept)).toEqual([]);
  });

  test('is for reading', async () => {
    expect((await get(bare, '/robots.txt', {}, 'HEAD')).status).toBe(200);
    expect((await get(bare, '/robots.txt', {}, 'POST')).status).toBe(405);
  });
});

describe('/.well-known/security.txt', () => {
  test('does not exist on an installation without a contact', async () => {
    expect((await get(bare, '/.well-known/security.txt')).status).toBe(404);
  });

  test('names the contact, the policy and a time within the next year', async () => {
    const { status, headers, text } = await get(named, '/.well-known/security.txt');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=3600',
    ]);
    expect(text).toContain('Contact: mailto:security@example.com\n');
    expect(text).toContain('Policy: https://volley.example/docs/operating/security\n');
    const days = (Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test('is sent again only when it has changed', async () => {
    const first = await get(named, '/.well-known/security.txt');
    const again = await get(named, '/.well-known/security.txt', { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
