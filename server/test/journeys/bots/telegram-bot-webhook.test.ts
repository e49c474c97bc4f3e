// A bot whose webhook this service has set: people link their numbers, block the bot and start it again, and messages
// follow. A call without the secret of the webhook changes nothing.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import type { BotPerson } from '../../given/providers/bot-providers.ts';
import { until } from '../../given/until.ts';

const BOT_ID = 110_201_543;
const TOKEN = `${BOT_ID}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw`;
const BOT = 'shop_bot';
const PERSON = 500;
const NUMBER = '79160000500';

const settings = { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 5_000 } as const;
const cell = useCell({ settings });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { url } = cell().operators.bots;
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_BOT', url, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'TELEGRAM', senderName: BOT });
  const { body } = await staff.ask('PUT', `/senders/${senderId}/account`, { values: { token: TOKEN } });
  expect(body).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
});

/** Resolves when the webhook has answered every update. */
async function person(act: Omit<BotPerson, 'bot'>): Promise<void> {
  const { bots } = cell().operators;
  await bots.person({ bot: BOT_ID, ...act });
  await until(`the webhook has heard that person ${act.person} ${act.act}`, async () => {
    const { updatesSent, updatesAcked } = await bots.counters();
    return updatesSent > 0 && updatesSent === updatesAcked;
  });
}

type Shown = { readonly destination: string | null; readonly status: string; readonly source: string };

async function subscriber(id: number): Promise<Shown | undefined> {
  const path = `/subscribers?channel_type=TELEGRAM&subscriber_id=${id}`;
  const { body } = await seller.ask('GET', path, undefined, 'SYSTEM');
  return (body as { items: Shown[] }).items[0]; // checked against the contract by the client
}

async function outcomeOf(destination: string): Promise<{ status: number; error_code: number | null }> {
  const id = await seller.sendOne({ channelType: 'TELEGRAM', senderName: BOT, destination, content: 'Hi' });
  return until(`message ${id} is final`, async () => {
    const [row] = await cell().sql<{ status: number; error_code: number | null }>(
      'select status, error_code from messages where id = $1',
      [id],
    );
    return row !== undefined && row.status > 1 && row;
  });
}

covers('messaging.subscriber.bot.shared', 'messaging.subscriber.bot.stopped', 'messaging.subscriber.bot.started');
test('a person shares a number, blocks the bot and starts it again, and messages follow', async () => {
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

test('the contact of another person links no number', async () => {
  await person({ person: 600, act: 'shares', number: '79160000601', owner: 601 });
  expect([await subscriber(600), await subscriber(601)]).toEqual([undefined, undefined]);
});

test('a person who starts the bot by an invite gets the messages to its number', async () => {
  const destination = '79160000900';
  const draft = { channelType: 'TELEGRAM', senderName: BOT, destination };
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
  const secret = createHmac('sha256', TOKEN).update('volley telegram webhook').digest('hex');
  const date = Math.floor(Date.now() / 1_000);
  const contact = { phone_number: '79160000700', first_name: 'Anna', user_id: 700 };
  const shares = {
    update_id: 1,
    message: { message_id: 1, from: { id: 700 }, chat: { id: 700, type: 'private' }, date, contact },
  };

  type Change = { readonly secret?: string; readonly path?: string; readonly body?: string };
  const call = (change: Change = {}) =>
    fetch(`${cell().url}/channels/v1/${change.path ?? `telegram/telegram/${senderId}`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': change.secret ?? secret },
      body: change.body ?? JSON.stringify(shares),
    });

  test.each([
    ['without a secret', () => ({ secret: '' })],
    ['with the token as its secret', () => ({ secret: TOKEN })],
    ['with a wrong secret', () => ({ secret: secret.replace(/^./, (one) => (one === '0' ? '1' : '0')) })],
    ['to another link', () => ({ path: `other/telegram/${senderId}` })],
    ['to a sender without an account', () => ({ path: `telegram/telegram/${senderId + 1}` })],
    ['to a number that is no id', () => ({ path: 'telegram/telegram/99999999999' })],
    ['to a name', () => ({ path: `telegram/telegram/${BOT}` })],
  ])('%s is refused, and nothing is stored', async (_title, change) => {
    expect((await call(change())).status).toBe(401);
    expect(await subscriber(700)).toBeUndefined();
  });

  test('that is no JSON is refused with 400', async () => {
    expect((await call({ body: '{' })).status).toBe(400);
  });

  test('is answered with 200 for an update that changes nothing, and for a repeated one', async () => {
    const answers = [];
    for (const body of ['{}', '[]', '{"update_id":1,"poll":{}}', undefined, undefined])
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
