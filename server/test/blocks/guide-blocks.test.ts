// Runs the shell blocks and programs of the guides against one sandbox, page by page, and compares what the pages show
// with what comes. guides.test.ts follows the three longest guides call by call.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { MESSAGING_WEBHOOKS } from '@volley/contract/callbacks/messaging-webhooks.ts';
import { channelAccount, channelSecret } from '@volley/simulator/simulator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callbackHeaders } from '../../src/features/callbacks/targets/callback-headers.ts';
import { differences } from '../given/guides/guide.ts';
import { until } from '../given/until.ts';
import { type Block, readBlocks } from './documents.ts';
import { compilePrograms, type Program, runProgram } from './programs.ts';
import { givenPlace, type Place, type Replacements, replaceAll, runPage } from './run-page.ts';
import { advance, type Sandbox, sendOne, startSandbox, statusOf } from './sandbox.ts';
import { byPage, SANDBOX_COMMAND, wayOf } from './ways.ts';

const blocks = readBlocks();
const SECRET = randomBytes(24);
const README = 'README.md';
const HTTP_CHANNEL = 'docs/guides/http-channel.md';

let place: Place;
let sandbox: Sandbox;
let sink: Server;
let replaced: Replacements;
let variables: Readonly<Record<string, string>>;
/** Ports that pages name → free ones. */
let ports: Replacements;

beforeAll(async () => {
  place = givenPlace();
  sandbox = await startSandbox(place.folder);
  const { ready } = sandbox;
  sink = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const [first, second, third, fourth] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const sinkPort = (sink.address() as AddressInfo).port; // a TCP server
  ports = { 9900: `${first}`, 8081: `${second}`, 8082: `${third}`, 2775: `${fourth}`, 9000: `${sinkPort}` };
  replaced = {
    ...ports,
    '/tmp/': `${place.folder}/`,
    'https://volley.example': ready.baseUrl,
    'VOLLEY_KEY=…': `VOLLEY_KEY=${ready.shop.keys.messages}`,
    'whsec_…': `whsec_${SECRET.toString('base64')}`,
    '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f': await sendOne(ready),
    '--after 1500': '--after 0',
    'after: 1500': 'after: 0',
    "login: 'shop'": `login: '${ready.shop.login}'`,
    'get(17)': `get(${ready.shop.companyId})`,
    "'smsc.example'": "'127.0.0.1'",
  };
  variables = {
    BASE_URL: ready.baseUrl,
    SYSTEM_KEY: ready.shop.keys.system,
    VOLLEY_TEST_SENDER: 'CornerShop',
    VOLLEY_KEY: ready.shop.keys.messages,
    PASSWORD: ready.shop.password,
    SECRET: `whsec_${SECRET.toString('base64')}`,
    timestamp: '1772359200',
    body: '{"statuses":[]}',
    secret: channelSecret,
  };
});
afterAll(async () => {
  sink?.close();
  await sandbox?.stop();
  place?.remove();
});

const delivered = (number: string) => new RegExp(`"${number}"[^}]*DELIVERED`);

/** Page → what its text promises about the output. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  [README]: [
    delivered('70001000000'),
    delivered('70002000001'),
    /"70003000003"[^}]*FAILED[^}]*455/,
    /"RUB":\d/,
    /"event":"failed"/,
    /"status": "delivered"/,
    /"callback_event":"price"/,
    /"now":"20/,
  ],
  'docs/guides/first-dispatch.md': [
    /"senderName":"Shop","brand":"TELE2"/,
    /"errorCode": 7401|"errorCode":7401/,
    delivered('70001000000'),
    /"70003000003"[^}]*FAILED[^}]*455/,
    /"status":"STARTED"/,
  ],
  'docs/guides/client.md': [/"status":"delivered"/, /"callback_event"/],
  'cli/README.md': [/"status":"delivered"/, /453/],
  'docs/guides/listen.md': [/^ready$/m, /^\d\d:\d\d:\d\d {2}.*(?:sent|delivered).* 200 .* ok$/m],
  'docs/guides/phone-page.md': [/"code":201/, /\/phone\?number=70001000000/],
  'docs/guides/templates.md': [/"senderName":"NordShop"/],
  'docs/guides/verification.md': [/"status":"CONFIRMED"/, /"channelType": "SMS"/],
  'docs/guides/widget.md': [/^http:\/\/127\.0\.0\.1:\d+\/$/m],
};

// The README moves the clock, so it comes last.
const walks = byPage(blocks, ['walked', 'kept running']).toSorted(
  ([a], [b]) => Number(a === README) - Number(b === README),
);

test.each(walks)('the commands of %s work in their order', async (page, walked) => {
  const output = [...(await runPage(walked, place, { variables, replaced })).values()].join('');
  for (const pattern of SHOWN[page] ?? []) expect(output).toMatch(pattern);
  if (page === 'docs/guides/first-dispatch.md') compareCallbacks(page, output);
  if (page === HTTP_CHANNEL)
    expect(output).toContain(signatureOf(variables['timestamp'] ?? '', variables['body'] ?? ''));
});

test('the late receipt of sandbox number 11 comes at once when the clock is moved', async () => {
  const { ready } = sandbox;
  const uuid = await sendOne(ready, '70001000011');
  await until('the message is sent', async () => (await statusOf(ready, uuid)) === 'sent');
  await advance(ready, 600);
  await until('the message is delivered', async () => (await statusOf(ready, uuid)) === 'delivered');
});

test('every page starts the sandbox with the same command', () => {
  const started = blocks.filter((block) => wayOf(block) === 'sandbox');
  expect(started.map(({ page }) => page)).toContain(README);
  for (const { text } of started) expect(text.replace(/ +#.*/, '').trim()).toBe(SANDBOX_COMMAND);
});

test('the sandbox of the tests names its steps and builds no developer site', () => {
  expect(sandbox.said()).toMatch(/^sandbox: creating a database$/m);
  expect(sandbox.said()).not.toMatch(/^docs: /m);
});

/** Callbacks of the page, one per line, against those that its receiver printed. */
function compareCallbacks(page: string, output: string): void {
  const received = [...output.matchAll(/\{"event":.*\}/g)].map(([line]) => JSON.parse(line) as Record<string, unknown>);
  const lines = jsonOf(page).flatMap(({ text }) => text.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const example = JSON.parse(line) as Record<string, unknown>; // an object, as the callbacks are
    const own = received.find(
      (one) => one['event'] === example['event'] && one['destination'] === example['destination'],
    );
    expect(differences(example, own ?? {})).toEqual([]);
  }
}

const jsonOf = (page: string): Block[] => blocks.filter((block) => block.page === page && wayOf(block) === 'compared');

test('the ready line has the members that the README shows', () => {
  const [shown] = jsonOf(README);
  expect(shown).toBeDefined();
  const example: unknown = JSON.parse(shown?.text ?? '');
  expect(namesIn(sandbox.ready)).toEqual(expect.arrayContaining(namesIn(example)));
  expect(Object.keys(sandbox.ready)).toEqual(Object.keys(example as object));
});

function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${path}${name}`, ...namesIn(inner, `${path}${name}.`)]);
}

const signatureOf = (timestamp: string, body: string) =>
  createHmac('sha256', channelSecret).update(`${timestamp}.${body}`).digest('hex');

describe('the protocol of HTTP channels', () => {
  const [message, statuses] = jsonOf(HTTP_CHANNEL);

  async function post(url: string, body: string): Promise<{ status: number; text: string }> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-channel-account': channelAccount,
        'x-channel-timestamp': timestamp,
        'x-channel-signature': `sha256=${signatureOf(timestamp, body)}`,
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  test('a provider takes the message of the page', async () => {
    const { adminUrl, adminToken } = sandbox.ready;
    const listed = await fetch(`${adminUrl}/links`, { headers: { authorization: `Bearer ${adminToken}` } });
    const { items } = (await listed.json()) as { items: readonly { name: string; url?: string }[] }; // by the contract
    const url = items.find(({ name }) => name === 'channel-viber')?.url ?? '';
    const { status, text } = await post(`${url}/messages`, message?.text ?? '');
    expect(text).toMatch(/"id":/);
    expect([200, 201, 202]).toContain(status);
  });

  test('the service stores the statuses of the page', async () => {
    const url = `${sandbox.ready.baseUrl}/channels/v1/channel-viber/statuses`;
    expect(await post(url, statuses?.text ?? '')).toMatchObject({ status: 200 });
    const spoiled = (statuses?.text ?? '').replaceAll('"id"', '"di"');
    expect(await post(url, spoiled)).toMatchObject({ status: 400 });
  });
});

test('scripts in the markup of the pages are served', async () => {
  const markup = blocks.filter((block) => wayOf(block) === 'served').map(({ text }) => text);
  const scripts = markup.flatMap((text) =>
    [...text.matchAll(/src="https:\/\/HOST(\/[^"]+)"/g)].map(([, path]) => path),
  );
  expect(scripts.length).toBeGreaterThan(1);
  for (const path of scripts) {
    const response = await fetch(`${sandbox.ready.baseUrl}${path}`);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining('javascript'),
    ]);
    const script = await response.text();
    for (const [, attribute = ''] of markup.join('').matchAll(/data-([a-z]+)=/g))
      if (path?.includes('embed')) expect(script).toContain(attribute);
  }
});

describe('the programs', () => {
  let programs: Program[];
  beforeAll(async () => {
    const folder = join(place.folder, '../my-project/programs');
    mkdirSync(folder);
    programs = await compilePrograms(
      byPage(blocks, ['compiled']).flatMap(([, found]) => found),
      folder,
      replaced,
    );
  });

  const find = (page: string, at: number): Program => {
    const found = programs.filter(({ block }) => block.page === page)[at];
    if (found === undefined) throw new Error(`${page} has no program ${at}`);
    return found;
  };

  test.each([
    ['docs/guides/client.md', 0, /^[0-9a-f]{8}-[0-9a-f-]{27}$/m],
    ['docs/guides/client.md', 1, /^\d+$/m],
    ['docs/guides/client.md', 2, /^delivered\n[0-9a-f-]{36} delivered$/m],
    ['docs/guides/client.md', 3, /^[0-9a-f]{8}-[0-9a-f-]{27}$/m],
    ['docs/guides/client.md', 4, /^1500 messages$/m],
    ['docs/guides/client.md', 5, /^\d+ \S/m],
    ['sdk/README.md', 0, /^$/],
    ['sdk/README.md', 1, /^$/],
  ] as const)('%s, program %i, does what the page says', async (page, at, pattern) => {
    expect(await runProgram(find(page, at), variables, pattern)).toMatch(pattern);
  });

  test('the receiver of docs/guides/client.md accepts signed callbacks only', async () => {
    const body = JSON.stringify(MESSAGING_WEBHOOKS.sent.post.requestBody.content['application/json'].example);
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${ports['9900']}/`, { method: 'POST', body, headers }).then(({ status }) => status);
    const signed = callbackHeaders(
      { authorization: undefined, signingKeys: [SECRET] },
      { id: 'one', attempt: 1, body },
    );
    await runProgram(find('docs/guides/client.md', 6), variables, /^\d+ sent$/m, async () => {
      await until('the receiver listens', () => ask({}).catch(() => false as const));
      expect(await ask({})).toBe(401);
      expect(await ask(signed)).toBe(204);
    });
  });

  test('the SMPP client of smpp/README.md sends to its server', async () => {
    await runProgram(find('smpp/README.md', 1), variables, /^\d+$/m, async () => {
      await runProgram(find('smpp/README.md', 0), variables, /^0 \d+$/m);
    });
  });

  test('every program of the pages is run or typed', () => {
    const typed = programs.filter(({ block }) => block.page === 'docs/guides/widget.md');
    expect(programs.length - typed.length).toBe(11);
    expect(replaceAll('9900', ports)).not.toBe('9900');
  });
});
