// `volley login` stores an address and a key for later commands; the key is never shown and goes to its address only.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Api, sharedApi } from '../given/api.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { runVolley } from '../given/volley-command.ts';

let api: Api;
let seller: Seller;
let folder: string;
let file: string;
beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'volley-login-'));
  file = join(folder, 'volley/login.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const volley = (args: readonly string[], { input = '', ...env }: Readonly<Record<string, string>> = {}) =>
  runVolley(args, { env: { XDG_CONFIG_HOME: folder, VOLLEY_KEY: undefined, VOLLEY_API: undefined, ...env }, input });

const login = (key = seller.keys.MESSAGES) => volley(['login', '--api', `${api.url}/api/v1/`], { input: `${key}\n` });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a login is used by later commands, can be read by its owner only, and is never printed', async () => {
  const done = await login();
  expect(done).toEqual({ code: 0, lines: [{ api: api.url, file }], said: '' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ api: api.url, key: seller.keys.MESSAGES });
  expect([modeOf(file), modeOf(join(folder, 'volley')), readdirSync(join(folder, 'volley'))]).toEqual([
    '600',
    '700',
    ['login.json'],
  ]);
  const balance = { code: 0, lines: [{ RUB: await seller.balance() }] };
  expect(await volley(['balance'])).toMatchObject(balance);
  expect(await volley(['balance', '--api', `${api.url}/api/v1`])).toMatchObject(balance);
  expect(await volley(['balance'], { VOLLEY_API: `${api.url}/` })).toMatchObject(balance);
});

test('a login replaces a file that others can read', async () => {
  mkdirSync(join(folder, 'volley'));
  writeFileSync(file, '{}');
  chmodSync(file, 0o644);
  expect((await login()).code).toBe(0);
  expect(modeOf(file)).toBe('600');
});

test('a key may come from an option or the environment, which also go before a login', async () => {
  const { SYSTEM: key } = seller.keys;
  expect((await volley(['login'], { VOLLEY_API: api.url, VOLLEY_KEY: key })).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain(key);
  expect((await volley(['template', 'list'])).code).toBe(0);
  expect((await volley(['events'])).code).toBe(3);
  expect((await volley(['events'], { VOLLEY_KEY: seller.keys.MESSAGES })).code).toBe(0);
  expect((await volley(['events', '--key', seller.keys.MESSAGES])).code).toBe(0);
  expect((await volley(['balance'], { VOLLEY_KEY: 'nobody' })).code).toBe(3);
});

test('a key that the service refuses is not stored', async () => {
  const refused = await login('bm9ib2R5OnNlY3JldA==');
  expect([refused.code, refused.lines, existsSync(file)]).toEqual([3, [], false]);
  expect(refused.said).not.toContain('bm9ib2R5OnNlY3JldA==');
  expect(await login('')).toMatchObject({ code: 2, said: expect.stringContaining('No key given') });
  const nowhere = await volley(['login'], { input: 'a' });
  expect(nowhere).toMatchObject({ code: 2, said: expect.stringContaining('No address given') });
});

test('a stored key is not sent to another address', async () => {
  await login();
  const asked: unknown[] = [];
  const other = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // a TCP server
  for (const [args, env] of [
    [['--api', address], {}],
    [[], { VOLLEY_API: address }],
  ] as const) {
    const { code, said } = await volley(['balance', ...args], env);
    expect([code, said]).toEqual([2, expect.stringContaining(`The login is for ${api.url}.`)]);
  }
  other.close();
  expect(asked).toEqual([]);
});

test('a logout removes the login', async () => {
  await login();
  expect(await volley(['logout'])).toMatchObject({ code: 0, lines: [{ removed: true, file }] });
  expect(existsSync(file)).toBe(false);
  expect((await volley(['balance'])).code).toBe(2);
  expect(await volley(['logout'])).toMatchObject({ code: 0, lines: [{ removed: false }] });
});
