import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { changePassword } from '../../../src/features/access/change-password.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { textAt } from '../../given/http-client.ts';
import { changed, fieldOf } from '../../given/json-path.ts';

let api: Api;
let partner: Awaited<ReturnType<Api['givenPartner']>>;
let token: string;
beforeAll(async () => {
  api = await sharedApi();
  partner = await api.givenPartner();
  token = partner.token;
});
afterAll(() => api.close());

const company = { name: 'Shop', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
const credentials = () => ({ login: partner.login, password: partner.password });
const refused = (field: string) => ({
  error: { code: 4000, msg: expect.stringContaining(field), details: expect.any(Array) },
});

describe('POST /auth/token', () => {
  covers('token.post.200', 'auth.token-from-credentials', 'auth.token-needs-no-header');
  test('answers a token to login and password, without a header', async () => {
    const reply = await api.call('POST', '/auth/token', { body: credentials() });
    expect([reply.status, reply.body]).toMatchObject([200, { token: expect.stringMatching(/./) }]);
  });

  covers(
    'token.post.login.required',
    'token.post.login.string',
    'token.post.password.required',
    'token.post.password.string',
  );
  test.each([
    ['login is required', 'login', undefined],
    ['login is a string', 'login', 5],
    ['password is required', 'password', undefined],
    ['password is a string', 'password', 5],
  ])('%s', async (_statement, path, value) => {
    const reply = await api.call('POST', '/auth/token', { body: changed(credentials(), path, value) });
    expect([reply.status, reply.body]).toMatchObject([400, refused(fieldOf(path))]);
  });
});

describe('authentication', () => {
  covers('auth.only-token-is-open', 'headers.bearer', 'auth.bearer');
  test.each(
    partnerApi
      .filter(({ id }) => id !== 'issueToken')
      .map((shape) => [`${shape.method} ${shape.path}`, shape] as const),
  )('%s is refused without a Bearer token', async (_name, { method, path }) => {
    const url = path.replace('{id}', '1');
    const bare = await api.call(method, url);
    const other = await api.call(method, url, { headers: { authorization: `Basic ${token}` } });
    for (const reply of [bare, other]) expect(reply.status).toBe(401);
    expect((await api.call(method, url, { token })).status).not.toBe(401);
  });

  covers('service.authenticate-first');
  test('is required to create a company', async () => {
    expect((await api.call('POST', '/company', { body: { company } })).status).toBe(401);
    expect((await api.call('POST', '/company', { token, body: { company } })).status).toBe(201);
  });

  covers('auth.password-change-needs-new-token');
  test('ends with a changed password, and the new password gives a new token', async () => {
    const other = await api.givenPartner();
    await changePassword(api.platform, other.partnerId, 'another');
    expect((await api.call('GET', '/company', { token: other.token })).status).toBe(401);
    const reply = await api.call('POST', '/auth/token', { body: { login: other.login, password: 'another' } });
    expect((await api.call('GET', '/company', { token: textAt(reply.body, 'token') })).status).toBe(200);
  });
});

/** Keys of `routeWaits` are values of the specification, not names. */
const isTrafficType = (name: string) => TRAFFIC_TYPES.some((type) => type === name);

describe('bodies', () => {
  covers('general.json-bodies', 'headers.content-type');
  test('are JSON in both directions, with its content type', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await api.call('POST', '/company', { token, headers, body: JSON.stringify({ company }) });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    const other = { token, headers: { 'content-type': 'text/plain' }, body: JSON.stringify({ company }) };
    expect((await api.call('POST', '/company', other)).status).toBe(415);
  });

  covers('general.field-names-case-sensitive');
  test('have case-sensitive field names', async () => {
    const { name, ...rest } = company;
    const reply = await api.call('POST', '/company', { token, body: { company: { ...rest, Name: name } } });
    expect([reply.status, reply.body]).toMatchObject([400, refused('company.name')]);
  });

  covers('general.camel-case', 'general.per-page-spelling');
  test('have names in camelCase, but for per_page of the company list', () => {
    const snake = partnerApi.flatMap((shape) =>
      namesIn([shape.body, shape.query, shape.responses])
        .filter((name) => !/^[a-z][a-zA-Z]*$/.test(name) && !isTrafficType(name))
        .map((name) => `${shape.id} ${name}`),
    );
    expect(snake).toEqual(['listCompanies per_page']);
  });
});

describe('errors', () => {
  covers('error.4000', 'error.body');
  test('answer invalid data with 400, code 4000 and a message', async () => {
    const reply = await api.call('POST', '/company', { token, body: {} });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining('company'), details: expect.any(Array) } },
    ]);
  });

  covers('error.4040', 'error.body');
  test.each([
    ['GET', '/company/2147483647'],
    ['PUT', '/company/2147483647'],
    ['GET', '/company/2147483647/documents'],
    ['GET', '/senders/2147483647'],
    ['GET', '/senders?companyId=2147483647'],
    ['GET', '/dispatches/2147483647'],
    ['POST', '/dispatches/2147483647/start'],
    ['GET', '/messages?dispatchId=2147483647'],
  ])('answer %s %s of an unknown id with 404 and code 4040', async (method, path) => {
    const reply = await api.call(method, path, { token, ...(method === 'PUT' && { body: {} }) });
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg: expect.any(String) } }]);
  });
});

describe('types', () => {
  const sender = (change: object) => ({
    senderName: 'Shop',
    channelType: 'SMS',
    commonType: 'COMMON',
    brand: 'MTS',
    dateFrom: '2024-07-01T00:00:00Z',
    ...change,
  });
  const post = async (change: object) => {
    const companyId = await givenCompany(api, token);
    return api.call('POST', '/senders', { token, body: { companyId, ...sender(change) } });
  };

  covers('notation.int');
  test('int is an integer, neither a fraction nor text', async () => {
    for (const countryId of [1.5, '1', true]) expect((await post({ countryId })).status).toBe(400);
    expect((await post({ countryId: 1 })).status).toBe(201);
  });

  covers('notation.double');
  test('double may have decimals or be whole', async () => {
    for (const budget of [10, 10.25]) {
      expect((await api.call('POST', '/company', { token, body: { company, budget } })).status).toBe(201);
    }
  });

  covers('notation.datetime-utc', 'notation.datetime-offset');
  test.each([
    ['UTC with Z', '2024-07-01T00:00:00Z'],
    ['an offset, for the same instant', '2024-07-01T03:00:00+03:00'],
  ])('a datetime has %s', async (_form, dateFrom) => {
    const reply = await post({ dateFrom });
    expect([reply.status, reply.body]).toMatchObject([201, { dateFrom: '2024-07-01T00:00:00Z' }]);
  });

  covers('notation.datetime-utc');
  test.each(['2024-07-01', 'tomorrow', 1_719_792_000, '2024-07-01T00:00:00'])(
    '%j is not a datetime',
    async (dateFrom) => {
      expect((await post({ dateFrom })).body).toMatchObject(refused('dateFrom'));
    },
  );

  covers('notation.string-array');
  test('a string[] is an array of strings', async () => {
    for (const documentIds of ['x', [1], { 0: 'x' }]) expect((await post({ documentIds })).status).toBe(400);
    expect((await post({ documentIds: [] })).status).toBe(201);
  });
});

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? [...Object.keys(value), ...namesIn(Object.values(value))]
      : namesIn(value),
  );
}
