// A role refuses a broker that a crash can make lose whole streams; commands run, and status names its version.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type Api, givenApi } from '../given/api.ts';
import { environmentOf, MAIN } from '../given/child-worker.ts';
import { givenBrokerOfVersion } from '../given/outside/versioned-broker.ts';

let api: Api;
beforeAll(async () => {
  api = await givenApi({}, { server: 'durable' });
});
afterAll(() => api.close());

/** The program with the broker of this version. A role is ended when it is ready. */
async function main(version: string, args: readonly string[], settings: Partial<Config>) {
  const broker = await givenBrokerOfVersion(version);
  onTestFinished(() => broker.close());
  const config = { ...api.platform.config, logLevel: 'warn' as const, natsUrl: broker.url, ...settings };
  const running = promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...environmentOf(config) },
  });
  running.child.stdout?.on('data', (text: string) => {
    if (text.includes('"ready":true')) running.child.kill('SIGTERM');
  });
  try {
    const { stdout, stderr } = await running;
    return { status: 0, stdout, stderr };
  } catch (error) {
    // execFile rejects with these members when the process ends with another status than 0.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

const PRODUCTION = { testMode: false, allowOldBroker: false } as const;

test('a production role does not start on NATS 2.10.22, and says what to do', async () => {
  const { status, stdout, stderr } = await main('2.10.22', ['pacer'], PRODUCTION);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('the broker is NATS 2.10.22');
  expect(stderr).toContain('or set ALLOW_OLD_BROKER=true');
});

test.each([
  ['ALLOW_OLD_BROKER=true', { testMode: false, allowOldBroker: true }],
  ['TEST_MODE=on', { testMode: true, allowOldBroker: false }],
])('with %s it starts, and warns once', async (_setting, settings) => {
  const { status, stderr } = await main('2.9.10', ['pacer', 'recorder'], settings);
  expect([status, stderr.match(/the broker is NATS 2\.9\.10/g)?.length]).toEqual([0, 1]);
});

test('a production role starts on NATS 2.10.23 without a word', async () => {
  expect(await main('2.10.23', ['pacer'], PRODUCTION)).toMatchObject({ status: 0, stderr: '' });
});

test('status names the version and its verdict', async () => {
  const old = await main('2.10.22', ['status', '--json'], PRODUCTION);
  expect(JSON.parse(old.stdout)).toMatchObject({
    broker: [{ nats: '2.10.22', verdict: 'too old for production: needs 2.10.23' }],
  });
  const shown = await main('2.11.1', ['status'], PRODUCTION);
  expect(shown.stdout).toMatch(/BROKER\n.*\n *2\.11\.1 +ok/);
});
