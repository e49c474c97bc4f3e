// The people of a partner, what their roles open, and what is told of them afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { type Cabinet, givenCabinet, signedIn } from '../given/console.ts';
import { numberAt } from '../given/http-client.ts';

let api: Api;
let owner: Cabinet;
beforeAll(async () => {
  api = await givenApi();
  owner = await givenCabinet(api);
});
afterAll(() => api.close());

const PASSWORD = 'a long enough password';
const draft = (login: string, role = 'reader') => ({ login, name: 'Anna', role, password: PASSWORD });

test('somebody is let in, works with what the role opens, and is shut out', async () => {
  const login = `anna-${owner.partnerId}`;
  const made = await owner.post('/team/users', draft(login, 'finance'));
  expect([made.status, made.body]).toMatchObject([201, { login, name: 'Anna', role: 'finance', status: 'ACTIVE' }]);
  const id = numberAt(made.body, 'id');
  const anna = await signedIn(api, login, PASSWORD);
  expect((await anna.get('/partner/price/tariffs')).status).toBe(200);
  expect((await anna.get('/team/users')).status).toBe(403);

  expect((await owner.put(`/team/users/${id}`, { role: 'admin' })).body).toMatchObject({ role: 'admin' });
  expect((await anna.get('/team/users')).body).toMatchObject({
    owner: { login: owner.login },
    items: [{ login, lastSeenAt: expect.any(String) }],
  });
  expect((await anna.post('/team/users', draft('x'.repeat(9)))).status).toBe(403);

  await owner.put(`/team/users/${id}`, { status: 'DISABLED' });
  expect((await anna.get('/session')).status).toBe(401);
  await expect(signedIn(api, login, PASSWORD)).rejects.toThrow('bad-credentials');
  await owner.put(`/team/users/${id}`, { status: 'ACTIVE', password: 'another long password' });
  expect((await (await signedIn(api, login, 'another long password')).get('/session')).status).toBe(200);
});

test('a login is taken once, a role is one of those there are, a password is long', async () => {
  const login = `twice-${owner.partnerId}`;
  await owner.post('/team/users', draft(login));
  expect((await owner.post('/team/users', draft(login))).body).toMatchObject({
    error: { code: 4000, details: [{ field: 'login', reason: 'is taken' }] },
  });
  const stranger = await givenCabinet(api);
  expect((await stranger.post('/team/users', draft(login))).status).toBe(400);
  for (const wrong of [{ role: 'owner' }, { password: 'short' }, { login: 'with blank' }])
    expect((await owner.post('/team/users', { ...draft('somebody'), ...wrong })).status).toBe(400);
});

test('the people of another partner are out of reach', async () => {
  const made = await owner.post('/team/users', draft(`far-${owner.partnerId}`));
  const stranger = await givenCabinet(api);
  const id = numberAt(made.body, 'id');
  expect((await stranger.put(`/team/users/${id}`, { status: 'DISABLED' })).status).toBe(404);
  expect((await stranger.get('/team/users')).body).toMatchObject({ items: [] });
});

describe('what was done', () => {
  test('says who, what, to whom, before and after; a password only that it is new', async () => {
    const cabinet = await givenCabinet(api);
    const made = await cabinet.post('/team/users', draft(`audited-${cabinet.partnerId}`));
    const id = numberAt(made.body, 'id');
    await cabinet.put(`/team/users/${id}`, { role: 'sender', password: 'something quite new' });
    const { body, text } = await cabinet.get('/audit');
    const login = `audited-${cabinet.partnerId}`;
    expect(body).toMatchObject({
      items: [
        {
          action: 'consoleChangeUser',
          subjectKind: 'user',
          subjectId: String(id),
          login: cabinet.login,
          details: { login, role: { before: 'reader', after: 'sender' }, password: 'new' },
        },
        { action: 'consoleCreateUser', subjectId: String(id), details: { login, role: 'reader' } },
        { action: 'signIn' },
      ],
    });
    expect(text).not.toContain('something quite new');
  });

  test('is narrowed by person, deed, subject and time, and read on page by page', async () => {
    const cabinet = await givenCabinet(api);
    const made = await cabinet.post('/team/users', draft(`paged-${cabinet.partnerId}`, 'admin'));
    const id = numberAt(made.body, 'id');
    const admin = await signedIn(api, `paged-${cabinet.partnerId}`, PASSWORD);
    const of = async (query: string) => {
      const { items } = (await admin.get(`/audit?${query}`)).body as { items: { id: number; action: string }[] };
      return items;
    };
    expect(await of(`login=paged-${cabinet.partnerId}`)).toMatchObject([{ action: 'signIn' }]);
    expect(await of('action=consoleCreateUser')).toHaveLength(1);
    expect(await of(`subjectKind=user&subjectId=${id}`)).toHaveLength(1);
    expect(await of(`to=${encodeURIComponent('2020-01-01T00:00:00Z')}`)).toEqual([]);
    const [first] = await of('limit=1');
    expect(await of(`limit=1&beforeId=${first?.id}`)).toMatchObject([{ action: 'consoleCreateUser' }]);
  });
});
