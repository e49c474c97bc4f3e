// A cascade over four channels, in which each messenger fails for a reason of its own: the person has stopped the bot
// of MAX, the bot of Telegram does not know the number, WhatsApp has no session and no template, and the SMS arrives.
// Only the SMS costs money.
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, type Shown } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';

const NUMBER = '79161230001';
const PERSON = 513; // 13: has stopped the bot
const PLAIN_SMS_PRICE = 3.2;
const TEXT = 'Your parcel has arrived';
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const WHATSAPP_TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000 } });

let seller: Seller;
let staff: GivenStaff;

beforeAll(async () => {
  const { maxBots, bots, whatsapp } = cell().operators;
  await cell().channel('MAX', { protocol: 'MAX_BOT', url: maxBots.url });
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_BOT', url: bots.url });
  await cell().channel('WHATSAPP', { protocol: 'WHATSAPP_CLOUD', url: whatsapp.url, password: whatsapp.appSecret });
  await cell().link('mts');
  seller = await givenSeller(cell());
  staff = await givenStaff(cell(), 'admin');
  await openAccount('MAX', 'shop_bot', { token: MAX_TOKEN });
  await openAccount('TELEGRAM', 'shop_bot', { token: TELEGRAM_TOKEN });
  await openAccount('WHATSAPP', 'Shop', { phoneNumberId: '106540352242922', token: WHATSAPP_TOKEN });
  const subscribers = [{ subscriberId: String(PERSON), destination: NUMBER }];
  const uploaded = await seller.ask('POST', '/subscribers', { ...bot('MAX'), subscribers }, 'SYSTEM');
  expect(uploaded.status).toBe(200);
});

const bot = (channelType: string) => ({ channelType, senderName: 'shop_bot' });

async function openAccount(channelType: string, senderName: string, values: Readonly<Record<string, string>>) {
  const senderId = await registerName(cell(), seller, { channelType, senderName });
  const { body } = await staff.ask('PUT', `/senders/${senderId}/account`, { values });
  expect(body).toMatchObject({ test: { state: 'accepted' } });
}

test('MAX, TELEGRAM and WHATSAPP fail, each for its own reason, and the SMS is delivered and paid', async () => {
  const before = await seller.balance();
  const steps = [
    { ...bot('TELEGRAM'), content: TEXT, cascadeCondition: 'not_delivered' },
    { channelType: 'WHATSAPP', senderName: 'Shop', content: TEXT, cascadeCondition: 'not_delivered' },
    { channelType: 'SMS', senderName: 'Shop', content: TEXT },
  ];
  const root = await seller.sendOne({
    ...bot('MAX'),
    destination: NUMBER,
    content: TEXT,
    cascadeCondition: 'not_delivered',
    cascade: steps,
    callbackUrl: cell().sink.url('/cascade'),
    callbackEvents: ['delivered'],
  });
  const items = await until('the SMS is delivered', async () => {
    const found = (await seller.list(`cascade_message_uuid=${root}`)).items.toSorted(byStep);
    return found[3]?.status === 'delivered' && found;
  });
  expect(items).toMatchObject([
    { channelType: 'MAX', cascadeStep: 1, errorCode: 150 },
    { channelType: 'TELEGRAM', cascadeStep: 2, errorCode: 149 },
    { channelType: 'WHATSAPP', cascadeStep: 3, errorCode: 7404, providerCode: 'window' },
    { channelType: 'SMS', cascadeStep: 4, status: 'delivered', price: { totalPrice: PLAIN_SMS_PRICE } },
  ]);
  expect(before - (await seller.balance())).toBeCloseTo(PLAIN_SMS_PRICE, 4);

  const { maxBots, bots, whatsapp } = cell().operators;
  expect([(await bots.counters()).sent, (await whatsapp.counters()).sent, (await maxBots.counters()).sent]).toEqual([
    0, 0, 0,
  ]);
  expect((await cell().operators.received('mts')).map(({ text }) => text)).toEqual([TEXT]);
  const subscriber = await seller.ask(
    'GET',
    `/subscribers?channel_type=MAX&subscriber_id=${PERSON}`,
    undefined,
    'SYSTEM',
  );
  expect(subscriber.body).toMatchObject({ items: [{ status: 'STOPPED' }] });
  const told = await until('the result of every step is told', () => {
    const events = cell()
      .sink.received('/cascade')
      .flatMap(({ items: one }) => one);
    return events.length >= 4 && events;
  });
  expect(told.map((event) => event['channel_type'])).toEqual(['MAX', 'TELEGRAM', 'WHATSAPP', 'SMS']);
});

const byStep = (a: Shown, b: Shown) => Number(a['cascadeStep']) - Number(b['cascadeStep']);
