// Alerts to people on duty: a condition that lasts is announced one time by each channel, repeated, silenced and ended.
import { createHmac } from 'node:crypto';
import { startSimulator } from '@volley/simulator/simulator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putLink } from '../../../src/features/operator-links/own-links.ts';
import { useCell } from '../../given/cell.ts';
import { numberAt, textAt } from '../../given/http-client.ts';
import type { ReceivedCallback } from '../../given/outside/callback-sink.ts';
import { startMailServer } from '../../given/outside/mail-server.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { triesOfSentNotices } from '../../given/rows/duty.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { countRows } from '../../given/rows/statement.ts';
import { until } from '../../given/until.ts';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
/** The simulator throttles the first message to it. */
const CHAT = '714';
const HOUR = 3_600;

const mail = await startMailServer();
const telegram = await startSimulator();
const cell = useCell({
  settings: { smtpUrl: mail.url, smtpFrom: 'Volley <volley@shop.example>', dutyTelegramUrl: telegram.botUrl },
});
afterAll(async () => {
  await telegram.close();
  await mail.close();
});

let staff: GivenStaff;
let secret: string;
beforeAll(async () => {
  staff = await givenStaff(cell(), 'sre');
  // The first audit of the cell ends before time is moved.
  await until('an audit has ended', async () => (await countRows(cell(), 'last_audits')) === 1);
});

const contact = (change: object) => ({
  name: 'Night shift',
  severities: ['CRITICAL', 'WARNING'],
  language: 'en',
  enabled: true,
  ...change,
});

/** No server listens on port 1. */
const putDeadLink = (name: string, change: object = {}) =>
  putLink(cell().platform, {
    name,
    brands: [],
    host: '127.0.0.1',
    port: 1,
    systemId: 'x',
    password: 'x',
    ratePerSecond: null,
    windowSize: 1,
    tls: false,
    idForm: 'as-is',
    receiptsPerPart: 'all',
    ...change,
  });

type Shown = { key: string; severity: string; notifiedAt: string | null; silencedUntil: string | null };

const openAlerts = async () => ((await staff.ask('GET', '/alerts')).body as { items: Shown[] }).items; // checked by the client

const untilOpen = (key: string) =>
  until(`alert ${key} is open`, async () => {
    await cell().passRounds();
    return (await openAlerts()).find((alert) => alert.key === key);
  });

const pass = async (seconds: number) => {
  await cell().advance(seconds);
  await cell().passRounds();
};

type Told = { key: string; event: string; text: string; seconds: number };
const toldBy = ({ body }: ReceivedCallback) => body['alerts'] as Told[]; // the form that postWebhook writes
const told = (path: string, key: string) =>
  cell()
    .sink.received(path)
    .flatMap(toldBy)
    .filter((alert) => alert.key === key);

const untilTold = (path: string, key: string, events: readonly string[]) =>
  until(`${path} gets ${events.join()} of ${key}`, async () => {
    await cell().passRounds();
    const found = told(path, key);
    return found.length >= events.length && found;
  });

describe('a webhook', () => {
  test('gets its signing secret one time', async () => {
    const reply = await staff.ask('POST', '/duty-contacts', {
      ...contact({ kind: 'WEBHOOK' }),
      address: cell().sink.url('/duty'),
    });
    expect(reply.status).toBe(201);
    secret = textAt(reply.body, 'signingSecret');
    expect(secret).toMatch(/^whsec_/);
    const listed = await staff.ask('GET', '/duty-contacts');
    expect(listed.text).not.toContain(secret);
    expect(listed.body).toMatchObject({ items: [{ kind: 'WEBHOOK', lastSentAt: null, failingSince: null }] });
  });

  test('gets a signed notice after the hold of the rule, a single time', async () => {
    await putDeadLink('dead');
    expect(await untilOpen('link-down:dead')).toMatchObject({ severity: 'CRITICAL', notifiedAt: null });
    expect(told('/duty', 'link-down:dead')).toEqual([]);
    await pass(61);
    expect(await untilTold('/duty', 'link-down:dead', ['OPENED'])).toMatchObject([{ event: 'OPENED' }]);
    await pass(HOUR);
    expect(told('/duty', 'link-down:dead')).toHaveLength(1);
    const [first] = cell().sink.received('/duty');
    if (first === undefined) throw new Error('no notice was received');
    const signed = `${String(first.headers['webhook-id'])}.${String(first.headers['webhook-timestamp'])}.${first.text}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(first.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect(toldBy(first)).toMatchObject([{ text: expect.stringMatching(/^Link dead is down/) as string }]);
  });

  test('is reminded, but not while a silence holds', async () => {
    await pass(4 * HOUR);
    await untilTold('/duty', 'link-down:dead', ['OPENED', 'REMINDER']);
    const silence = await staff.ask('POST', '/alert-silences', {
      pattern: 'link-down:*',
      until: new Date(cell().now().getTime() + 6 * HOUR * 1_000).toISOString(),
      reason: 'maintenance of the operator',
    });
    expect([silence.status, silence.body]).toMatchObject([201, { staffLogin: staff.login, pattern: 'link-down:*' }]);
    await pass(5 * HOUR);
    expect(told('/duty', 'link-down:dead').map(({ event }) => event)).toEqual(['OPENED', 'REMINDER']);
    expect((await openAlerts()).find(({ key }) => key === 'link-down:dead')?.silencedUntil).not.toBeNull();
    const ended = await staff.ask('POST', `/alert-silences/${numberAt(silence.body, 'silenceId')}/end`);
    expect(ended.body).toEqual({ ended: true });
    await untilTold('/duty', 'link-down:dead', ['OPENED', 'REMINDER', 'REMINDER']);
  });

  test('gets the recovery with its duration', async () => {
    const { id } = await linkNamed(cell(), 'dead');
    await staff.ask('POST', `/links/${id}`, { enabled: false });
    await cell().passRounds();
    await pass(121);
    const events = await untilTold('/duty', 'link-down:dead', ['OPENED', 'REMINDER', 'REMINDER', 'RECOVERED']);
    expect(events.at(-1)).toMatchObject({ event: 'RECOVERED' });
    expect(events.at(-1)?.seconds).toBeGreaterThan(10 * HOUR);
    const { items } = (await staff.ask('GET', '/alerts/history')).body as { items: Shown[] }; // checked by the client
    expect(items.map(({ key }) => key)).toContain('link-down:dead');
    expect((await openAlerts()).map(({ key }) => key)).not.toContain('link-down:dead');
  });

  test('that fails gets the same notice again under the same id', async () => {
    let failures = 2;
    cell().sink.answer('/duty', () => (failures-- > 0 ? 500 : 204));
    const before = cell().sink.received('/duty').length;
    await putDeadLink('second');
    await untilOpen('link-down:second');
    await pass(61);
    const tries = await until('the notice was tried three times', async () => {
      await pass(31);
      const found = cell().sink.received('/duty').slice(before);
      return found.length >= 3 && found;
    });
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(tries.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(tries.map(({ text }) => text)).size).toBe(1);
    const { body } = await staff.ask('GET', '/duty-contacts');
    expect(body).toMatchObject({ items: [{ failingSince: null, lastError: null }] });
  });
});

describe('a contact', () => {
  test('by e-mail gets a plain text with the id of the notice', async () => {
    const body = { ...contact({ kind: 'EMAIL', language: 'ru' }), address: 'duty@shop.example' };
    const { contactId } = (await staff.ask('POST', '/duty-contacts', body)).body as { contactId: number };
    expect((await staff.ask('POST', `/duty-contacts/${contactId}/test`)).body).toEqual({ sent: true, error: null });
    const [received] = mail.received;
    expect(received).toMatchObject({ from: 'volley@shop.example', to: ['duty@shop.example'] });
    expect(received?.source).toMatch(/^Message-ID: <[\da-f-]{36}@shop\.example>/m);
    expect(received?.source).toMatch(/^Auto-Submitted: auto-generated/m);
    mail.refuse(true);
    const refused = await staff.ask('POST', `/duty-contacts/${contactId}/test`);
    expect(refused.body).toMatchObject({ sent: false, error: expect.stringContaining('mailbox busy') as string });
    mail.refuse(false);
    await putDeadLink('third');
    await untilOpen('link-down:third');
    await pass(61);
    const notice = await until('an e-mail about the link', async () => {
      await pass(30);
      return mail.received.find(({ source }) => decoded(source).includes('Подключение third не работает'));
    });
    expect(decoded(notice.source)).toContain('link-down:third');
  });

  test('by Telegram gets the text a single time, after the pause that Telegram demands', async () => {
    const body = { ...contact({ kind: 'TELEGRAM', severities: ['CRITICAL'] }), address: CHAT, botToken: TOKEN };
    const created = await staff.ask('POST', '/duty-contacts', body);
    expect([created.status, created.text.includes(TOKEN)]).toEqual([201, false]);
    const path = `/duty-contacts/${numberAt(created.body, 'contactId')}`;
    await putDeadLink('fourth');
    await untilOpen('link-down:fourth');
    await pass(61);
    const texts = await until('a message about the link', async () => {
      await pass(30);
      const response = await fetch(`${telegram.controlUrl}/received?account=telegram-bot`);
      const { items } = (await response.json()) as { items: { destination: string; text: string }[] }; // GET /received
      const found = items.filter(({ text }) => text.includes('Link fourth is down'));
      return found.length > 0 && found;
    });
    expect(texts).toMatchObject([{ destination: CHAT }]);
    expect(await triesOfSentNotices(cell())).toContain(2);
    expect((await staff.ask('POST', `${path}/test`)).body).toEqual({ sent: true, error: null });
    const blocked = { ...contact({ severities: ['CRITICAL'] }), address: '713' };
    expect((await staff.ask('PUT', path, blocked)).status).toBe(200);
    expect((await staff.ask('POST', `${path}/test`)).body).toEqual({
      sent: false,
      error: 'HTTP 403 Forbidden: bot was blocked by the user',
    });
  });

  test.each([
    [{ kind: 'WEBHOOK', address: 'http://shop.example/duty' }, 'address'],
    [{ kind: 'WEBHOOK', address: 'https://10.0.0.1/duty' }, 'address'],
    [{ kind: 'WEBHOOK', address: 'https://user:password@shop.example/duty' }, 'address'],
    [{ kind: 'WEBHOOK', address: 'https://shop.example:25/duty' }, 'address'],
    [{ kind: 'EMAIL', address: 'duty' }, 'address'],
    [{ kind: 'TELEGRAM', address: '700' }, 'botToken'],
    [{ kind: 'TELEGRAM', address: '700', botToken: 'x' }, 'botToken'],
    [{ kind: 'TELEGRAM', address: 'volley', botToken: TOKEN }, 'address'],
    [{ kind: 'EMAIL', address: 'duty@shop.example', botToken: TOKEN }, 'botToken'],
  ])('%o is refused', async (draft, field) => {
    const { status, body } = await staff.ask('POST', '/duty-contacts', contact(draft));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [{ field }] } });
  });
});

test('a second sweeper makes and sends nothing twice', async () => {
  const other = await cell().join(['clock']);
  cell().sink.answer('/duty', () => 200);
  await putDeadLink('fifth');
  await untilOpen('link-down:fifth');
  await pass(61);
  await untilTold('/duty', 'link-down:fifth', ['OPENED']);
  for (let round = 0; round < 3; round += 1) await pass(60);
  expect(told('/duty', 'link-down:fifth')).toHaveLength(1);
  await other.leave();
});

test('the log of staff names contacts and silences, without tokens and addresses', async () => {
  const actions = await actionsOf(cell().platform, staff.staffId);
  expect(new Set(actions.map(({ action }) => action))).toEqual(
    new Set([
      'duty-contact.create',
      'duty-contact.change',
      'duty-contact.test',
      'alert.silence',
      'alert.unsilence',
      'link.change',
    ]),
  );
  expect(JSON.stringify(actions)).not.toMatch(new RegExp(`${TOKEN}|duty@shop|whsec_|127\\.0\\.0\\.1`));
});

/** Bodies beyond ASCII are in base64 or quoted-printable; both parts are decoded here. */
function decoded(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body.replaceAll('=\r\n', '').replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => `%${hex}`);
  return decodeURIComponent(bytes.replaceAll(/%(?![\dA-F]{2})/g, '%25'));
}
