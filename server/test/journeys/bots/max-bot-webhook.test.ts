// A bot of MAX to whose updates this service has subscribed: people link their numbers, stop the bot and start it again, and
// messages follow. A call without the secret of the subscription changes nothing.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import type { MaxBotPerson } from '../../given/providers/bot-providers.ts';
import { until } from '../../given/until.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const BOT = 'shop_bot';
const PERSON = 500;
const NUMBER = '79160000500';

const settings = { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 5_000 } as const;
const cell = useCell({ settings });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { url } = cell().operators.maxBots;
  await cell().channel('MAX', { protocol: 'MAX_BOT', url, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'MAX', senderName: BOT });
  const { body } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
  expect(body).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
});

/** Resolves when the webhook has answered every update. */
async function person(act: Omit<MaxBotPerson, 'token'>): Promise<void> {
  const { maxBots } = cell().operators;
  await maxBots.person({ token: TOKEN, ...act });
  await until(`the webhook has heard that person ${act.person} ${act.act}`, async () => {
    const { updatesSent, updatesAcked } = await maxBots.counters();
    return updatesSent > 0 && updatesSent === updatesAcked;
  });
}

type Shown = { readonly destination: string | null; readonly status: string; readonly source: string };

async function subscriber(id: number): Promise<Shown | undefined> {
  const path = `/subscribers?channel_type=MAX&subscriber_id=${id}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: Shown[] }).items[0]; // checked against the contract by the client
}

async function outcomeOf(destination: string): Promise<{ status: number; error_code: number | null }> {
  const id = await seller.sendOne({ channelType: 'MAX', senderName: BOT, destination, content: 'Hi' });
  return until(`message ${id} is final`, async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null }>(
      'select status, error_code from messages where id = $1',
      [id],
    );
    return row !== undefined && row.status > 1 && row;
  });
}

covers('messaging.subscriber.bot.shared', 'messaging.subscriber.bot.stopped', 'messaging.subscriber.bot.started');
test('a person shares a number, stops the bot and starts it again, and messages follow', async () => {
  expect(await outcomeOf(NUMBER)).toMatchObject({ status: 3, error_code: 149 });
  await person({ person: PERSON, act: 'starts' });
  expect(await subscriber(PERSON)).toBeUndefined();

  await person({ person: PERSON, act: 'shares', number: `+${NUMBER}` });
  expect(await subscriber(PERSON)).toMatchObject({ destination: NUMBER, status: 'ACTIVE', source: 'BOT' });
  expect(await outcomeOf(NUMBER)).toMatchObject({ status: 2, error_code: null });

  await person({ person: PERSON, act: 'stops' });
  expect(await subscriber(PERSON)).toMatchObject({ destination: NUMBER, status: 'STOPPED' });
  expect(await outcomeOf(NUMBER)).toMatchObject({ status: 3, error_code: 149 });

  await person({ person: PERSON, act: 'starts' });
  expect(await subscriber(PERSON)).toMatchObject({ destination: NUMBER, status: 'ACTIVE' });
  expect(await outcomeOf(NUMBER)).toMatchObject({ status: 2, error_code: null });
});

test('a person who removes the dialogue is not written to any more', async () => {
  await person({ person: 800, act: 'shares', number: '79160000800' });
  expect(await subscriber(800)).toMatchObject({ status: 'ACTIVE' });
  await person({ person: 800, act: 'removes' });
  expect(await subscriber(800)).toMatchObject({ destination: '79160000800', status: 'STOPPED' });
});

test.each([
  ['the contact of another person', { owner: 601 }],
  ['a card that MAX has not signed', { forged: true }],
])('%s links no number', async (_title, change) => {
  await person({ person: 600, act: 'shares', number: '79160000601', ...change });
  expect([await subscriber(600), await subscriber(601)]).toEqual([undefined, undefined]);
});

test('a person who starts the bot by an invite gets the messages to its number', async () => {
  const destination = '79160000900';
  const draft = { channelType: 'MAX', senderName: BOT, destination };
  const { body } = await seller.ask('POST', '/subscribers/invites', draft, 'SYSTEM');
  const { url } = body as { url: string }; // checked against the contract by the client
  const payload = new URL(url).searchParams.get('start') ?? '';
  await person({ person: 900, act: 'starts', payload });
  expect(await subscriber(900)).toMatchObject({ destination, status: 'ACTIVE', source: 'BOT' });
  expect(await outcomeOf(destination)).toMatchObject({ status: 2, error_code: null });
  await person({ person: 901, act: 'starts', payload });
  expect(await subscriber(901)).toBeUndefined();
});

describe('a call about a bot', () => {
  const hmac = (text: string) => createHmac('sha256', TOKEN).update(text).digest('hex');
  const secret = hmac('volley max webhook');
  const card = 'BEGIN:VCARD\r\nTEL;TYPE=cell:79160000700\r\nEND:VCARD\r\n';
  const payload = { vcf_info: card, max_info: { user_id: 700 }, hash: hmac(card) };
  const shares = {
    update_type: 'message_created',
    timestamp: Date.now(),
    message: {
      sender: { user_id: 700 },
      recipient: { chat_id: 1, chat_type: 'dialog' },
      timestamp: Date.now(),
      body: { mid: 'mid.1', seq: 1, text: '', attachments: [{ type: 'contact', payload }] },
    },
  };

  type Change = { readonly secret?: string; readonly path?: string; readonly body?: string };
  const call = (change: Change = {}) =>
    fetch(`${cell().url}/channels/v1/${change.path ?? `max/max/${senderId}`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-max-bot-api-secret': change.secret ?? secret },
      body: change.body ?? JSON.stringify(shares),
    });

  test.each([
    ['without a secret', () => ({ secret: '' })],
    ['with the token as its secret', () => ({ secret: TOKEN })],
    ['with a wrong secret', () => ({ secret: secret.replace(/^./, (one) => (one === '0' ? '1' : '0')) })],
    ['to another link', () => ({ path: `other/max/${senderId}` })],
    ['to a sender without an account', () => ({ path: `max/max/${senderId + 1}` })],
    ['to a number that is no id', () => ({ path: 'max/max/99999999999' })],
    ['to a name', () => ({ path: `max/max/${BOT}` })],
  ])('%s is refused, and nothing is stored', async (_title, change) => {
    expect((await call(change())).status).toBe(401);
    expect(await subscriber(700)).toBeUndefined();
  });

  test('that is no JSON is refused with 400', async () => {
    expect((await call({ body: '{' })).status).toBe(400);
  });

  test('is answered with 200 for an update that changes nothing, and for a repeated one', async () => {
    const answers = [];
    for (const body of ['{}', '[]', '{"update_type":"dialog_muted"}', undefined, undefined])
      answers.push((await call(body === undefined ? {} : { body })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(await subscriber(700)).toMatchObject({ destination: '79160000700', status: 'ACTIVE' });
  });

  test('is refused after the account was removed', async () => {
    expect((await staff.ask('DELETE', `/senders/${senderId}/account`)).status).toBe(200);
    expect((await call()).status).toBe(401);
    await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
    expect((await call()).status).toBe(200);
  });
});
