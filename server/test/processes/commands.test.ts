// The commands of the runbooks as an operator runs them: their own process, under a database role that is subject to
// row-level security.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { ensurePartitions } from '../../src/platform/database/partitions.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { startApi } from '../../src/processes/api.ts';
import { type BuiltPlatform, buildPlatform } from '../../src/processes/build-platform.ts';
import { COMMANDS } from '../../src/processes/commands.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { environmentOf } from '../given/child-worker.ts';
import { numberAt } from '../given/http-client.ts';
import { changeDispatch, moveFirstToLast } from '../given/rows/dispatches.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let api: Api;
let dispatchId: number;

beforeAll(async () => {
  api = await givenApi({}, { server: 'durable' });
  dispatchId = await givenStartedDispatch();
});
afterAll(async () => {
  await api.close();
});

async function givenStartedDispatch(): Promise<number> {
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token, { budget: 1_000 });
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const senders = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  const senderIds = [numberAt(senders.body, 'id')];
  const messages = [{ destination: '79161230001' }, { destination: '79161230002' }];
  const body = { companyId, name: 'July', senderIds, channelType: 'SMS', text: 'Hi', messages };
  const id = numberAt((await api.call('POST', '/dispatches', { token, body })).body, 'id');
  await api.call('POST', `/dispatches/${id}/start`, { token });
  return id;
}

type Ended = { readonly status: number; readonly stdout: string; readonly stderr: string };

const main = (...args: readonly string[]) => mainWith({}, ...args);

async function mainWith(settings: Record<string, string>, ...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ...environmentOf(api.platform.config), ...settings };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN, ...args], { env });
    return { status: 0, stdout, stderr };
  } catch (error) {
    // execFile rejects with these members when the process ends with another status than 0.
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}

const run = (name: string, ...args: readonly string[]) => runOn(api.platform, name, ...args);

/** Runs a command in this process, which has the same database role: a process costs more than all commands. */
async function runOn(platform: Platform, name: string, ...args: readonly string[]): Promise<unknown> {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`server commands have no ${name}`);
  return command.run(platform, args);
}

/** A platform with other settings than those of the API, as `main.ts` builds it. */
async function withPlatform<T>(settings: Partial<Config>, work: (built: BuiltPlatform) => Promise<T>): Promise<T> {
  const built = await buildPlatform({ ...api.platform.config, ...settings }, ['status'], { kind: 'command' });
  try {
    return await work(built);
  } finally {
    await built.shutdown.run();
  }
}

test('status shows running processes, as tables and as JSON', async () => {
  const shown = await run('status');
  expect(shown).toMatch(/RUNNING DISPATCHES AND LISTS\n.*\n +\d+ .*PARTNER +STARTED/);
  expect(shown).toMatch(/PARTITIONS\n(.*\n)*? +messages +\d+/);
  expect(await run('status', '--json')).toMatchObject({
    'running dispatches and lists': [{ id: dispatchId, total: 2 }],
    'engine mark': [{ claims: 'go on' }],
  });
});

test('without the broker, status works and reports that claims are held, and after-restore names the broker', async () => {
  const away = 'nats://me:secret@127.0.0.1:1';
  const shown = await withPlatform({ natsUrl: away }, ({ platform }) => runOn(platform, 'status'));
  expect(shown).toMatch(/ENGINE MARK\n.*\n.*held +the broker has not returned the engine mark/);
  const refused = await mainWith({ NATS_URL: away }, 'after-restore', '--confirm');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^the broker does not answer at nats:\/\/127\.0\.0\.1:1: connection refused/);
  expect(refused.stderr).not.toMatch(/\n {4}at /);
});

test('an API with HTTPS short links does not start without trusted proxies, and names the setting', async () => {
  const settings = { shortLinkBase: 'https://s.example', trustedProxies: [] };
  const started = withPlatform(settings, ({ platform, shutdown }) => startApi(platform, shutdown));
  await expect(started).rejects.toThrow(/SHORT_LINK_BASE is https:\/\/s\.example.*set TRUSTED_PROXIES/);
});

test('status --dispatch shows the strands and batches of one dispatch', async () => {
  const status = await run('status', '--dispatch', String(dispatchId), '--json');
  expect(status).toMatchObject({ dispatch: [{ id: dispatchId }], strands: [{ cursor: 0, last: 2 }], batches: [] });
  await expect(run('status', '--dispatch', '999999')).rejects.toThrow('dispatch 999999 not found');
});

test('drop-messages refuses days with open messages, names them, and drops them when none is open', async () => {
  await ensurePartitions(api.platform.db, new Date('2025-03-02T00:00:00Z'));
  await changeDispatch(api, dispatchId, { firstMessageId: '00000000-0000-7000-8000-000000000000' });
  const open = [{ what: 'dispatch', id: String(dispatchId), state: 'STARTED, open' }];
  expect(await run('drop-messages', '--before', '2025-03-03')).toEqual({ dropped: 0, left: 2, open });
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  await moveFirstToLast(api, dispatchId);
  expect(await run('drop-messages', '--before', '2025-03-03')).toEqual({ dropped: 2, left: 0, open: [] });
  expect(process.exitCode).toBeUndefined();
});

test('after-restore lists running dispatches and stops them on request', async () => {
  const running = [{ id: dispatchId, kind: 'PARTNER', unsent: 2 }];
  expect(await run('after-restore', '--json')).toMatchObject({ claims: 'go on', running });
  const stopped = await main('after-restore', '--stop', '--json');
  expect(stopped.stderr).toBe('');
  expect(JSON.parse(stopped.stdout)).toMatchObject({ decision: 'stop', stopped: [{ id: dispatchId }] });
  expect(await run('after-restore')).toMatch(/RUNNING\n {2}none/);
});

test.each([
  [['drop-messages'], '--before is missing'],
  [['drop-messages', '--before', '2026-02-30'], '--before must be a day'],
  [['drop-messages', '--before', '2999-01-01'], '--before must not be in the future'],
  [['after-restore', '--stop', '--confirm'], 'exclude each other'],
  [['put-link', '--brands', 'x'], '--name is missing'],
  [['put-link', '--protocol', 'HTTP'], '--protocol must be one of SMPP, VOLLEY_HTTP, TELEGRAM_GATEWAY'],
  [['put-link', '--protocol', 'TELEGRAM_GATEWAY', '--channels', 'VIBER'], '--channels must be TELEGRAM'],
  [['put-link', '--host', 'a', '--set', 'senderUsername=shop'], '--set: senderUsername SMPP has no settings'],
  [['put-link', '--protocol', 'MAX_BOT', '--channels', 'TELEGRAM'], '--channels must be MAX'],
  [['put-link', '--protocol', 'WHATSAPP_CLOUD', '--name', 'a', '--brands', '0'], '--system-id is missing'],
  [['put-link', '--protocol', 'PARTNER_REST', '--channels', 'VIBER'], '--set: form'],
  [['put-link', '--protocol', 'PARTNER_REST', '--set', 'form=key'], '--channels is missing'],
  [
    ['put-link', '--protocol', 'PARTNER_REST', '--set', 'form=key', '--channels', 'VIBER,SMS'],
    '--channels must be VIBER, VK, MAX for PARTNER_REST',
  ],
  [
    ['put-link', '--protocol', 'PARTNER_REST', '--set', 'form=key', '--channels', 'VK,MAX'],
    '--channels: MAX needs the setting form=login',
  ],
  [['put-link', '--protocol', 'VK_BOT', '--channels', 'MAX'], '--channels must be VK'],
])('%j is refused with a message', async ([name = '', ...args], message) => {
  await expect(run(name, ...args)).rejects.toThrow(message);
});

test.each([
  [['status', '--nonsense'], /Unknown option '--nonsense'/],
  [['toString'], /unknown: toString/],
])('main.ts %j ends with status 2 and a hint, without a stack trace', async (args, message) => {
  const ended = await main(...args);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr).toMatch(/--help/);
  expect(ended.stderr).not.toMatch(/\n {4}at /);
});

test('--help lists roles and commands, --version names the version', async () => {
  const help = await main('--help');
  expect(help.stdout).toMatch(/Roles: .*pacer/);
  for (const name of ['migrate', ...Object.keys(COMMANDS)]) expect(help.stdout).toMatch(new RegExp(`\\n +${name} `));
  expect((await main('--version')).stdout).toMatch(/^volley \d+\.\d+\.\d+\S*, node v24\./);
});

test('an unknown role of ROLES ends the program with status 2 and is named', async () => {
  expect(await mainWith({ ROLES: 'api,bogus' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('ROLES: unknown role bogus'),
  });
});
