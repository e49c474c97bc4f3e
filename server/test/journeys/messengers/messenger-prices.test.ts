// One message of each messenger from its request to its end: delivered, read where the provider reports it, with its
// price taken from the wallet once, and with its callbacks. WHATSAPP, bots of MAX, communities of VK and VIBER have the
// same check in their own files.
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { givenVerifier } from '../../given/people/verification.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { findReadOutcome, pricesOf } from '../../given/rows/message-ends.ts';
import { codeMessageOf } from '../../given/rows/verifications.ts';
import { until } from '../../given/until.ts';

const BOT = 'shop_bot';
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const NUMBER = '79161230501';

const cell = useCell({
  settings: { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 5_000 },
});
let seller: Seller;

beforeAll(async () => {
  const { gateway, bots, partner } = cell().operators;
  const { login, key, password } = partner.account;
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_GATEWAY', url: gateway.url, password: gateway.token });
  await cell().channel('TELEGRAM', { protocol: 'TELEGRAM_BOT', name: 'telegram-bots', url: bots.url });
  const byKey = { protocol: 'PARTNER_REST', url: partner.url, systemId: login, password: key } as const;
  await cell().channel('VK', { ...byKey, settings: { form: 'key', vkTemplate: 'any' } });
  const byLogin = { ...byKey, url: `${partner.url}/login-form`, password };
  await cell().channel('MAX', { ...byLogin, settings: { form: 'login' } });
  await gateway.behave({ readPercent: 100, readDelayMs: 100 });
  await partner.behave({ readPercent: 100, readDelayMs: 100 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  for (const channelType of ['TELEGRAM', 'VK', 'MAX']) await registerName(cell(), seller, { channelType });
  const botId = await registerName(cell(), seller, { channelType: 'TELEGRAM', senderName: BOT });
  const link = await linkNamed(cell(), 'telegram-bots');
  const staff = await givenStaff(cell(), 'admin');
  const account = { values: { token: TOKEN }, linkId: link.id };
  expect((await staff.ask('PUT', `/senders/${botId}/account`, account)).status).toBe(200);
  const subscribers = [{ subscriberId: '501', destination: NUMBER }];
  await seller.ask('POST', '/subscribers', { channelType: 'TELEGRAM', senderName: BOT, subscribers }, 'SYSTEM');
});

const read = { readStatus: 'read' };

test.each([
  { what: 'a message of a Telegram bot', channelType: 'TELEGRAM', senderName: BOT, account: 'telegram-bot' },
  { what: 'a VK message by number', channelType: 'VK', account: 'partner-key', end: read },
  { what: 'a MAX message by number', channelType: 'MAX', account: 'partner-login' },
])('$what ends delivered, with its price and its callbacks', async ({ channelType, account, end, ...change }) => {
  const { what, ...message } = { content: 'Your order is ready', ...change };
  const path = `/${account}`;
  const told = () =>
    cell()
      .sink.received(path)
      .flatMap(({ items }) => items);
  const before = await seller.balance();
  const callbackEvents = ['sent', 'delivered', 'price', 'read'];
  const settings = { channelType, destination: NUMBER, callbackUrl: cell().sink.url(path), callbackEvents };
  const id = await seller.sendOne(sms({ ...settings, ...message }));
  const last = end === undefined ? 'delivered' : 'read';
  await until(`${what}: the callback ${last} has arrived`, () => told().some((one) => one['callback_event'] === last));
  await cell().settle();
  const { price, ...shown } = await seller.message(id);
  expect(shown).toMatchObject({ channelType, status: 'delivered', ...end });
  const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
  expect(totalPrice).toBeGreaterThan(0);
  expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
  expect(told().map((one) => one['callback_event'])).toEqual(['sent', 'price', 'delivered', ...(end ? ['read'] : [])]);
  expect(told().find((one) => one['callback_event'] === 'price')).toMatchObject({ price: totalPrice });
  const received = (await cell().operators.received(account)).map(({ text }) => text);
  expect(received).toEqual([message.content]);
});

test('a code over the Telegram Gateway ends delivered, with its price and its callback', async () => {
  const verifier = await givenVerifier(cell(), seller, {
    channels: [{ channelType: 'TELEGRAM_GATEWAY', senderName: 'Shop', text: 'Code {code}' }],
  });
  const before = await seller.balance();
  const callbackUrl = cell().sink.url('/code');
  const uuid = await verifier.sent(NUMBER, { channelType: 'TELEGRAM_GATEWAY', callbackUrl });
  const told = () =>
    cell()
      .sink.received('/code')
      .flatMap(({ items }) => items);
  await until('the delivery has been called back', () => told().some((one) => one['callback_event'] === 'delivered'));
  await cell().settle();
  const { uuid: messageId } = await codeMessageOf(cell(), uuid);
  // The provider reports the reading, but TELEGRAM has no read status.
  expect(await findReadOutcome(cell(), messageId)).toMatchObject({ status: 'DELIVERED', readStatus: null });
  const [cost] = await pricesOf(cell(), [messageId]);
  const price = Number(cost?.price) / 1_000_000;
  expect(price).toBeGreaterThan(0);
  expect(await seller.balance()).toBeCloseTo(before - price, 2);
  expect(await cell().operators.received('telegram-gateway')).toMatchObject([{ text: await verifier.codeOf(uuid) }]);
});
