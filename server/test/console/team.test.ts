// Users of a partner, the rights of their roles, and the log of their actions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser, signedIn } from '../given/people/console.ts';
import { givenPartnerUsers } from '../given/rows/access.ts';

let api: Api;
let owner: PartnerUser;
beforeAll(async () => {
  api = await sharedApi();
  owner = await givenPartnerUser(api);
});
afterAll(() => api.close());

const PASSWORD = 'a long enough password';
const draft = (login: string, role = 'reader') => ({ login, name: 'Anna', role, password: PASSWORD });

test('a user is added, acts with the rights of the role, and is removed', async () => {
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

test('a login is unique, a role must exist and a password must be long', async () => {
  const login = `twice-${owner.partnerId}`;
  await owner.post('/team/users', draft(login));
  expect((await owner.post('/team/users', draft(login))).body).toMatchObject({
    error: { code: 4000, details: [{ field: 'login', reason: 'is already in use' }] },
  });
  const stranger = await givenPartnerUser(api);
  expect((await stranger.post('/team/users', draft(login))).status).toBe(400);
  for (const wrong of [{ role: 'owner' }, { password: 'short' }, { login: 'with blank' }])
    expect((await owner.post('/team/users', { ...draft('somebody'), ...wrong })).status).toBe(400);
});

test('a partner never has more than 200 users, also if several are added at once', async () => {
  const partner = await givenPartnerUser(api);
  const { partnerId } = partner;
  await givenPartnerUsers(api, partnerId, 198);
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map((at) => partner.post('/team/users', draft(`late-${partnerId}-${at}`))),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
});

test('users of another partner answer 404', async () => {
  const made = await owner.post('/team/users', draft(`far-${owner.partnerId}`));
  const stranger = await givenPartnerUser(api);
  const id = numberAt(made.body, 'id');
  expect((await stranger.put(`/team/users/${id}`, { status: 'DISABLED' })).status).toBe(404);
  expect((await stranger.get('/team/users')).body).toMatchObject({ items: [] });
});

describe('the log of actions', () => {
  test('names the user, the action, the subject and the values before and after; a password only as changed', async () => {
    const user = await givenPartnerUser(api);
    const made = await user.post('/team/users', draft(`audited-${user.partnerId}`));
    const id = numberAt(made.body, 'id');
    await user.put(`/team/users/${id}`, { role: 'sender', password: 'something quite new' });
    const { body, text } = await user.get('/audit');
    const login = `audited-${user.partnerId}`;
    expect(body).toMatchObject({
      items: [
        {
          action: 'consoleChangeUser',
          subjectKind: 'user',
          subjectId: String(id),
          login: user.login,
          details: { login, role: { before: 'reader', after: 'sender' }, password: 'new' },
        },
        { action: 'consoleCreateUser', subjectId: String(id), details: { login, role: 'reader' } },
        { action: 'signIn' },
      ],
    });
    expect(text).not.toContain('something quite new');
  });

  test('is filtered by user, action, subject and time, and paged', async () => {
    const user = await givenPartnerUser(api);
    const made = await user.post('/team/users', draft(`paged-${user.partnerId}`, 'admin'));
    const id = numberAt(made.body, 'id');
    const admin = await signedIn(api, `paged-${user.partnerId}`, PASSWORD);
    const of = async (query: string) => {
      const { items } = (await admin.get(`/audit?${query}`)).body as { items: { id: number; action: string }[] };
      return items;
    };
    expect(await of(`login=paged-${user.partnerId}`)).toMatchObject([{ action: 'signIn' }]);
    expect(await of('action=consoleCreateUser')).toHaveLength(1);
    expect(await of(`subjectKind=user&subjectId=${id}`)).toHaveLength(1);
    expect(await of(`to=${encodeURIComponent('2020-01-01T00:00:00Z')}`)).toEqual([]);
    const [first] = await of('limit=1');
    expect(await of(`limit=1&beforeId=${first?.id}`)).toMatchObject([{ action: 'consoleCreateUser' }]);
  });
});
