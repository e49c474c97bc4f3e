// Webhooks of providers: the effect of statuses and inbound messages, and malformed calls.
// connectors/hook-contract.test.ts proves which signatures are refused.
import { createHmac } from 'node:crypto';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { channelSecret as SECRET } from '@volley/simulator/simulator.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenAccount } from '../../given/people/account.ts';
import { registerName } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { receiptsOfLink } from '../../given/rows/receipts.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' }, workers: ['connector', 'notifier'] });

const VERIFY_TOKEN = 'shown when the webhook is set up';
const OWN_NUMBER = '79990001122';
let viberId = 0;
let whatsappId = 0;

beforeAll(async () => {
  viberId = await cell().channel('VIBER');
  whatsappId = await cell().channel('WHATSAPP', {
    verifyToken: VERIFY_TOKEN,
    senderNames: { [OWN_NUMBER]: 'Shop' },
  });
});

const hmac = (secret: string, text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

function report(body: unknown, link = 'viber') {
  const atSeconds = nowSeconds();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${cell().url}/channels/v1/${link}/statuses`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-channel-timestamp': String(atSeconds),
      'x-channel-signature': hmac(SECRET, `${atSeconds}.${text}`),
    },
    body: text,
  });
}

const stored = (link: number) => receiptsOfLink(cell(), link);

describe('statuses', () => {
  test('are stored before they are acknowledged, once each, and "sent" changes nothing', async () => {
    const statuses = [
      { id: 'a', status: 'sent' },
      { id: 'a', status: 'delivered', to: '79161230001', reference: 77 },
      { id: 'a', status: 'read' },
      { id: 'b', status: 'undelivered', code: 508 },
      { id: 'c', status: 'rejected', code: 4_711 },
    ];
    const response = await report({ statuses });
    expect([response.status, await response.json()]).toEqual([200, { stored: 4 }]);
    await report({ statuses });
    expect(await stored(viberId)).toEqual([
      { operatorMessageId: 'a', state: 'delivered', errorCode: null, providerCode: null, reference: 77 },
      { operatorMessageId: 'a', state: 'read', errorCode: null, providerCode: null, reference: null },
      {
        operatorMessageId: 'b',
        state: 'undelivered',
        errorCode: ERROR.subscriberAbsent,
        providerCode: '508',
        reference: null,
      },
      {
        operatorMessageId: 'c',
        state: 'unsent',
        errorCode: ERROR.operatorFailure,
        providerCode: '4711',
        reference: null,
      },
    ]);
  });

  test('are signed over the bytes as received', async () => {
    const at = String(nowSeconds());
    const response = await fetch(`${cell().url}/channels/v1/viber/statuses`, {
      method: 'POST',
      headers: { 'x-channel-timestamp': at, 'x-channel-signature': hmac(SECRET, `${at}.{"statuses":[]}`) },
      body: '{"statuses": []}',
    });
    expect(response.status).toBe(401);
  });

  test('may name a message by the numeric id of the answer', async () => {
    expect((await report({ statuses: [{ id: 17_000_001, status: 'delivered' }] })).status).toBe(200);
    expect((await stored(viberId)).map((row) => row.operatorMessageId)).toContain('17000001');
  });

  test('are stored although one of them is malformed, which is reported', async () => {
    const statuses = [
      { id: 'before', status: 'delivered' },
      { id: 'between', status: 'seen' },
      { id: 'after', status: 'read' },
    ];
    const response = await report({ statuses });
    const details = [{ field: 'statuses[1].status', reason: expect.stringContaining('must be one of') as string }];
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 4000, details } }]);
    const ids = (await stored(viberId)).map((row) => row.operatorMessageId);
    expect(ids).toEqual(expect.arrayContaining(['before', 'after']));
    expect(ids).not.toContain('between');
  });

  covers('messaging.callback.read.other-channels');
  test('of a channel without a read status count at most as delivered', async () => {
    const telegramId = await cell().channel('TELEGRAM');
    const response = await report({ statuses: [{ id: 'seen', status: 'read' }] }, 'telegram');
    expect(response.status).toBe(200);
    expect(await stored(telegramId)).toEqual([
      { operatorMessageId: 'seen', state: 'delivered', errorCode: null, providerCode: null, reference: null },
    ]);
  });

  test.each([
    ['nothing', {}],
    ['an empty list', { statuses: [] }],
    ['too many', { statuses: Array.from({ length: 1_001 }, () => ({ id: 'x', status: 'read' })) }],
    ['an unknown status', { statuses: [{ id: 'x', status: 'seen' }] }],
    ['no id', { statuses: [{ status: 'read' }] }],
    ['an id too long', { statuses: [{ id: 'x'.repeat(201), status: 'read' }] }],
    ['no JSON', 'nonsense'],
    ['a number that JSON does not carry exactly', '{"statuses":[{"id":90071992547409931,"status":"read"}]}'],
  ])('with %s are refused', async (_what, body) => {
    const before = await stored(viberId);
    expect((await report(body)).status).toBe(400);
    expect(await stored(viberId)).toEqual(before);
  });
});

const webhook = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: OWN_NUMBER, phone_number_id: '100' },
            ...value,
          },
        },
      ],
    },
  ],
});

function hook(body: unknown) {
  const text = JSON.stringify(body);
  return fetch(`${cell().url}/channels/v1/whatsapp/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': hmac(SECRET, text) },
    body: text,
  });
}

const setUp = (change: Record<string, string> = {}) => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY_TOKEN, 'hub.challenge': '1158201444', ...change };
  return fetch(`${cell().url}/channels/v1/whatsapp/whatsapp?${new URLSearchParams(query).toString()}`);
};

describe('the webhook of WhatsApp', () => {
  test('returns the challenge to a caller that knows the token', async () => {
    const response = await setUp();
    expect([response.status, await response.text()]).toEqual([200, '1158201444']);
    expect((await setUp({ 'hub.verify_token': 'guessed' })).status).toBe(403);
    expect((await setUp({ 'hub.mode': 'unsubscribe' })).status).toBe(403);
    expect((await setUp({ 'hub.challenge': '<script>' })).status).toBe(400);
  });

  test("accepts statuses in Meta's format, also with deeply nested details", async () => {
    const errors = [{ code: 131_026, title: 'x', error_data: { details: 'y' } }];
    const statuses = [
      {
        id: 'wamid.1',
        status: 'delivered',
        timestamp: '1',
        recipient_id: '79161230001',
        biz_opaque_callback_data: '12',
      },
      { id: 'wamid.1', status: 'read', timestamp: '2' },
      { id: 'wamid.2', status: 'failed', timestamp: '2', errors },
      { id: 'wamid.3', status: 'sent', timestamp: '2' },
    ];
    expect((await hook(webhook({ statuses }))).status).toBe(200);
    expect(await stored(whatsappId)).toEqual([
      { operatorMessageId: 'wamid.1', state: 'delivered', errorCode: null, providerCode: null, reference: 12 },
      { operatorMessageId: 'wamid.1', state: 'read', errorCode: null, providerCode: null, reference: null },
      {
        operatorMessageId: 'wamid.2',
        state: 'undelivered',
        errorCode: ERROR.numberUnknown,
        providerCode: '131026',
        reference: null,
      },
    ]);
  });

  test('acknowledges unknown content and stores nothing of it', async () => {
    const before = await stored(whatsappId);
    expect((await hook({ object: 'page' })).status).toBe(200);
    expect((await hook(webhook({ messages: [{ id: 'x', type: 'text', user_id: 'hidden' }] }))).status).toBe(200);
    expect((await hook(webhook({ statuses: [{ status: 'read' }, 7, null] }))).status).toBe(200);
    expect(await stored(whatsappId)).toEqual(before);
  });

  test('stores inbound messages once, under the sender name that the link maps to the number', async () => {
    const { companyId } = await givenReceiver();
    const { channels } = cell().operators;
    await channels.write('79161230001', OWN_NUMBER, 'Where is my order?');
    await until('the webhook is acknowledged', async () => (await channels.counters('whatsapp')).inboundAcked === 1);
    const button = {
      id: 'wamid.7',
      from: '79161230002',
      timestamp: '1782900000',
      type: 'button',
      button: { text: 'Yes' },
    };
    await hook(webhook({ messages: [button] }));
    await hook(webhook({ messages: [button] }));
    const rows = await cell().sql(
      'select sender_name, destination::text as destination, text, link_id from inbound_messages where company_id = $1 order by id',
      [companyId],
    );
    expect(rows).toEqual([
      { sender_name: 'Shop', destination: '79161230001', text: 'Where is my order?', link_id: whatsappId },
      { sender_name: 'Shop', destination: '79161230002', text: 'Yes', link_id: whatsappId },
    ]);
  });

  test("stores texts of up to 4,096 characters in full, and their time by the provider's clock", async () => {
    const body = '😀'.repeat(4_096);
    const message = (id: string, ageSeconds: number, more = '') => ({
      id,
      from: '79161230003',
      timestamp: String(nowSeconds() - ageSeconds),
      type: 'text',
      text: { body: `${body}${more}` },
    });
    await cell().advance(2 * 86_400);
    await hook(webhook({ messages: [message('wamid.whole', 60), message('wamid.ahead', -60, 'cut')] }));
    const rows = await cell().sql<{ text: string; age: number }>(
      `select text, extract(epoch from created_at - sent_at)::float8 as age
         from inbound_messages where destination = 79161230003 order by provider_message_id desc`,
    );
    expect(rows.map(({ text }) => text === body)).toEqual([true, true]);
    expect(rows[0]?.age).toBeGreaterThan(55);
    expect(rows[0]?.age).toBeLessThan(90);
    expect(rows[1]?.age).toBeLessThan(5);
  });
});

async function givenReceiver() {
  const account = await givenAccount(cell());
  await registerName(cell(), account, { channelType: 'WHATSAPP' });
  await cell().sql('update companies set inbound_enabled = true where id = $1', [account.companyId]);
  return account;
}

describe('staff', () => {
  test('create a link of a provider, see its address and never its secret', async () => {
    const sre = await givenStaff(cell(), 'sre');
    const link = {
      name: 'vk-provider',
      protocol: 'VOLLEY_HTTP',
      channelType: 'VK',
      brands: [0, 1, 2, 3, 4],
      url: cell().operators.channels.url,
      systemId: cell().operators.channels.account,
      password: SECRET,
    };
    const put = await sre.ask('PUT', '/links', link);
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ name: 'vk-provider', protocol: 'VOLLEY_HTTP', channelType: 'VK', url: link.url });
    expect(put.text).not.toContain(SECRET);
    const { channelType: _channel, ...withoutChannel } = link;
    const { url: _url, ...withoutUrl } = link;
    for (const wrong of [withoutChannel, withoutUrl, { ...link, password: 'short' }, { ...link, url: 'ftp://x' }])
      expect((await sre.ask('PUT', '/links', wrong)).status).toBe(400);
  });
});
