// VIBER, VK and MAX by number over an aggregator, in both forms of its interface: sent, reported, read, refused, and
// what follows when the number has no account there.
import { createHmac } from 'node:crypto';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { moneyOf, priceLink } from '../../given/providers/costs.ts';
import { findReadOutcome, isFinal, outcomesOf } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';

const CALM = { lostAnswerPercent: 0, failedPercent: 0, throttledPercent: 0, lockedOut: false, duplicateControl: false };
const COUNT = 200;
const BOT_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const BUTTON = {
  contentType: 'button',
  text: 'Your parcel has arrived',
  imageUrl: 'https://shop.example/parcel.png',
  caption: 'Track',
  action: 'https://shop.example/p/4711',
};

const cell = useCell({
  settings: {
    moderation: 'auto',
    publicUrl: 'https://volley.example',
    submitTimeoutMs: 5_000,
    inDoubtWaitMs: 5_000,
  },
});

let seller: Seller;
let staff: GivenStaff;

const keyLink = () => {
  const { url, account } = cell().operators.partner;
  return { protocol: 'PARTNER_REST', url, systemId: account.login, password: account.key } as const;
};
const loginLink = () => {
  const { url, account } = cell().operators.partner;
  return {
    protocol: 'PARTNER_REST',
    url: `${url}/login-form`,
    systemId: account.login,
    password: account.password,
  } as const;
};

beforeAll(async () => {
  await cell().channel('VIBER', { ...keyLink(), settings: { form: 'key' } });
  await cell().channel('VK', { ...keyLink(), settings: { form: 'key', vkTemplate: 'any', vkRoutes: 'VK,OK' } });
  await cell().channel('MAX', { ...loginLink(), settings: { form: 'login', duplicateControl: 'on' } });
  await cell().link('mts');
  seller = await givenSeller(cell(), { balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  for (const channelType of ['VIBER', 'VK', 'MAX']) await registerName(cell(), seller, { channelType });
  await priceLink(cell(), staff, 'viber', [{ price: { value: 0.5, currency: 'RUB' } }]);
});
beforeEach(() => cell().operators.partner.behave(CALM));

const send = (channelType: string, destination: string, change: object = {}) =>
  seller.sendOne(sms({ channelType, destination, ...change }));

const untilFinal = (id: string) =>
  until(`message ${id} is final`, async () => {
    const outcome = await findReadOutcome(cell(), id);
    return outcome !== undefined && isFinal(outcome) && outcome;
  });

const receivedBy = async (form: 'key' | 'login', destination: string) =>
  (await cell().operators.received(`partner-${form}`)).filter((message) => message.destination === destination);

const told = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items);

describe('a Viber message over the form key', () => {
  test('is delivered and read once, though each device reports it, has its price, and is called back', async () => {
    const before = await seller.balance();
    const callbackUrl = cell().sink.url('/viber');
    const callbackEvents = ['sent', 'delivered', 'read', 'price'];
    const id = await send('VIBER', '70001000004', { content: BUTTON, ttl: 600, callbackUrl, callbackEvents });
    await until('the callback about reading has arrived', () =>
      told('/viber').some((event) => event['callback_event'] === 'read'),
    );
    const { price, ...shown } = await seller.message(id);
    expect(shown).toMatchObject({ channelType: 'VIBER', status: 'delivered', readStatus: 'read' });
    const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
    expect(totalPrice).toBeGreaterThan(0);
    expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
    await cell().settle();
    expect(told('/viber').map((event) => event['callback_event'])).toEqual(['sent', 'price', 'delivered', 'read']);
    const { text, imageUrl: image, caption, action } = BUTTON;
    expect(await receivedBy('key', '70001000004')).toMatchObject([
      { source: 'Shop', text, content: { text, image, caption, action, validity: 600 } },
    ]);
    const cost = { value: 0.5, currency: 'RUB' };
    expect(await moneyOf(staff, id)).toMatchObject({ price: { value: totalPrice }, cost, linkName: 'viber' });
    const { reportsSent, reportsAcked } = await cell().operators.partner.counters();
    expect([reportsSent, reportsAcked]).toEqual([3, 3]);
  });

  test.each([
    ['70001000012', ERROR.notProvisioned, '9'],
    ['70001000013', ERROR.subscriberBarred, '8'],
    ['70001000010', ERROR.lifetimeOver, 'expired'],
    ['70001000009', ERROR.senderUnavailable, 'SRVC_BAD_SERVICE_ID'],
  ])('to %s fails with %i and the code %s of the provider, and costs nothing', async (number, code, providerCode) => {
    const before = await seller.balance();
    expect(await untilFinal(await send('VIBER', number))).toMatchObject({
      errorCode: code,
      providerCode,
    });
    await until('the reserve is free again', async () => (await seller.balance()) === before);
  });

  test('is delivered after a wait that the aggregator demands', async () => {
    expect(await untilFinal(await send('VIBER', '70001000014'))).toMatchObject({ status: 'DELIVERED' });
    expect(await receivedBy('key', '70001000014')).toHaveLength(1);
  });

  test('whose answer is lost is not sent again, and its report finds it', async () => {
    expect(await untilFinal(await send('VIBER', '70001000015'))).toMatchObject({
      status: 'DELIVERED',
      errorCode: null,
    });
    expect(await receivedBy('key', '70001000015')).toHaveLength(1);
  });

  test('that the aggregator cannot show fails with 151, and the aggregator is not asked', async () => {
    const content = { contentType: 'video', fileUrl: 'https://shop.example/a.mp4' };
    expect(await untilFinal(await send('VIBER', '79161230077', { content }))).toMatchObject({
      errorCode: ERROR.messengerContent,
    });
    expect(await receivedBy('key', '79161230077')).toEqual([]);
  });

  test('to a number without Viber is followed by an SMS', async () => {
    const root = await send('VIBER', '70001000012', {
      cascadeCondition: 'not_delivered',
      cascade: [{ channelType: 'SMS', senderName: 'Shop', content: 'Your parcel has arrived' }],
    });
    const second = await until('the SMS is delivered', async () => {
      const { items } = await seller.list(`cascade_message_uuid=${root}&root=false`);
      return items[0]?.status === 'delivered' && items[0];
    });
    expect(second).toMatchObject({ channelType: 'SMS', destination: '70001000012', cascadeStep: 2 });
    expect(await seller.message(root)).toMatchObject({ errorCode: 504, providerCode: '9' });
  });
});

test('a VK message over the form key is the variable of its template, and its report is found', async () => {
  const id = await send('VK', '70001000004', { content: 'Order 17 is ready', ttl: 900 });
  await until('it is read', async () => (await untilFinal(id)).readStatus === 'read');
  expect(await receivedBy('key', '70001000004')).toContainEqual(
    expect.objectContaining({
      content: expect.objectContaining({
        tmpl: 'any',
        tmpl_data: { text: 'Order 17 is ready' },
        routes: ['VK', 'OK'],
        ttl: 900,
      }),
    }),
  );
});

describe('a MAX message by number over the form login', () => {
  test('is delivered, and goes over the aggregator although bots of MAX have a link', async () => {
    await cell().channel('MAX', { protocol: 'MAX_BOT', name: 'max-bots', url: cell().operators.maxBots.url });
    const botId = await registerName(cell(), seller, { channelType: 'MAX', senderName: 'shop_bot' });
    const values = { token: BOT_TOKEN };
    expect((await staff.ask('PUT', `/senders/${botId}/account`, { values })).status).toBe(200);
    const subscribers = [{ subscriberId: '4400', destination: '79161230044' }];
    const body = { channelType: 'MAX', senderName: 'shop_bot', subscribers };
    expect((await seller.ask('POST', '/subscribers', body, 'SYSTEM')).status).toBe(200);
    const byNumber = await send('MAX', '79161230044', { content: 'By number' });
    const byBot = await send('MAX', '79161230044', { content: 'By bot', senderName: 'shop_bot' });
    expect(await untilFinal(byNumber)).toEqual({
      status: 'DELIVERED',
      errorCode: null,
      providerCode: null,
      readStatus: null,
    });
    expect(await untilFinal(byBot)).toMatchObject({ status: 'DELIVERED', providerCode: 'accepted' });
    expect((await receivedBy('login', '79161230044')).map(({ text }) => text)).toEqual(['By number']);
    expect((await cell().operators.received('max-bot')).map(({ text }) => text)).toEqual(['By bot']);
  });

  test.each([
    ['70001000012', ERROR.notProvisioned, '8'],
    ['70001000003', ERROR.wrongNumber, '8'],
    ['70001000009', ERROR.senderUnavailable, '7'],
  ])('to %s fails with %i and the code %s of the provider', async (number, code, providerCode) => {
    expect(await untilFinal(await send('MAX', number))).toMatchObject({
      errorCode: code,
      providerCode,
    });
  });

  test('whose answer is lost is sent again under its id and taken once, if duplicates are controlled', async () => {
    await cell().operators.partner.behave({ duplicateControl: true });
    const before = await cell().operators.partner.counters();
    expect(await untilFinal(await send('MAX', '70001000015'))).toMatchObject({ status: 'DELIVERED', errorCode: null });
    const after = await cell().operators.partner.counters();
    expect([after.taken - before.taken, after.repeated - before.repeated]).toEqual([1, 1]);
  });
});

test('a dispatch under faults reaches everybody once, if duplicates are controlled', async () => {
  const { partner } = cell().operators;
  const before = await partner.counters();
  await partner.behave({ duplicateControl: true, lostAnswerPercent: 5, failedPercent: 2, throttledPercent: 1 });
  const numbers = Array.from({ length: COUNT }, (_, at) => String(79_163_000_000 + at * 1_009));
  const { dispatchId } = await seller.dispatch('Hi', numbers, { channelType: 'MAX' });
  const rows = await until('every message is final', async () => {
    const found = await outcomesOf(cell(), dispatchId);
    return found.length === COUNT && found.every(isFinal) && found;
  });
  const after = await partner.counters();
  const wanted = new Set(numbers);
  const received = (await cell().operators.received('partner-login')).filter(({ destination }) =>
    wanted.has(destination),
  );
  expect(new Set(received.map(({ destination }) => destination)).size).toBe(received.length);
  expect(rows.filter(({ status }) => status === 'DELIVERED')).toHaveLength(received.length);
  // Three temporary failures in a row end a message with 502: the aggregator does not have it.
  expect(rows.filter(({ status, errorCode }) => status !== 'DELIVERED' && errorCode !== ERROR.operatorFailure)).toEqual(
    [],
  );
  expect(after.answersLost).toBeGreaterThan(before.answersLost);
});

describe('a report', () => {
  const report = (path: string, body: unknown) =>
    fetch(`${cell().url}/channels/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const tokenOf = (secret: string) => createHmac('sha256', secret).update('volley partner reports').digest('base64url');

  test('without the token of its link is refused, whatever it says, and nothing is stored', async () => {
    const { key, password } = cell().operators.partner.account;
    const body = { messageId: 'forged', status: 'delivered' };
    for (const path of [
      'viber/partner',
      'viber/partner/',
      `viber/partner/${tokenOf(password)}`,
      `nothing/partner/${tokenOf(key)}`,
    ])
      expect([path, [401, 404].includes((await report(path, body)).status)]).toEqual([path, true]);
    expect((await report(`viber/partner/${tokenOf(password)}`, 'no JSON')).status).toBe(401);
    expect(await cell().sql(`select 1 from receipts where operator_message_id = 'forged'`)).toEqual([]);
  });

  test('from an address that the link does not name is refused', async () => {
    const at = async (reportSources: string) => {
      const settings = { form: 'key', reportSources };
      await cell().channel('VIBER', { ...keyLink(), name: `from-${reportSources.length}`, settings });
      const body = { messageId: 'm1', status: 'sent' };
      const token = tokenOf(cell().operators.partner.account.key);
      return (await report(`from-${reportSources.length}/partner/${token}`, body)).status;
    };
    expect([await at('203.0.113.0/28'), await at('203.0.113.0/28,127.0.0.0/8')]).toEqual([401, 200]);
  });

  test('with the token is stored, and a repetition changes nothing', async () => {
    const token = tokenOf(cell().operators.partner.account.key);
    const body = { messageId: 'known-later', status: 'DELIVERED', to: '79161230099', options: [{ reference: '7' }] };
    for (let time = 0; time < 2; time += 1) expect((await report(`viber/partner/${token}`, body)).status).toBe(200);
    expect((await report(`viber/partner/${token}`, { status: 'delivered' })).status).toBe(200);
  });
});

test('staff create a link to an aggregator with its form, and never see its key', async () => {
  const link = { ...keyLink(), name: 'viber-2', brands: [0], channelType: 'VIBER' };
  expect((await staff.ask('PUT', '/links', link)).status).toBe(400);
  const put = await staff.ask('PUT', '/links', { ...link, settings: { form: 'key' } });
  expect([put.status, put.body]).toMatchObject([200, { protocol: 'PARTNER_REST', settings: { form: 'key' } }]);
  expect(put.text).not.toContain(link.password);
  const max = { ...link, channelType: 'MAX', settings: { form: 'key' } };
  expect((await staff.ask('PUT', '/links', max)).status).toBe(400);
});
