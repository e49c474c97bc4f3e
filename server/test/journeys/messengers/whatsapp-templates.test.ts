// Templates at Meta, read with the account of a sender name: their states stand beside the review of our templates,
// hold back messages that Meta would refuse, and follow Meta's webhooks.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { until } from '../../given/until.ts';
import { untilFinal } from '../../given/until-final.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const VALUES = { phoneNumberId: '106540352242922', token: TOKEN };
/** The business account of the simulator's webhooks. */
const WABA_ID = '102290129340398';
const NAME = 'Shop';
const ORDER = { name: 'order_ready', language: 'en_US', category: 'UTILITY', variables: 2 } as const;
const OTP = { name: 'otp_ru', language: 'ru', category: 'AUTHENTICATION', variables: 1 } as const;

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 5_000 } });

let seller: Seller;
let staff: GivenStaff;
let senderId: number;
let order: number;

beforeAll(async () => {
  const { whatsapp } = cell().operators;
  const { url, appSecret: password } = whatsapp;
  await cell().channel('WHATSAPP', { protocol: 'WHATSAPP_CLOUD', url, password, windowSize: 20 });
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  senderId = await registerName(cell(), seller, { channelType: 'WHATSAPP', senderName: NAME });
  await whatsapp.template(ORDER);
  await whatsapp.template(OTP);
  order = await register('SERVICE', 'Order %d of %w is ready', ORDER);
  await putAccount({ ...VALUES, wabaId: WABA_ID });
});

async function register(templateType: string, pattern: string, { name, language }: { name: string; language: string }) {
  const content = { template: { name, language } };
  const body = { channelType: 'WHATSAPP', templateType, pattern, senderNameId: senderId, content };
  const reply = await seller.ask('POST', '/templates', { ...body, dateFrom: '2024-07-01T00:00:00Z' }, 'SYSTEM');
  expect([reply.status, reply.body]).toMatchObject([201, { content }]);
  // Between the creation of a template and the next round of the loop nothing wakes it.
  cell().platform.bus.wake('templates');
  return (reply.body as { id: number }).id; // checked against the contract by the client
}

async function putAccount(values: object) {
  const reply = await staff.ask('PUT', `/senders/${senderId}/account`, { values });
  expect([reply.status, reply.text.includes(TOKEN)]).toEqual([200, false]);
}

type Shown = {
  readonly status: string;
  readonly provider?: { readonly status: string; readonly problem: string | null };
};

const templateIn = (id: number, status: string) =>
  until(`template ${id} is ${status} at Meta`, async () => {
    const { body } = await seller.ask('GET', `/templates/${id}`, undefined, 'SYSTEM');
    const shown = body as Shown; // checked against the contract by the client
    return shown.provider?.status === status && shown;
  });

async function accountShown(): Promise<{ readonly account: object; readonly templates: readonly object[] }> {
  const { body } = await staff.ask('GET', `/senders/${senderId}/account`);
  return body as { account: object; templates: object[] }; // checked against the contract by the client
}

async function outcomeOf(destination: string, content: unknown) {
  const id = await seller.sendOne({ channelType: 'WHATSAPP', senderName: NAME, destination, content });
  return untilFinal(cell(), id);
}

const receivedBy = async (number: string) =>
  (await cell().operators.received('whatsapp-cloud')).filter(({ destination }) => destination === number);

covers('messaging.template.object.provider', 'messaging.template.provider.refused');
test('a template that Meta pauses holds its messages back, and sends again when Meta has approved it', async () => {
  const { whatsapp } = cell().operators;
  expect(await templateIn(order, 'APPROVED')).toMatchObject({ status: 'INTERNAL_REVIEW', provider: { problem: null } });
  expect(await outcomeOf('79160000100', 'Order 17 of Anna is ready')).toMatchObject({ status: 'DELIVERED' });

  await whatsapp.template({ ...ORDER, status: 'PAUSED', reported: true });
  const problem = 'order_ready in en_US is PAUSED';
  expect(await templateIn(order, 'PAUSED')).toMatchObject({ status: 'INTERNAL_REVIEW', provider: { problem } });
  expect(await accountShown()).toMatchObject({
    templates: [{ templateId: order, pattern: 'Order %d of %w is ready', status: 'PAUSED', problem }],
  });
  expect(await outcomeOf('79160000200', 'Order 17 of Anna is ready')).toEqual({
    status: 'FAILED',
    errorCode: ERROR.notFound,
    providerCode: 'template PAUSED',
  });
  expect(await receivedBy('79160000200')).toEqual([]);

  await whatsapp.template({ ...ORDER, reported: true });
  expect(await templateIn(order, 'APPROVED')).toMatchObject({ provider: { problem: null } });
  expect(await outcomeOf('79160000200', 'Order 17 of Anna is ready')).toMatchObject({
    status: 'DELIVERED',
    errorCode: null,
  });
});

test('a rejected template shows the reason of Meta', async () => {
  const promo = { name: 'promo', language: 'ru', category: 'MARKETING', variables: 1 } as const;
  await cell().operators.whatsapp.template({ ...promo, status: 'REJECTED', reason: 'INVALID_FORMAT' });
  const id = await register('SERVICE', 'Sale: %d', promo);
  expect(await templateIn(id, 'REJECTED')).toMatchObject({
    provider: { problem: 'promo in ru is REJECTED: INVALID_FORMAT' },
  });
  expect(await outcomeOf('79160000300', 'Sale: 10')).toMatchObject({ providerCode: 'template REJECTED' });
});

test('a template in a language that Meta does not have is missing', async () => {
  const id = await register('SERVICE', 'Ready: %d for %w', { name: 'order_ready', language: 'ru' });
  expect(await templateIn(id, 'MISSING')).toMatchObject({
    provider: { problem: 'order_ready exists in en_US, but not in ru' },
  });
  expect(await outcomeOf('79160000400', 'Ready: 5 for Anna')).toMatchObject({
    errorCode: ERROR.notFound,
    providerCode: 'template MISSING',
  });
});

test('another number of variables is stated, and Meta decides about the message', async () => {
  const id = await register('SERVICE', 'Order %d', ORDER);
  expect(await templateIn(id, 'APPROVED')).toMatchObject({
    provider: { problem: 'its body has 2 variables, the pattern has 1 variable' },
  });
  expect(await outcomeOf('79160000500', 'Order 5')).toMatchObject({
    errorCode: ERROR.textUnusable,
    providerCode: '132000',
  });
});

test('a code goes under the oldest template for codes that Meta takes', async () => {
  const paused = { ...OTP, name: 'otp_paused' };
  await cell().operators.whatsapp.template({ ...paused, status: 'PAUSED' });
  expect(await templateIn(await register('AUTHORIZE', 'Code: %d', paused), 'PAUSED')).toBeTruthy();
  expect(await templateIn(await register('AUTHORIZE', 'Your code: %d', OTP), 'APPROVED')).toMatchObject({
    provider: { problem: null },
  });
  const content = { contentType: 'authentication', code: '4711' };
  expect(await outcomeOf('79160000600', content)).toMatchObject({ status: 'DELIVERED' });
  expect(await receivedBy('79160000600')).toMatchObject([{ content: { template: { name: OTP.name } } }]);
});

test('a list of several pages is read to its end', async () => {
  const { whatsapp } = cell().operators;
  const names = Array.from({ length: 230 }, (_, at) => `filler_${at}`);
  await Promise.all(names.map((name) => whatsapp.template({ ...ORDER, name })));
  const last = { ...ORDER, name: 'the_last_one' };
  await whatsapp.template(last);
  const id = await register('SERVICE', 'Last %d of %w', last);
  expect(await templateIn(id, 'APPROVED')).toMatchObject({ provider: { problem: null } });
});

test('a list that cannot be read says why, and changes no state', async () => {
  const { whatsapp } = cell().operators;
  await whatsapp.revoke(TOKEN, true);
  await cell().sql('update sender_accounts set templates_checked_at = null');
  cell().platform.bus.wake('templates');
  const words = await until('the problem is stored', async () => {
    const { account } = await accountShown();
    return (account as { templatesProblem: string | null }).templatesProblem ?? false;
  });
  expect(words).toContain('answered 401 190');
  expect(await templateIn(order, 'APPROVED')).toMatchObject({ provider: { problem: null } });
  await whatsapp.revoke(TOKEN, false);
});

test('without the business account nothing is read, and earlier states are gone', async () => {
  await putAccount(VALUES);
  const { body } = await seller.ask('GET', `/templates/${order}`, undefined, 'SYSTEM');
  expect(body).not.toHaveProperty('provider');
  expect(await accountShown()).toMatchObject({ account: { templatesProblem: null }, templates: [] });
});
