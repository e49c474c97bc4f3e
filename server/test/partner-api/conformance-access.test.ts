import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/features/access/change-password.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { textAt } from '../given/http-client.ts';
import { changed, fieldOf } from '../given/json-path.ts';

let api: Api;
let partner: Awaited<ReturnType<Api['givenPartner']>>;
let token: string;
beforeAll(async () => {
  api = await givenApi();
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
  test('login and password get a token, without any header [token.post.200 auth.token-from-credentials auth.token-needs-no-header]', async () => {
    const reply = await api.call('POST', '/auth/token', { body: credentials() });
    expect([reply.status, reply.body]).toMatchObject([200, { token: expect.stringMatching(/./) }]);
  });

  test.each([
    ['login is required [token.post.login.required]', 'login', undefined],
    ['login is a string [token.post.login.string]', 'login', 5],
    ['password is required [token.post.password.required]', 'password', undefined],
    ['password is a string [token.post.password.string]', 'password', 5],
  ])('%s', async (_statement, path, value) => {
    const reply = await api.call('POST', '/auth/token', { body: changed(credentials(), path, value) });
    expect([reply.status, reply.body]).toMatchObject([400, refused(fieldOf(path))]);
  });
});

describe('authentication', () => {
  test.each(
    partnerApi
      .filter(({ id }) => id !== 'issueToken')
      .map((shape) => [`${shape.method} ${shape.path}`, shape] as const),
  )(
    '%s is closed without a Bearer token [auth.only-token-is-open headers.bearer auth.bearer]',
    async (_name, { method, path }) => {
      const url = path.replace('{id}', '1');
      const bare = await api.call(method, url);
      const other = await api.call(method, url, { headers: { authorization: `Basic ${token}` } });
      for (const reply of [bare, other]) expect(reply.status).toBe(401);
      expect((await api.call(method, url, { token })).status).not.toBe(401);
    },
  );

  test('a partner without a token creates no company, with one it does [service.authenticate-first]', async () => {
    expect((await api.call('POST', '/company', { body: { company } })).status).toBe(401);
    expect((await api.call('POST', '/company', { token, body: { company } })).status).toBe(201);
  });

  test('a changed password ends the token; a new one is obtained with the new password [auth.password-change-needs-new-token]', async () => {
    const other = await api.givenPartner();
    await changePassword(api.platform, other.partnerId, 'another');
    expect((await api.call('GET', '/company', { token: other.token })).status).toBe(401);
    const reply = await api.call('POST', '/auth/token', { body: { login: other.login, password: 'another' } });
    expect((await api.call('GET', '/company', { token: textAt(reply.body, 'token') })).status).toBe(200);
  });
});

describe('bodies', () => {
  test('go in and out as JSON, announced as such [general.json-bodies headers.content-type]', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await api.call('POST', '/company', { token, headers, body: JSON.stringify({ company }) });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    const other = { token, headers: { 'content-type': 'text/plain' }, body: JSON.stringify({ company }) };
    expect((await api.call('POST', '/company', other)).status).toBe(415);
  });

  test('a field in another case is another field [general.field-names-case-sensitive]', async () => {
    const { name, ...rest } = company;
    const reply = await api.call('POST', '/company', { token, body: { company: { ...rest, Name: name } } });
    expect([reply.status, reply.body]).toMatchObject([400, refused('company.name')]);
  });

  test('all names are camelCase, but for per_page of the company list [general.camel-case general.per-page-spelling]', () => {
    const snake = partnerApi.flatMap((shape) =>
      namesIn([shape.body, shape.query, shape.responses])
        .filter((name) => !/^[a-z][a-zA-Z]*$/.test(name))
        .map((name) => `${shape.id} ${name}`),
    );
    expect(snake).toEqual(['listCompanies per_page']);
  });
});

describe('errors', () => {
  test('invalid data answers 400 with code 4000 and a message [error.4000 error.body]', async () => {
    const reply = await api.call('POST', '/company', { token, body: {} });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining('company'), details: expect.any(Array) } },
    ]);
  });

  test.each([
    ['GET', '/company/2147483647'],
    ['PUT', '/company/2147483647'],
    ['GET', '/company/2147483647/documents'],
    ['GET', '/senders/2147483647'],
    ['GET', '/senders?companyId=2147483647'],
    ['GET', '/dispatches/2147483647'],
    ['POST', '/dispatches/2147483647/start'],
    ['GET', '/messages?dispatchId=2147483647'],
  ])('%s %s names nothing and answers 404 with code 4040 [error.4040 error.body]', async (method, path) => {
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

  test('an int is an integer, neither a fraction nor text [notation.int]', async () => {
    for (const countryId of [1.5, '1', true]) expect((await post({ countryId })).status).toBe(400);
    expect((await post({ countryId: 1 })).status).toBe(201);
  });

  test('a double may have decimals and be whole [notation.double]', async () => {
    for (const budget of [10, 10.25]) {
      expect((await api.call('POST', '/company', { token, body: { company, budget } })).status).toBe(201);
    }
  });

  test.each([
    ['UTC with Z [notation.datetime-utc]', '2024-07-01T00:00:00Z'],
    ['an offset, for the same instant [notation.datetime-offset]', '2024-07-01T03:00:00+03:00'],
  ])('a datetime has %s', async (_form, dateFrom) => {
    const reply = await post({ dateFrom });
    expect([reply.status, reply.body]).toMatchObject([201, { dateFrom: '2024-07-01T00:00:00Z' }]);
  });

  test.each(['2024-07-01', 'tomorrow', 1_719_792_000, '2024-07-01T00:00:00'])(
    '%j is no datetime [notation.datetime-utc]',
    async (dateFrom) => {
      expect((await post({ dateFrom })).body).toMatchObject(refused('dateFrom'));
    },
  );

  test('a string[] is an array of strings [notation.string-array]', async () => {
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
