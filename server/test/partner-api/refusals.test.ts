// Refusals name every mistake at once, each with its field, its reason and its code.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { valueAt } from '../given/json-path.ts';
import { loggedWarnings } from '../given/rows/requests.ts';
import { changeSender } from '../given/rows/senders.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await givenApi({ callbackAllow: [] });
  token = (await api.givenPartner()).token;
});
afterAll(() => api.close());
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  senderId = await givenSender();
});

const post = (path: string, body: unknown) => api.call('POST', path, { token, body });
const legal = { name: 'A', counteragentType: 'LEGAL', counteragentInn: '7700000001' };

const sender = (change: object = {}) => ({
  companyId,
  senderName: 'Shop',
  channelType: 'SMS',
  commonType: 'COMMON',
  brand: 'MTS',
  dateFrom: '2024-07-01T00:00:00Z',
  ...change,
});
const givenSender = async (change: object = {}) => numberAt((await post('/senders', sender(change))).body, 'id');

const dispatch = (change: object = {}) => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi',
  messages: [{ destination: '79161230001' }],
  ...change,
});

const told = async (path: string, body: unknown) => {
  const reply = await post(path, body);
  expect([reply.status, valueAt(reply.body, 'error.code')]).toEqual([400, 4000]);
  return valueAt(reply.body, 'error.details');
};

describe('a refusal', () => {
  test('names the mistakes of form and of rules', async () => {
    const company = { ...legal, name: ' ', counteragentInn: '770000000012', counteragentAddress: 5 };
    expect(await told('/company', { company, budget: 1.005 })).toEqual([
      { field: 'company.name', reason: 'must not be blank', code: 'wrong-form' },
      { field: 'company.counteragentAddress', reason: 'must be a string', code: 'wrong-type' },
      { field: 'company.counteragentInn', reason: 'must be 10 digits for LEGAL', code: 'wrong-form' },
      { field: 'budget', reason: 'must have at most two decimals', code: 'wrong-form' },
    ]);
    expect(await told('/senders', sender({ senderName: 'Магазин', brand: 'YOTA' }))).toMatchObject([
      { field: 'brand' },
      { field: 'senderName', code: 'wrong-form' },
    ]);
    const schedule = { startAt: '2099-01-01T00:00:00Z', hours: [24], days: [1] };
    expect(await told('/dispatches', dispatch({ schedule, callbackUrl: 'http://10.0.0.1/x' }))).toMatchObject([
      { field: 'schedule.hours[0]' },
      { field: 'schedule.startAt', code: 'wrong-time' },
      { field: 'callbackUrl', code: 'callback-address' },
    ]);
  });

  test('names an empty name once', async () => {
    expect(await told('/company', { company: { ...legal, name: '' } })).toEqual([
      { field: 'company.name', reason: 'must not be empty', code: 'too-short' },
    ]);
  });

  test('counts the mistakes that do not fit', async () => {
    const reply = await post('/dispatches', dispatch({ messages: Array.from({ length: 30 }, () => ({})) }));
    expect(valueAt(reply.body, 'error.details')).toHaveLength(20);
    expect(valueAt(reply.body, 'error.detailsTotal')).toBe(30);
  });

  test('names the length of a tax number, and the format of a reason code', async () => {
    const company = { ...legal, counteragentInn: '77', counteragentKpp: '1' };
    expect(await told('/company', { company })).toMatchObject([
      { field: 'company.counteragentInn', reason: 'must be 10 digits for LEGAL, 12 digits for INDIVIDUAL' },
      { field: 'company.counteragentKpp', reason: expect.stringContaining('9 characters for LEGAL') },
    ]);
  });
});

describe('senders of a dispatch', () => {
  test('are named by their position with the reason of each refusal', async () => {
    const viber = await givenSender({ channelType: 'VIBER' });
    const suspended = await givenSender({ senderName: 'Susp' });
    await api.call('POST', `/senders/${suspended}/suspend`, { token });
    const closed = await givenSender({ senderName: 'Closed' });
    const rejected = await givenSender({ senderName: 'Rejected' });
    await changeSender(api, closed, { status: 'CLOSED' });
    await changeSender(api, rejected, { status: 'REJECTED' });
    const senderIds = [senderId, 2_000_000_000, viber, suspended, closed, rejected];
    const reply = await post('/dispatches', dispatch({ senderIds }));
    expect(valueAt(reply.body, 'error.msg')).toBe('Sender 2000000000 is unknown: senderIds[1]');
    expect(valueAt(reply.body, 'error.details')).toMatchObject([
      { field: 'senderIds[1]', code: 'sender-unknown' },
      { field: 'senderIds[2]', reason: 'is a name of VIBER, not of SMS', code: 'sender-other-channel' },
      { field: 'senderIds[3]', code: 'sender-suspended' },
      { field: 'senderIds[4]', code: 'sender-closed' },
      { field: 'senderIds[5]', code: 'sender-rejected' },
    ]);
  });

  test('in review are named as such where names are moderated', async () => {
    const strict = await givenApi({ moderation: 'manual' });
    try {
      const by = (await strict.givenPartner()).token;
      const id = await givenCompany(strict, by);
      const made = await strict.call('POST', '/senders', { token: by, body: { ...sender(), companyId: id } });
      const body = dispatch({ companyId: id, senderIds: [numberAt(made.body, 'id')] });
      const reply = await strict.call('POST', '/dispatches', { token: by, body });
      expect(valueAt(reply.body, 'error.msg')).toContain('senderIds[0] is not approved yet: its status is DRAFT');
      expect(valueAt(reply.body, 'error.details')).toMatchObject([{ field: 'senderIds[0]', code: 'sender-in-review' }]);
    } finally {
      await strict.close();
    }
  });
});

describe('sender names', () => {
  test('that are registered twice are refused with the id of the first', async () => {
    const reply = await post('/senders', sender({ senderName: ' Shop ' }));
    expect(valueAt(reply.body, 'error.details')).toEqual([
      { field: 'senderName', reason: `is that of sender ${senderId} for MTS on SMS`, code: 'sender-duplicate' },
    ]);
  });

  test('that are registered twice cannot pass for the first by an unrequested id', async () => {
    for (const id of [senderId, { a: 1 }])
      expect(await told('/senders', sender({ senderName: 'Shop', id }))).toMatchObject([{ code: 'sender-duplicate' }]);
  });

  test('are refused with unknown documents and countries named together', async () => {
    const [first, second] = ['0c1d2e3f-0000-4000-8000-000000000001', '0c1d2e3f-0000-4000-8000-000000000002'];
    const draft = sender({ senderName: 'Twelve chars', countryId: 999_999, documentIds: [first, second] });
    expect(await told('/senders', draft)).toMatchObject([
      { field: 'senderName', code: 'too-long' },
      { field: 'countryId', code: 'unknown-id' },
      { field: 'documentIds[0]', code: 'document-unknown' },
      { field: 'documentIds[1]', code: 'document-unknown' },
    ]);
  });

  test('are stored without surrounding blanks', async () => {
    const reply = await post('/senders', sender({ senderName: '  My shop ' }));
    expect(reply.body).toMatchObject({ senderName: 'My shop' });
    expect((await post('/senders', sender({ senderName: '   ' }))).status).toBe(400);
  });
});

test('an insufficient budget is refused with its figures', async () => {
  await api.call('PUT', `/company/${companyId}`, { token, body: { budget: 10 } });
  const created = async (count: number) => {
    const messages = Array.from({ length: count }, (_, at) => ({ destination: String(79_161_230_000 + at) }));
    return numberAt((await post('/dispatches', dispatch({ messages }))).body, 'id');
  };
  const start = (id: number) => api.call('POST', `/dispatches/${id}/start`, { token });
  expect((await start(await created(2))).status).toBe(200);
  const reply = await start(await created(2));
  expect(valueAt(reply.body, 'error.msg')).toBe('Monthly budget of the company is exceeded');
  expect(valueAt(reply.body, 'error.details')).toEqual([
    {
      field: 'budget',
      reason: expect.stringMatching(
        /^of \d{4}-\d\d has 3\.6 left, 6\.4 is needed: budget 10, spent 0, reserved 6\.4$/,
      ) as string,
      code: 'over-budget',
    },
  ]);
});

test('an invalid text among many is named by its position', async () => {
  const good = Array.from({ length: 100 }, () => ({ destination: '79161230001' }));
  for (const bad of ['\\ud83d', '\\u0000']) {
    const whole = JSON.stringify(dispatch({ messages: [...good, { destination: '79161230002', customText: 'BAD' }] }));
    const reply = await post('/dispatches', whole.replace('BAD', `x${bad}`));
    expect(valueAt(reply.body, 'error.details')).toMatchObject([
      { field: 'messages[100].customText', code: 'bad-text' },
    ]);
  }
});

test('a blank text is refused, of a dispatch and of a recipient', async () => {
  expect(await told('/dispatches', dispatch({ text: '   ' }))).toMatchObject([{ field: 'text', code: 'wrong-form' }]);
  const messages = [{ destination: '79161230001', customText: ' \n ' }, { destination: '79161230002' }];
  const reply = await post('/dispatches', dispatch({ messages, text: '{name}' }));
  expect(reply.body).toMatchObject({
    rejected: [
      { index: 0, errorCode: ERROR.textUnusable },
      { index: 1, errorCode: ERROR.textUnusable },
    ],
  });
});

test('a parameter that is not a list may be given once', async () => {
  const query = `companyId=${companyId}&status=CREATED&status=STARTED&page=x`;
  const reply = await api.call('GET', `/dispatches?${query}`, { token });
  expect(valueAt(reply.body, 'error.details')).toEqual([
    { field: 'status', reason: 'must be given once', code: 'given-twice' },
    { field: 'page', reason: 'must be an integer', code: 'wrong-type' },
  ]);
});

describe('null', () => {
  test('means absent for optional members of something new', async () => {
    const company = { ...legal, counteragentAddress: null, counteragentKpp: null };
    expect((await post('/company', { company, budget: null })).status).toBe(201);
    const optional = { countryId: null, description: null, documentIds: null };
    expect((await post('/senders', sender({ senderName: 'Nulls', ...optional }))).status).toBe(201);
    const recipient = { destination: '79161230001', substitutions: null, customText: null };
    const nothing = { schedule: null, callbackUrl: null, callbackEvents: null };
    expect(await post('/dispatches', dispatch({ messages: [recipient], ...nothing }))).toMatchObject({
      status: 200,
      body: { success: 1 },
    });
    expect((await post(`/senders/${senderId}/suspend`, { reason: null })).status).toBe(200);
  });

  test('is refused for required members, and in changes but for budget and dateTo', async () => {
    expect(await told('/dispatches', dispatch({ name: null }))).toMatchObject([{ field: 'name', code: 'wrong-type' }]);
    const put = async (path: string, body: object) => (await api.call('PUT', path, { token, body })).status;
    expect(await put(`/company/${companyId}`, { budget: null })).toBe(200);
    expect(await put(`/senders/${senderId}`, { dateTo: null })).toBe(200);
    for (const change of [{ name: null }, { status: null }, { actualAddress: null }])
      expect(await put(`/company/${companyId}`, change)).toBe(400);
    for (const change of [{ senderName: null }, { dateFrom: null }, { documentIds: null }])
      expect(await put(`/senders/${senderId}`, change)).toBe(400);
  });
});

describe('unknown members', () => {
  test('are named in X-Warnings and in the log of requests', async () => {
    const reply = await post('/company?dry=1', { company: { ...legal, nmae: 'x' }, бюджет: 5 });
    expect(reply.status).toBe(201);
    const warning = 'unknown members ignored: dry, company.nmae, %D0%B1%D1%8E%D0%B4%D0%B6%D0%B5%D1%82';
    expect(reply.headers.get('x-warnings')).toBe(warning);
    await expect.poll(() => loggedWarnings(api, reply.headers.get('x-request-id'))).toBe(warning);
  });

  test('are named with a refusal too, and the header is absent without them', async () => {
    const refused = await post('/dispatches', { ...dispatch(), name: undefined, nmae: 'x' });
    expect([refused.status, refused.headers.get('x-warnings')]).toEqual([400, 'unknown members ignored: nmae']);
    expect((await post('/dispatches', dispatch())).headers.get('x-warnings')).toBeNull();
  });
});

describe('the address of a callback', () => {
  const fault = async (callbackUrl: string) => {
    const reply = await post('/dispatches', dispatch({ callbackUrl }));
    return reply.status === 200 ? undefined : valueAt(reply.body, 'error.details.0.code');
  };

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    '169.254.169.254',
    'localhost',
    'LOCALHOST.',
    'api.localhost',
  ])('is refused at %s', async (host) => {
    expect(await fault(`http://${host}/x`)).toBe('callback-address');
    expect(await fault(`https://user:pw@${host}:8443/x`)).toBe('callback-address');
  });

  test('is accepted for a host name or a public address, and refused for its port', async () => {
    expect(await fault('http://callbacks.example/x')).toBeUndefined();
    expect(await fault('http://93.184.216.34/x')).toBeUndefined();
    expect(await fault('http://callbacks.example:25/x')).toBe('callback-address');
  });
});
