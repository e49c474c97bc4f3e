import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/features/access/change-password.ts';
import { createPartner } from '../../src/features/access/create-partner.ts';
import { type Api, givenApi, sharedApi } from '../given/api.ts';
import { whileTimeStands } from '../given/frozen-time.ts';
import { textAt } from '../given/http-client.ts';
import { changePartner, expireTokens, storedTokensOf } from '../given/rows/access.ts';

let api: Api;
beforeAll(async () => {
  api = await sharedApi();
});
afterAll(() => api.close());

const notAuthenticated = { error: { code: 4010, msg: 'Not Authenticated' } };
const badCredentials = { error: { code: 4012, msg: 'Bad credentials' } };

describe('POST /auth/token', () => {
  test('answers a token that is valid for thirty days', async () => {
    const { login, password } = await api.givenPartner();
    const before = Date.now();
    const reply = await api.call('POST', '/auth/token', { body: { login, password } });
    expect(reply.status).toBe(200);
    const days = (Date.parse(textAt(reply.body, 'expiresAt')) - before) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    const token = textAt(reply.body, 'token');
    expect((await api.call('GET', '/company', { token })).status).toBe(200);
  });

  test('gives several tokens that are valid at the same time', async () => {
    const { login, password, token } = await api.givenPartner();
    const second = await api.call('POST', '/auth/token', { body: { login, password } });
    for (const each of [token, textAt(second.body, 'token')]) {
      expect((await api.call('GET', '/company', { token: each })).status).toBe(200);
    }
  });

  test('gives the same answer to an unknown login and a wrong password', async () => {
    const { login } = await api.givenPartner();
    for (const body of [
      { login, password: 'wrong' },
      { login: 'nobody', password: 'wrong' },
    ]) {
      const reply = await api.call('POST', '/auth/token', { body });
      expect([reply.status, reply.body]).toEqual([401, badCredentials]);
    }
  });

  test.each([{}, { login: 'a' }, { password: 'b' }, { login: '', password: 'b' }, { login: 1, password: 'b' }])(
    'refuses %j with 400',
    async (body) => {
      const reply = await api.call('POST', '/auth/token', { body });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { code: 4000 } });
    },
  );
});

describe('a token', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['nonsense', { authorization: 'Bearer abc' }],
  ])('is refused with %s', async (_name, headers) => {
    const reply = await api.call('GET', '/company', { headers });
    expect([reply.status, reply.body]).toEqual([401, notAuthenticated]);
    expect(reply.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('is checked before the body', async () => {
    expect((await api.call('POST', '/company', { body: 'nonsense' })).body).toEqual(notAuthenticated);
  });

  test('ends when the password changes, and the new password gets a new token', async () => {
    const { partnerId, login, token } = await api.givenPartner();
    await changePassword(api.platform, partnerId, 'another');
    expect((await api.call('GET', '/company', { token })).body).toEqual(notAuthenticated);
    const reply = await api.call('POST', '/auth/token', { body: { login, password: 'another' } });
    expect((await api.call('GET', '/company', { token: textAt(reply.body, 'token') })).status).toBe(200);
  });

  test('ends when the partner is disabled, who then gets no new token', async () => {
    const { partnerId, login, password, token } = await api.givenPartner();
    await changePartner(api, partnerId, { status: 'DISABLED' });
    expect((await api.call('GET', '/company', { token })).body).toEqual(notAuthenticated);
    expect((await api.call('POST', '/auth/token', { body: { login, password } })).body).toEqual(badCredentials);
  });

  test('ends when its lifetime is over', async () => {
    const { partnerId, token } = await api.givenPartner();
    await expireTokens(api, partnerId);
    expect((await api.call('GET', '/company', { token })).body).toEqual(notAuthenticated);
  });

  test('is stored only as a digest', async () => {
    const { partnerId, token } = await api.givenPartner();
    const stored = await storedTokensOf(api, partnerId);
    expect(stored).toHaveLength(1);
    expect(stored[0]).not.toContain(token.slice(16, 59));
  });
});

test('with a lifetime of zero days ends only with the password', async () => {
  const lasting = await givenApi({ tokenLifetimeDays: 0 });
  try {
    const { login, password } = await lasting.givenPartner();
    const reply = await lasting.call('POST', '/auth/token', { body: { login, password } });
    expect(reply.body).toEqual({ token: expect.any(String) });
  } finally {
    await lasting.close();
  }
});

describe('request limits', () => {
  let limited: Api;
  beforeAll(async () => {
    limited = await givenApi({ rateLimits: true });
  });
  afterAll(() => limited.close());

  test('allow a burst of ten tries per login, refuse the next, and do not affect another login', async () => {
    await createPartner(limited.platform, { login: 'often', password: 'right', currency: 'RUB' });
    const attempt = (login: string) => limited.call('POST', '/auth/token', { body: { login, password: 'wrong' } });
    const replies = await whileTimeStands(() => Promise.all(Array.from({ length: 14 }, () => attempt('often'))));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(refused).toHaveLength(4);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ error: { code: 4290, msg: 'Too Many Requests' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('x-ratelimit-limit')).toBe('10');
    }
    expect((await attempt('other')).status).toBe(401);
  });

  test('give a partner a burst of forty calls and show the remaining ones', async () => {
    const { token } = await limited.givenPartner();
    const replies = await whileTimeStands(() =>
      Promise.all(Array.from({ length: 60 }, () => limited.call('GET', '/company', { token }))),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(40);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1');
    expect(replies[0]?.headers.get('x-ratelimit-limit')).toBe('20');
    expect(replies[0]?.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(replies[0]?.headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
  });
});
