// Templates of a WhatsApp account in the partner console: the messenger's own list with the templates of the sender
// name that name its templates. Every reading also refreshes the states that sending follows.
import type * as contract from '@volley/contract/console/provider-templates.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

type List = ReplyOf<typeof contract.listProviderTemplates>;

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const VALUES = { phoneNumberId: '106540352242922', token: TOKEN };
const WABA_ID = '102290129340398';
const ORDER = { name: 'order_ready', language: 'en_US', category: 'UTILITY', variables: 2 } as const;
const SALE = { name: 'sale', language: 'ru', category: 'MARKETING', variables: 1 } as const;

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000 } });

let seller: Seller;
let owner: PartnerUser;
let reader: PartnerUser;
let senderId: number;
let order: number;
let sale: number;

beforeAll(async () => {
  const { whatsapp } = cell().operators;
  const { url, appSecret: password } = whatsapp;
  await cell().channel('WHATSAPP', { protocol: 'WHATSAPP_CLOUD', url, password, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const partner = { partnerId: seller.partnerId, token: seller.token, login: '', password: '' };
  owner = await givenPartnerUser(cell(), { role: 'admin', partner });
  reader = await givenPartnerUser(cell(), { role: 'reader', partner });
  senderId = await registerName(cell(), seller, { channelType: 'WHATSAPP', senderName: 'Shop' });
  await whatsapp.template(ORDER);
  await whatsapp.template({ ...SALE, status: 'REJECTED', reason: 'INVALID_FORMAT' });
  order = await register('Order %d of %w is ready', ORDER);
  sale = await register('Sale: %d', SALE);
});

async function register(pattern: string, { name, language }: { name: string; language: string }): Promise<number> {
  const content = { template: { name, language } };
  const body = { channelType: 'WHATSAPP', templateType: 'SERVICE', pattern, senderNameId: senderId, content };
  const reply = await seller.ask('POST', '/templates', { ...body, dateFrom: '2024-07-01T00:00:00Z' }, 'SYSTEM');
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return (reply.body as { id: number }).id; // checked against the contract by the client
}

const pathOf = (id: number) => `/senders/${id}/provider-templates`;

/** New values make a new version of the account, whose list is not in memory yet. */
async function putAccount(values: object = { ...VALUES, wabaId: WABA_ID }): Promise<void> {
  const reply = await owner.put(`/senders/${senderId}/account`, { values });
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
}

async function list(user: PartnerUser, query = ''): Promise<List> {
  const reply = await user.get(`${pathOf(senderId)}?${query}`);
  expect([reply.status, reply.text, reply.text.includes(TOKEN)]).toEqual([200, reply.text, false]);
  return reply.body as List; // checked against the contract by the client
}

const namesOf = ({ items }: List) => items.map(({ name }) => name);

test('a name without an account, and an account without its list, show only the templates that name one', async () => {
  expect(await list(owner)).toMatchObject({
    channelType: 'WHATSAPP',
    senderName: 'Shop',
    reading: 'no-account',
    readAt: null,
    problem: null,
    refused: 0,
    statuses: [],
    total: 2,
    items: [
      { name: 'order_ready', category: null, status: null, tied: [{ templateId: order, problem: null }] },
      { name: 'sale', status: null },
    ],
  });
  await putAccount(VALUES);
  expect(await list(owner)).toMatchObject({ reading: 'no-list', readAt: null, total: 2 });
});

test('the list of the messenger shows states, reasons and the templates of the name that are tied to it', async () => {
  await register('Ready: %d for %w', { ...ORDER, language: 'ru' });
  await putAccount();
  const shown = await list(reader);
  expect(shown).toMatchObject({
    reading: 'read',
    readAt: expect.stringMatching(/^\d{4}-/),
    problem: null,
    refused: 2,
    statuses: [
      { status: 'APPROVED', count: 2 },
      { status: 'MISSING', count: 1 },
      { status: 'REJECTED', count: 1 },
    ],
  });
  expect(shown.items).toMatchObject([
    { name: 'hello_world', language: 'en_US', category: 'UTILITY', status: 'APPROVED', reason: null, tied: [] },
    {
      name: 'order_ready',
      language: 'en_US',
      status: 'APPROVED',
      tied: [
        {
          templateId: order,
          pattern: 'Order %d of %w is ready',
          templateType: 'SERVICE',
          status: 'INTERNAL_REVIEW',
          problem: null,
        },
      ],
    },
    {
      name: 'order_ready',
      language: 'ru',
      category: null,
      status: 'MISSING',
      tied: [{ problem: 'order_ready exists in en_US, but not in ru' }],
    },
    { name: 'sale', category: 'MARKETING', status: 'REJECTED', reason: 'INVALID_FORMAT', tied: [{ templateId: sale }] },
  ]);
});

test('filters and pages select from the list, and do not change its counts', async () => {
  expect(namesOf(await list(owner, 'q=ORDER'))).toEqual(['order_ready', 'order_ready']);
  expect(namesOf(await list(owner, 'status=REJECTED'))).toEqual(['sale']);
  expect(namesOf(await list(owner, 'tied=false'))).toEqual(['hello_world']);
  expect(await list(owner, 'tied=true&perPage=2&page=2')).toMatchObject({ page: 2, total: 3, refused: 2 });
  expect(namesOf(await list(owner, 'perPage=2&page=2'))).toEqual(['order_ready', 'sale']);
  expect((await list(owner, 'q=nothing')).statuses).toHaveLength(3);
  expect((await owner.get(`${pathOf(senderId)}?perPage=0`)).status).toBe(400);
});

test('a page reads the list at most once per minute', async () => {
  const before = await list(owner);
  await cell().operators.whatsapp.template({ ...ORDER, name: 'brand_new' });
  expect(await list(owner)).toEqual(before);
});

test('a reading for a page holds back messages of a template that the messenger has paused since', async () => {
  await putAccount();
  await until('the connector has read the list', async () => {
    const { body } = await seller.ask('GET', `/templates/${order}`, undefined, 'SYSTEM');
    return (body as { provider?: { status: string } }).provider?.status === 'APPROVED'; // checked by the client
  });
  await cell().operators.whatsapp.template({ ...ORDER, status: 'PAUSED' });
  // The states stay those of the last hour: a test has no webhook of this pause.
  await cell().sql('update sender_accounts set version = default where sender_id = $1', [senderId]);
  expect(await list(owner, 'status=PAUSED')).toMatchObject({ total: 1, items: [{ tied: [{ templateId: order }] }] });
  const { body } = await seller.ask('GET', `/templates/${order}`, undefined, 'SYSTEM');
  expect(body).toMatchObject({ provider: { status: 'PAUSED', problem: 'order_ready in en_US is PAUSED' } });
});

test('a list that cannot be read says why, and shows the last known states', async () => {
  await cell().operators.whatsapp.revoke(TOKEN, true);
  await cell().sql('update sender_accounts set version = default where sender_id = $1', [senderId]);
  const shown = await list(owner);
  expect(shown).toMatchObject({ reading: 'failed', readAt: expect.any(String), refused: 3 });
  expect(shown.problem).toContain('answered 401 190');
  expect(shown.items).toMatchObject([
    { name: 'order_ready', language: 'en_US', status: 'PAUSED' },
    { name: 'order_ready', language: 'ru', status: 'MISSING' },
    { name: 'sale', status: 'REJECTED', tied: [{ problem: 'sale in ru is REJECTED: INVALID_FORMAT' }] },
  ]);
  // After a day without a reading the states refuse no message any more.
  await cell().sql(`update templates set provider_checked_at = provider_checked_at - interval '2 days'`);
  expect(await list(owner)).toMatchObject({
    refused: 0,
    items: [{ status: null }, { status: null }, { status: null }],
  });
  await cell().operators.whatsapp.revoke(TOKEN, false);
});

test('names of other partners and names of other channels are not found', async () => {
  const stranger = await givenPartnerUser(cell());
  const sms = await registerName(cell(), seller, { senderName: 'Plain' });
  const [foreign, missing, plain] = [
    await stranger.get(pathOf(senderId)),
    await stranger.get(pathOf(2_000_000_000)),
    await owner.get(pathOf(sms)),
  ];
  expect([foreign.status, missing.status, plain.status]).toEqual([404, 404, 404]);
  const told = (text: string, id: number) => text.replaceAll(String(id), 'ID').replace(/"requestId":"[^"]*"/, '');
  expect(told(foreign.text, senderId)).toEqual(told(missing.text, 2_000_000_000));
});
