// Sign-in to the console, its cookie, and every way in which a session ends.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePartnerPasswordAs, setPartnerStatusAs } from '../../src/features/back-office/manage-partners.ts';
import { changeStaffStatus } from '../../src/features/back-office/staff/manage-staff.ts';
import { forgetSessions } from '../../src/features/sessions/own-sessions.ts';
import { mintSignInLink } from '../../src/features/sessions/sign-in-links.ts';
import { changeUser } from '../../src/features/sessions/team.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt, type Reply, textAt } from '../given/http-client.ts';
import { consoleOf, cookieOf, givenPartnerUser, givenStaffConsole, signedIn } from '../given/people/console.ts';
import { actionsOf } from '../given/people/staff.ts';
import { partnerUserId } from '../given/rows/access.ts';
import { partnerActionsOf } from '../given/rows/actions.ts';
import { isSessionStored } from '../given/rows/sign-ins.ts';

const HERE = '/console/api/v1';

let api: Api;
beforeAll(async () => {
  api = await givenApi({ testMode: true, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => api.close());

const refused = (reply: Reply) => [reply.status, reply.headers.get('www-authenticate')];
const SIGNED_OUT = [401, null];

describe('signing in', () => {
  test('partners, users of a partner and staff use the same form and get their rights', async () => {
    const owner = await givenPartnerUser(api);
    await givenCompany(api, owner.token);
    expect((await owner.get('/session')).body).toMatchObject({
      kind: 'partner',
      login: owner.login,
      name: owner.login,
      role: 'owner',
      currency: 'RUB',
      companies: 1,
      testMode: true,
      csrfToken: owner.csrfToken,
      rights: expect.arrayContaining(['team.write']),
    });
    const reader = await givenPartnerUser(api, { role: 'reader', partner: owner });
    const { body } = await reader.get('/session');
    expect(body).toMatchObject({ kind: 'partner', role: 'reader', name: 'Somebody', companies: 1 });
    expect(body).not.toMatchObject({ rights: expect.arrayContaining(['numbers.read']) });
    const staff = await givenStaffConsole(api, 'support');
    expect((await staff.get('/session')).body).toMatchObject({
      kind: 'staff',
      login: staff.login,
      roles: ['support'],
      rights: [],
      capabilities: expect.arrayContaining(['partners.read']),
    });
  });

  test('an unknown login, a wrong password and a disabled account get the same answer', async () => {
    const disabled = await givenPartnerUser(api);
    await setPartnerStatusAs(api.platform, 'command', disabled.partnerId, 'DISABLED');
    const { login } = await givenPartnerUser(api);
    const attempts = [{ login: 'nobody', password: 'x' }, { login, password: 'wrong' }, disabled];
    for (const { login: name, password } of attempts) {
      const reply = await api.call('POST', `${HERE}/session`, { body: { login: name, password } });
      expect(refused(reply)).toEqual(SIGNED_OUT);
      expect(reply.body).toMatchObject({ error: { code: 4012, reason: 'bad-credentials' } });
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  test('the cookie is hidden from scripts and other sites, and only its digest is stored', async () => {
    const { login, password } = await api.givenPartner();
    const body = { login, password };
    const plain = await api.call('POST', `${HERE}/session`, { body });
    expect(plain.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^volley_session=[\w-]{43}; Path=\/console; HttpOnly; SameSite=Strict$/),
    ]);
    const secure = await api.call('POST', `${HERE}/session`, { body, headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers.getSetCookie()[0]).toMatch(/; Secure$/);
    const value = cookieOf(plain).split('=')[1] ?? '';
    const digest = createHash('sha256').update(value).digest();
    expect(await isSessionStored(api, digest)).toBe(true);
  });

  test('a foreign page cannot sign a user in', async () => {
    const { login, password } = await api.givenPartner();
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await api.call('POST', `${HERE}/session`, { body: { login, password }, headers })).status).toBe(403);
    const headers = { origin: api.url, 'sec-fetch-site': 'same-origin' };
    expect((await api.call('POST', `${HERE}/session`, { body: { login, password }, headers })).status).toBe(200);
  });
});

describe('a sign-in link', () => {
  const follow = (token: string) => api.call('POST', `${HERE}/session/link`, { body: { token } });

  test('signs in once', async () => {
    const { login } = await api.givenPartner();
    const { token } = await mintSignInLink(api.platform, { login, kind: 'partner' });
    const reply = await follow(token);
    const console = consoleOf(api.call, cookieOf(reply), textAt(reply.body, 'csrfToken'));
    expect((await console.get('/session')).body).toMatchObject({ login, role: 'owner' });
    expect(refused(await follow(token))).toEqual(SIGNED_OUT);
  });

  test('works for its kind of account and for 15 minutes', async () => {
    const staff = await givenStaffConsole(api, 'admin');
    await expect(mintSignInLink(api.platform, { login: staff.login, kind: 'partner' })).rejects.toThrow('not found');
    const { token } = await mintSignInLink(api.platform, { login: staff.login, kind: 'staff' });
    await advanceSandboxClock(api.platform.db, 15 * 60 + 1);
    expect(refused(await follow(token))).toEqual(SIGNED_OUT);
    expect(refused(await follow('made up'))).toEqual(SIGNED_OUT);
  });
});

describe('a session ends', () => {
  const laterBy = (hours: number) => advanceSandboxClock(api.platform.db, hours * 3_600);

  test('by sign-out', async () => {
    const owner = await givenPartnerUser(api);
    const reply = await owner.post('/session/end');
    expect(reply.headers.getSetCookie()[0]).toMatch(/^volley_session=; .*Max-Age=0$/);
    expect(refused(await owner.get('/session'))).toEqual(SIGNED_OUT);
  });

  test('after twelve hours without use', async () => {
    const owner = await givenPartnerUser(api);
    for (let times = 0; times < 2; times += 1) {
      await laterBy(11);
      expect((await owner.get('/session')).status).toBe(200);
    }
    await laterBy(13);
    expect(refused(await owner.get('/session'))).toEqual(SIGNED_OUT);
  });

  test('after seven days of use, and is deleted then', async () => {
    const owner = await givenPartnerUser(api);
    for (let at = 0; at < 16; at += 1) {
      await laterBy(10);
      expect((await owner.get('/session')).status).toBe(200);
    }
    await laterBy(10);
    expect(await forgetSessions(api.platform)).toBe(false);
    expect(refused(await owner.get('/session'))).toEqual(SIGNED_OUT);
  });

  test('with a new password or a new status of its account', async () => {
    const owner = await givenPartnerUser(api);
    const user = await givenPartnerUser(api, { role: 'reader', partner: owner });
    await changePartnerPasswordAs(api.platform, 'command', owner.partnerId, 'a new password');
    expect(refused(await owner.get('/session'))).toEqual(SIGNED_OUT);
    expect((await user.get('/session')).status).toBe(200);

    await changeUser(api.platform, owner, await partnerUserId(api, user.login), { password: 'another password' });
    expect(refused(await user.get('/session'))).toEqual(SIGNED_OUT);

    const again = await signedIn(api, user.login, 'another password');
    await setPartnerStatusAs(api.platform, 'command', owner.partnerId, 'DISABLED');
    expect(refused(await again.get('/session'))).toEqual(SIGNED_OUT);
    await setPartnerStatusAs(api.platform, 'command', owner.partnerId, 'ACTIVE');
    expect(refused(await again.get('/session'))).toEqual(SIGNED_OUT);

    const staff = await givenStaffConsole(api, 'support');
    await changeStaffStatus(api.platform, 'command', staff.staffId, 'DISABLED');
    expect(refused(await staff.get('/session'))).toEqual(SIGNED_OUT);
  });

  test('from another session, alone or with all others, but never by another account', async () => {
    const here = await givenPartnerUser(api);
    const there = await signedIn(api, here.login, here.password);
    const third = await signedIn(api, here.login, here.password);
    const stranger = await givenPartnerUser(api);
    const { body } = await here.get('/sessions');
    expect(body).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ current: true })]) });
    const [strange] = (await sessionsOf(stranger)).map(({ id }) => id);
    expect((await here.post(`/sessions/${strange}/end`)).status).toBe(404);
    const [own] = (await sessionsOf(there)).filter(({ current }) => current).map(({ id }) => id);
    expect((await here.post(`/sessions/${own}/end`)).status).toBe(200);
    expect(refused(await there.get('/session'))).toEqual(SIGNED_OUT);
    expect((await here.post('/sessions/end-others')).body).toEqual({ ended: 1 });
    expect(refused(await third.get('/session'))).toEqual(SIGNED_OUT);
    for (const one of [here, stranger]) expect((await one.get('/session')).status).toBe(200);
  });
});

type Shown = { readonly id: number; readonly current: boolean };
const sessionsOf = async (console: { get(path: string): Promise<Reply> }) =>
  ((await console.get('/sessions')).body as { items: Shown[] }).items; // checked against the contract by the client

describe("the log of a partner's users", () => {
  test('has each action once, without texts', async () => {
    const owner = await givenPartnerUser(api);
    const company = { name: 'Secret name', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
    const companyId = numberAt((await owner.post('/partner/company', { company })).body, 'companyId');
    await owner.get(`/partner/company/${companyId}`);
    await owner.put(`/partner/company/${companyId}`, { name: 'Another secret' });
    await owner.put(`/partner/company/${companyId}`, { name: '' });
    const person = { login: owner.login, address: '127.0.0.1', userId: null, details: {} };
    expect(await partnerActionsOf(api, owner.partnerId)).toEqual([
      { ...person, action: 'signIn', kind: 'session', id: '' },
      { ...person, action: 'createCompany', kind: 'company', id: '' },
      { ...person, action: 'updateCompany', kind: 'company', id: String(companyId) },
    ]);
  });

  test('cannot be rewritten, and has no actions of staff', async () => {
    await expect(api.platform.db.pool.query(`update partner_actions set login = 'x'`)).rejects.toThrow('append-only');
    const staff = await givenStaffConsole(api, 'admin');
    const owner = await givenPartnerUser(api);
    await staff.post(`/admin/partners/${owner.partnerId}/status`, { status: 'ACTIVE' });
    const actions = await actionsOf(api.platform, staff.staffId);
    expect(actions.map(({ action }) => action)).toEqual(['partner.status']);
  });
});
