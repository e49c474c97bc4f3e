// The settings are described in three places: the table in config.ts, `.env.example` and the operators' page. These
// tests keep the other two equal to the table.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS, settingText } from './config.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const described = Object.values(SETTINGS).map(({ env, fallback, note }) => ({
  env,
  fallback: settingText(fallback),
  note,
}));

describe('.env.example', () => {
  test('lists every setting with its note and fallback, in the order of the table, and nothing else', () => {
    const entries = [...textOf('.env.example').matchAll(/^# (.*)\n([A-Z0-9_]+)=(.*)$/gm)];
    expect(entries.map(([, note, env, fallback]) => ({ env, fallback, note }))).toEqual(described);
  });

  test('has no line that is not a comment, a setting or empty', () => {
    const strange = textOf('.env.example')
      .split('\n')
      .filter((line) => !/^(#.*|[A-Z0-9_]+=.*|)$/.test(line));
    expect(strange).toEqual([]);
  });

  test('has the same meaning as an empty environment', () => {
    const entries = [...textOf('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
    expect(readConfig(Object.fromEntries(entries.map(([, env, value]) => [env, value])))).toEqual(readConfig({}));
  });
});

describe('docs/operating/settings.md', () => {
  test('has exactly one row for every setting, with its fallback and note', () => {
    const rows = [...textOf('docs/operating/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| (.*) \|$/gm)].map(
      ([, env, fallback, note]) => ({
        env,
        fallback: fallback === 'none' ? '' : fallback?.replaceAll('`', ''),
        note: note?.replaceAll('\\|', '|'),
      }),
    );
    const byName = (a: { env?: string | undefined }, b: { env?: string | undefined }) =>
      String(a.env).localeCompare(String(b.env));
    expect(rows.toSorted(byName)).toEqual(described.toSorted(byName));
  });
});

describe('readConfig', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['DATABASE_POOL', '0'],
    ['INSTANCE_LEASE_MS', '10'],
    ['TEST_MODE', 'ON'],
    ['MODERATION', 'nobody'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CALLBACK_ALLOW', 'intranet.example'],
    ['TRUSTED_PROXIES', '10.0.0.1,fd00::/129'],
    ['SECURITY_CONTACT', 'security@example.com'],
    ['SECURITY_CONTACT', 'mailto:security@example.com,http://example.com/report'],
    ['SECURITY_POLICY', 'http://example.com/policy'],
  ])('refuses %s=%s and names the setting', (env, value) => {
    expect(() => readConfig({ [env]: value })).toThrow(env);
  });

  test('names every invalid setting, not only the first', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*LOG_LEVEL/);
  });

  test('treats an empty value as absent', () => {
    expect(readConfig({ PORT: '', SECRET_KEYS: '' })).toMatchObject({ port: 8080, secretKeys: [] });
  });

  test('reads addresses and ranges of both families', () => {
    const trusted = ['10.0.0.1', '10.1.0.0/16', 'fd00::1', 'fd00::/8'];
    expect(readConfig({ TRUSTED_PROXIES: trusted.join(', ') }).trustedProxies).toEqual(trusted);
  });

  test('reads on and off as true and false', () => {
    expect(readConfig({ TEST_MODE: 'on', RATE_LIMITS: 'off' })).toMatchObject({ testMode: true, rateLimits: false });
    const words = { ALLOW_OLD_BROKER: 'true', RATE_LIMITS: 'false' };
    expect(readConfig(words)).toMatchObject({ allowOldBroker: true, rateLimits: false });
  });

  test('reads a list with commas and spaces', () => {
    expect(readConfig({ CALLBACK_ALLOW: '127.0.0.0/8, 10.0.0.0/8,' }).callbackAllow).toEqual([
      '127.0.0.0/8',
      '10.0.0.0/8',
    ]);
  });
});
