// The live switch with the simulated providers as real accounts: one message each, and a record without its content.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_CASES, variableName } from '../../../tools/live/live-cases.ts';
import { runLive } from '../../../tools/live/live-run.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';

const LIVE = fileURLToPath(new URL('../../../tools/live.ts', import.meta.url));
const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const NUMBER = '79161230001';
const PERSON = '123456500';

let operators: Operators;
beforeAll(async () => {
  operators = await startOperators([]);
});
afterAll(() => operators.close());

/** Values of each case, and the account of the simulator that gets its message. */
const ACCOUNTS: Readonly<Record<string, () => readonly [received: string, values: Record<string, string>]>> = {
  whatsapp: () => [
    'whatsapp-cloud',
    { URL: operators.whatsapp.url, TOKEN, PHONE_NUMBER_ID: '106540352242922', TO: NUMBER },
  ],
  'telegram-gateway': () => [
    'telegram-gateway',
    { URL: operators.gateway.url, TOKEN: operators.gateway.token, TO: `+${NUMBER}` },
  ],
  'telegram-bot': () => ['telegram-bot', { URL: operators.bots.url, TOKEN: BOT_TOKEN, TO: PERSON }],
  max: () => ['max-bot', { URL: operators.maxBots.url, TOKEN, TO: PERSON }],
  vk: () => ['vk-bot', { URL: operators.vkBots.url, TOKEN, TO: PERSON }],
  partner: () => [
    'partner-key',
    { URL: operators.partner.url, PASSWORD: operators.partner.account.key, SENDER: 'Shop', TO: NUMBER },
  ],
};

const environmentOf = (name: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([variable, value]) => [variableName(name, variable), value]));

test('every provider has an account in this suite', () => {
  expect(Object.keys(ACCOUNTS)).toEqual(Object.keys(LIVE_CASES));
});

describe.each(Object.entries(ACCOUNTS))('a live message over %s', (name, accountOf) => {
  test('is skipped without its variables, and names them', async () => {
    const run = await runLive(name, {});
    expect(run).toMatchObject({ kind: 'skipped', missing: expect.arrayContaining([variableName(name, 'TO')]) });
  });

  test('is taken once, and its record holds no token, number, text or id', async () => {
    const [received, values] = accountOf();
    const before = await operators.received(received);
    const run = await runLive(name, environmentOf(name, values));
    expect(run).toMatchObject({ kind: 'done', isTaken: true });
    const messages = (await operators.received(received)).slice(before.length);
    expect(messages).toHaveLength(1);
    const record = JSON.stringify(run);
    expect(record).toContain(LIVE_CASES[name]?.protocol);
    const { URL: _url, SENDER: _sender, ...hidden } = values;
    const contents = [...Object.values(hidden), NUMBER, PERSON, messages[0]?.text ?? ''].filter((one) => one !== '');
    expect(contents.filter((one) => record.includes(one))).toEqual([]);
    // No long run of digits and nothing that looks like a token.
    expect(record).not.toMatch(/\d{7}|[\w-]{40}/);
  });

  test('that the provider refuses is no success', async () => {
    const [, values] = accountOf();
    const wrong = { ...values, ...('TOKEN' in values ? { TOKEN: 'short' } : { PASSWORD: 'a-wrong-password-of-ours' }) };
    expect(await runLive(name, environmentOf(name, wrong))).toMatchObject({ kind: 'done', isTaken: false });
  });
});

test('the command stores the record, and ends well without an account', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'volley-live-'));
  const run = (environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, [LIVE, 'telegram-bot', '--folder', folder], {
      env: { PATH: process.env['PATH'], ...environment },
    });
  expect((await run({})).stdout).toMatch(/^skipped: set LIVE_TELEGRAM_BOT_TOKEN, LIVE_TELEGRAM_BOT_TO /);
  const [, values] = ACCOUNTS['telegram-bot']?.() ?? ['', {}];
  expect((await run(environmentOf('telegram-bot', values))).stdout).toMatch(/^telegram-bot: taken; /);
  const record = readFileSync(join(folder, 'telegram-bot.json'), 'utf8');
  expect(record).toContain('"method": "POST"');
  expect(record).not.toContain(BOT_TOKEN);
  rmSync(folder, { recursive: true });
});
