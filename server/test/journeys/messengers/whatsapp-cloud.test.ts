// Messages over Meta's Cloud API: texts within the session that a person's message opens, templates outside it, codes
// in templates for codes, statuses in any order, and an account that Meta closes.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { defaultCloudScenario } from '@volley/simulator/providers/whatsapp-cloud/cloud-scenario.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { moneyOf, priceLink, untilMarginsAddUp } from '../../given/providers/costs.ts';
import { messageStatusOf, statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';
import { untilFinal as untilMessageFinal } from '../../given/until-final.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const PHONE_NUMBER_ID = '106540352242922';
const NAME = 'Shop';
const ORDER = { name: 'order_ready', language: 'en_US', category: 'UTILITY', variables: 2 } as const;
const OTP = { name: 'otp_ru', language: 'ru', category: 'AUTHENTICATION', variables: 1 } as const;
const ORDER_TEXT = 'Order 17 of Anna is ready';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000, inDoubtWaitMs: 1_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;

beforeAll(async () => {
  const { whatsapp } = cell().operators;
  const { url, appSecret } = whatsapp;
  await cell().channel('WHATSAPP', {
    protocol: 'WHATSAPP_CLOUD',
    url,
    password: appSecret,
    windowSize: 20,
    verifyToken: 'verify-me',
  });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'WHATSAPP', senderName: NAME });
  await cell().sql('update companies set inbound_enabled = true');
  await priceLink(cell(), staff, 'whatsapp', [
    { category: 'authentication', price: { value: 0.02, currency: 'USD' } },
    { category: 'utility', price: { value: 0.008, currency: 'USD' } },
  ]);
  await whatsapp.template(ORDER);
  await whatsapp.template(OTP);
  await register('SERVICE', 'Order %d of %w is ready', ORDER);
});
beforeEach(() => cell().operators.whatsapp.behave(defaultCloudScenario));

async function register(templateType: string, pattern: string, { name, language }: { name: string; language: string }) {
  const content = { template: { name, language } };
  const body = { channelType: 'WHATSAPP', templateType, pattern, senderNameId: senderId, content };
  const reply = await seller.ask('POST', '/templates', { ...body, dateFrom: '2024-07-01T00:00:00Z' }, 'SYSTEM');
  expect([reply.status, reply.body]).toMatchObject([201, { content }]);
}

const putAccount = async () => {
  const values = { phoneNumberId: PHONE_NUMBER_ID, token: TOKEN };
  const reply = await staff.ask('PUT', `/senders/${senderId}/account`, { values });
  expect([reply.status, reply.text.includes(TOKEN)]).toEqual([200, false]);
  return reply.body;
};

const send = (destination: string, content: unknown, change: object = {}) =>
  seller.sendOne({ channelType: 'WHATSAPP', senderName: NAME, destination, content, ...change });

const untilFinal = (id: string) => untilMessageFinal(cell(), id);

const failed = (errorCode: number, providerCode: string) => ({ status: 'FAILED', errorCode, providerCode });

const receivedBy = async (number: string) =>
  (await cell().operators.received('whatsapp-cloud')).filter(({ destination }) => destination === number);

async function openSession(number: string): Promise<void> {
  await cell().operators.whatsapp.write(PHONE_NUMBER_ID, number, 'Hello');
  await until('the session is open', async () => {
    const rows = await cell().sql('select from inbound_windows where sender_name = $1 and destination = $2', [
      NAME,
      number,
    ]);
    return rows.length > 0;
  });
}

test('Meta learns that the webhook is ours by the verify token', async () => {
  const url = `${cell().url}/channels/v1/whatsapp/whatsapp?hub.mode=subscribe&hub.challenge=1158201444`;
  const known = await fetch(`${url}&hub.verify_token=verify-me`);
  expect([known.status, await known.text()]).toEqual([200, '1158201444']);
  expect((await fetch(`${url}&hub.verify_token=wrong`)).status).toBe(403);
});

test('messages wait until the name has an account', async () => {
  const id = await send('79160000100', ORDER_TEXT);
  await cell().settle();
  expect(await receivedBy('79160000100')).toEqual([]);
  expect(await putAccount()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
  expect(await untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
});

describe('a text that matches a registered template', () => {
  test('goes as the template of Meta, is delivered and read, has its price, and its callbacks say so', async () => {
    await cell().operators.whatsapp.behave({ readPercent: 100 });
    const before = await seller.balance();
    const callbackUrl = cell().sink.url('/whatsapp');
    const callbackEvents = ['sent', 'delivered', 'read', 'price'];
    const id = await send('79160000200', ORDER_TEXT, { callbackUrl, callbackEvents });
    expect(await untilFinal(id)).toEqual({ status: 'DELIVERED', errorCode: null, providerCode: null });
    expect(await receivedBy('79160000200')).toMatchObject([
      {
        source: PHONE_NUMBER_ID,
        content: {
          type: 'template',
          template: {
            name: ORDER.name,
            language: { code: ORDER.language },
            components: [
              {
                type: 'body',
                parameters: [
                  { type: 'text', text: '17' },
                  { type: 'text', text: 'Anna' },
                ],
              },
            ],
          },
        },
      },
    ]);
    const told = await until('four callbacks have arrived', () => {
      const events = cell()
        .sink.received('/whatsapp')
        .flatMap(({ items }) => items);
      return events.length >= 4 && events;
    });
    expect(new Set(told.map((event) => event['callback_event']))).toEqual(new Set(callbackEvents));
    const { price, ...shown } = await seller.message(id);
    expect(shown).toMatchObject({ channelType: 'WHATSAPP', status: 'delivered', content: ORDER_TEXT });
    const { totalPrice } = price as { totalPrice: number }; // checked against the contract by the client
    expect(totalPrice).toBeGreaterThan(0);
    expect(await seller.balance()).toBeCloseTo(before - totalPrice, 2);
    const cost = { value: 0.008, currency: 'USD' };
    expect(await moneyOf(staff, id)).toMatchObject({ price: { value: totalPrice }, cost, linkName: 'whatsapp' });
  });

  test('fails with the code of Meta when Meta does not know the template', async () => {
    await register('SERVICE', 'Parcel %d has arrived', { name: 'unknown_template', language: 'ru' });
    expect(await untilFinal(await send('79160000201', 'Parcel 5 has arrived'))).toEqual(
      failed(ERROR.notFound, '132001'),
    );
  });
});

describe('a text without a template', () => {
  test('is not sent outside the session, and costs nothing', async () => {
    const before = await seller.balance();
    expect(await untilFinal(await send('79160000300', 'Hi'))).toEqual(failed(ERROR.notFound, 'window'));
    expect([await receivedBy('79160000300'), await seller.balance()]).toEqual([[], before]);
  });

  test('answers a person who has written, with a picture or buttons', async () => {
    const number = '79160000301';
    await openSession(number);
    const buttons = [{ type: 'reply', text: 'Yes' }];
    const contents = [
      'Hi',
      { contentType: 'image', fileUrl: 'https://shop.example/a.png', caption: 'Look' },
      { contentType: 'text', text: 'Come?', keyboard: { buttons } },
    ];
    for (const content of contents) {
      const id = await send(number, content);
      expect(await untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
      expect(await moneyOf(staff, id)).toMatchObject({ cost: { value: 0 } });
    }
    expect(await receivedBy(number)).toMatchObject([
      { content: { type: 'text', text: { body: 'Hi' } } },
      { content: { type: 'image', image: { link: 'https://shop.example/a.png', caption: 'Look' } } },
      { content: { type: 'interactive', interactive: { type: 'button', body: { text: 'Come?' } } } },
    ]);
  });

  test('is not sent a day after the last message of the person', async () => {
    const number = '79160000302';
    await openSession(number);
    await cell().sql(
      `update inbound_windows set last_inbound_at = last_inbound_at - interval '1 day' where destination = $1`,
      [number],
    );
    expect(await untilFinal(await send(number, 'Hi'))).toMatchObject({
      errorCode: ERROR.notFound,
      providerCode: 'window',
    });
  });
});

test('a code goes as the template for codes, in its body and its button', async () => {
  await register('AUTHORIZE', 'Your code: %d{4,8}', OTP);
  const contents = [{ contentType: 'authentication', code: '4711' }, 'Your code: 4711'];
  for (const [at, content] of contents.entries()) {
    const number = `7916000040${at}`;
    const id = await send(number, content);
    expect(await untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
    expect(await moneyOf(staff, id)).toMatchObject({ cost: { value: 0.02, currency: 'USD' } });
    const parameters = [{ type: 'text', text: '4711' }];
    expect(await receivedBy(number)).toMatchObject([
      {
        content: {
          template: {
            name: OTP.name,
            language: { code: 'ru' },
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        },
      },
    ]);
  }
});

test.each([
  ['without an account', '70001000012', ERROR.numberUnknown, '131026'],
  ['who has opted out', '70001000013', ERROR.subscriberBarred, '131050'],
  ['whose message failed after it was sent', '70001000010', ERROR.subscriberBarred, '131049'],
])('a message to a person %s fails with the code of Meta', async (_title, number, errorCode, providerCode) => {
  expect(await untilFinal(await send(number, ORDER_TEXT))).toEqual(failed(errorCode, providerCode));
});

test('a message whose answer is lost is found by its status and is not sent twice', async () => {
  await cell().operators.whatsapp.behave({ noRecipientPercent: 100 });
  expect(await untilFinal(await send('70001000015', ORDER_TEXT))).toMatchObject({ status: 'DELIVERED' });
  expect(await receivedBy('70001000015')).toHaveLength(1);
});

test('the status sent is proof enough of a message whose answer is lost', async () => {
  const { whatsapp } = cell().operators;
  await whatsapp.behave({ lostAnswerPercent: 100 });
  const id = await send('70001000002', ORDER_TEXT);
  await until('the answer is lost', async () => (await receivedBy('70001000002')).length > 0);
  await whatsapp.behave(defaultCloudScenario);
  await until('the message counts as sent', async () => (await messageStatusOf(cell(), id)) === 'SENT');
  await cell().settle();
  expect(await receivedBy('70001000002')).toHaveLength(1);
});

test('a message that comes too soon after others to the person is delivered later', async () => {
  expect(await untilFinal(await send('70001000014', ORDER_TEXT))).toMatchObject({ status: 'DELIVERED' });
  expect(await receivedBy('70001000014')).toHaveLength(1);
});

test('a number that Meta has closed holds the messages of its name, with the words of Meta', async () => {
  const { whatsapp } = cell().operators;
  await whatsapp.closeNumber(PHONE_NUMBER_ID, 131_042);
  const id = await send('79160000700', ORDER_TEXT);
  await until('the account is refused', async () => {
    const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
    const { account } = body as { account: { state: string; problem: string | null } }; // checked by the client
    return account.state === 'refused' && account.problem?.startsWith('answered 403 131042 ');
  });
  await whatsapp.closeNumber(PHONE_NUMBER_ID, 0);
  await putAccount();
  expect(await untilFinal(id)).toMatchObject({ status: 'DELIVERED' });
});

test('a dispatch under faults reaches everybody, whatever the order and the repetition of statuses', async () => {
  const numbers = Array.from({ length: 200 }, (_, at) => String(79_161_000_000 + at));
  await cell().operators.whatsapp.behave({
    lostAnswerPercent: 3,
    failedPercent: 2,
    throttledPercent: 1,
    messagesPerSecond: 0,
    readPercent: 50,
    readOnlyPercent: 30,
    outOfOrderPercent: 30,
    duplicatePercent: 20,
    noRecipientPercent: 50,
    statusesPerCall: 10,
  });
  const { whatsapp } = cell().operators;
  const before = await whatsapp.counters();
  const { dispatchId } = await seller.dispatch(ORDER_TEXT, numbers, { channelType: 'WHATSAPP', senderName: NAME });
  await until('every message is final', async () => {
    const { CREATED, SENT } = await statusCountsOf(cell(), dispatchId);
    return CREATED === undefined && SENT === undefined;
  });
  expect(await statusCountsOf(cell(), dispatchId)).toEqual({ DELIVERED: 200 });
  const after = await whatsapp.counters();
  const lost = after.answersLost - before.answersLost;
  expect(lost).toBeGreaterThan(0);
  expect(after.sent - before.sent).toBeLessThanOrEqual(200 + lost);
  const costs = 'select distinct cost_micros, cost_currency from messages where dispatch_id = $1';
  expect(await cell().sql(costs, [dispatchId])).toEqual([{ cost_micros: 8_000n, cost_currency: 'USD' }]);
  await untilMarginsAddUp(cell());
});
