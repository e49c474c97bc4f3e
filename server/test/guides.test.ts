// Runs the commands and programs of the guides in order and compares answers and callbacks with the guides.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../bench/src/harness/free-port.ts';
import { createPartner } from '../src/features/access/create-partner.ts';
import { useCell } from './given/cell.ts';
import { pdf } from './given/document-files.ts';
import { followGuide } from './given/guides/follow-guide.ts';
import { callbacksOf, differences, programsOf } from './given/guides/guide.ts';
import { textAt } from './given/http-client.ts';
import type { ReceivedCallback } from './given/outside/callback-sink.ts';
import { givenAccount } from './given/people/account.ts';
import { givenStaff } from './given/people/staff.ts';
import { codeOf, givenVerifier } from './given/people/verification.ts';
import { until } from './given/until.ts';

// Short links contain the port, so the test chooses it before the start.
const port = await freePort();
const cell = useCell({ settings: { port, shortLinkBase: `http://127.0.0.1:${port}/l` } });
const read = (name: string) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'volley-guide-'));
const run = promisify(execFile);

beforeAll(async () => {
  writeFileSync(join(folder, 'contract.pdf'), pdf());
  for (const name of ['mts', 'beeline']) await cell().link(name);
  await cell().channel('VIBER');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('every call of the partner guide answers as the guide shows, and the callbacks arrive', async () => {
  const guide = read('partner-api');
  await createPartner(cell().platform, { login: 'reader', password: 'secret', currency: 'RUB' });
  const { steps } = await followGuide(guide, folder, {
    BASE_URL: cell().url,
    LOGIN: 'reader',
    PASSWORD: 'secret',
    CALLBACK_URL: cell().sink.url('/partner'),
  });
  expect(steps).toBeGreaterThan(20);

  const callbacks = callbacksOf(guide);
  expect([...callbacks.keys()]).toEqual(['sent', 'delivered']);
  const received = await until('all callbacks have arrived', () => {
    const come = cell().sink.received('/partner');
    return come.length >= 6 && come;
  });
  for (const [event, example] of callbacks) {
    const own = received.find(({ body }) => body['event'] === event && body['destination'] === '79161230001');
    expect(differences(example, own?.body ?? {})).toEqual([]);
  }
});

test('every call and every program of the messaging guide does what the guide shows', async () => {
  const guide = read('messaging-api');
  const account = await givenAccount(cell());
  const admin = await givenStaff(cell(), 'admin');
  const secret = textAt((await admin.ask('POST', `/companies/${account.companyId}/callback-secrets`)).body, 'secret');
  const channels = [{ channelType: 'SMS', senderName: 'CornerShop', text: 'Your code: {code}' }];
  const { gatewayId } = await givenVerifier(cell(), account, { channels });
  const given = {
    BASE_URL: cell().url,
    KEY: account.keys.MESSAGES,
    SYSTEM_KEY: account.keys.SYSTEM,
    VERIFIER_KEY: account.keys.VERIFIER,
    CALLBACK_URL: cell().sink.url('/messaging'),
    GATEWAY: gatewayId,
  };
  const { steps } = await followGuide(guide, folder, given, async (command, { VERIFICATION = '' }) =>
    command.includes('$CODE') ? { CODE: await codeOf(cell().platform, VERIFICATION) } : {},
  );
  expect(steps).toBeGreaterThan(25);

  const example = callbacksOf(guide).get('array');
  const received = await until('all callbacks have arrived', () => {
    const come = cell().sink.received('/messaging');
    return come.flatMap(({ items }) => items).length >= 3 && come;
  });
  expect(
    differences(
      example,
      received.flatMap(({ items }) => items),
    ),
  ).toEqual([]);
  const programs = programsOf(guide);
  for (const [name, text] of programs) writeFileSync(join(folder, name), text);
  expect([...programs.keys()]).toEqual(['check-signature.mjs', 'read-events.mjs']);
  await checkSignatures(received, secret);
  await readWholeFeed(given);
});

test('every call of the guide to subscribers answers as the guide shows', async () => {
  const { keys } = await givenAccount(cell());
  const given = { BASE_URL: cell().url, SYSTEM_KEY: keys.SYSTEM };
  expect((await followGuide(read('subscribers'), folder, given)).steps).toBe(6);
});

type SignatureCheck = { isGenuine(secret: string, headers: ReceivedCallback['headers'], rawBody: string): boolean };

async function checkSignatures(received: readonly ReceivedCallback[], secret: string): Promise<void> {
  // The guide shows the exports of the program.
  const check = (await import(pathToFileURL(join(folder, 'check-signature.mjs')).href)) as SignatureCheck;
  const old = { 'webhook-timestamp': '1700000000' };
  for (const { headers, text } of received) {
    expect(check.isGenuine(secret, headers, text)).toBe(true);
    expect(check.isGenuine(secret, headers, `${text} `)).toBe(false);
    expect(check.isGenuine(`whsec_${btoa('another secret')}`, headers, text)).toBe(false);
    expect(check.isGenuine(secret, { ...headers, ...old }, text)).toBe(false);
  }
}

async function readWholeFeed(env: Readonly<Record<string, string>>): Promise<void> {
  const { stdout } = await run(process.execPath, ['read-events.mjs'], { cwd: folder, env: { ...process.env, ...env } });
  const numbers = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event_number: number }).event_number); // lines have the shape of the contract
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
}
