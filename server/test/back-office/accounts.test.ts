import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { expireStaffTokens, storedStaff } from '../given/rows/staff.ts';

let api: Api;
let admin: GivenStaff;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
});
afterAll(() => api.close());

const LONG_PASSWORD = 'a long new password';

describe('partners', () => {
  test('are created, found and listed', async () => {
    const login = `acme-${Date.now()}`;
    const created = await admin.ask('POST', '/partners', { login, password: LONG_PASSWORD });
    const partnerId = numberAt(created.body, 'partnerId');
    const shown = { partnerId, login, currency: 'RUB', status: 'ACTIVE', companies: 0 };
    expect((await admin.ask('GET', `/partners/${partnerId}`)).body).toMatchObject(shown);
    expect((await admin.ask('GET', `/partners?login=${login}`)).body).toMatchObject({ total: 1, items: [shown] });
    expect((await api.call('POST', '/auth/token', { body: { login, password: LONG_PASSWORD } })).status).toBe(200);
    expect((await admin.ask('POST', '/partners', { login, password: LONG_PASSWORD })).status).toBe(400);
  });

  test('a password change ends all tokens of that partner at once, and no token of another partner', async () => {
    const partner = await api.givenPartner();
    const other = await api.givenPartner();
    const second = await api.call('POST', '/auth/token', { body: partner });
    const reply = await admin.ask('POST', `/partners/${partner.partnerId}/password`, { password: LONG_PASSWORD });
    expect(reply.status).toBe(200);
    for (const token of [partner.token, textAt(second.body, 'token')]) {
      expect((await api.call('GET', '/company', { token })).status).toBe(401);
    }
    expect((await api.call('GET', '/company', { token: other.token })).status).toBe(200);
    const { login } = partner;
    expect((await api.call('POST', '/auth/token', { body: { login, password: partner.password } })).status).toBe(401);
    expect((await api.call('POST', '/auth/token', { body: { login, password: LONG_PASSWORD } })).status).toBe(200);
  });

  test('a disabled partner loses access at once and must sign in again when enabled', async () => {
    const { partnerId, login, password, token } = await api.givenPartner();
    const set = (status: string) => admin.ask('POST', `/partners/${partnerId}/status`, { status });
    expect((await set('DISABLED')).body).toMatchObject({ status: 'DISABLED' });
    expect((await api.call('GET', '/company', { token })).status).toBe(401);
    expect((await set('ACTIVE')).body).toMatchObject({ status: 'ACTIVE' });
    expect((await api.call('GET', '/company', { token })).status).toBe(401);
    expect((await api.call('POST', '/auth/token', { body: { login, password } })).status).toBe(200);
  });

  test.each([
    ['GET', ''],
    ['POST', '/status', { status: 'DISABLED' }],
    ['POST', '/password', { password: LONG_PASSWORD }],
  ])('%s %s of an unknown partner answers 404', async (method, path, body?: object) => {
    expect((await admin.ask(method, `/partners/999999${path}`, body)).status).toBe(404);
  });
});

describe('companies', () => {
  test('of every partner are listed by partner, state, tax number and part of the name', async () => {
    const partner = await api.givenPartner();
    const companyId = await givenCompany(api, partner.token);
    const { partnerId } = partner;
    const mine = { total: 1, items: [{ companyId, partnerId, partnerLogin: partner.login, budget: null }] };
    for (const filter of ['', '&name=oMPan', '&status=ACTIVE', '&counteragentInn=7700000001']) {
      expect((await admin.ask('GET', `/companies?partnerId=${partnerId}${filter}`)).body).toMatchObject(mine);
    }
    for (const filter of ['&name=%25', '&status=DISABLED', '&counteragentInn=7700000002']) {
      expect((await admin.ask('GET', `/companies?partnerId=${partnerId}${filter}`)).body).toMatchObject({ total: 0 });
    }
  });

  test('a change sets the named fields, keeps the others, and null removes a limit', async () => {
    const { token } = await api.givenPartner();
    const id = await givenCompany(api, token);
    const put = (body: object) => admin.ask('PUT', `/companies/${id}`, body);
    expect((await put({ budget: 100.5, routing: 'strict', textRetentionDays: 30 })).body).toMatchObject({
      budget: { value: 100.5, currency: 'RUB' },
      routing: 'strict',
      textRetentionDays: 30,
      status: 'ACTIVE',
    });
    expect((await put({ status: 'DISABLED' })).body).toMatchObject({ routing: 'strict', textRetentionDays: 30 });
    expect((await put({ budget: null, textRetentionDays: null })).body).toMatchObject({
      budget: null,
      textRetentionDays: null,
      status: 'DISABLED',
    });
    const sender = { companyId: id, senderName: 'A', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
    const refused = await api.call('POST', '/senders', {
      token,
      body: { ...sender, dateFrom: '2024-01-01T00:00:00Z' },
    });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { msg: 'Company is disabled' } }]);
    expect((await admin.ask('GET', `/companies/${id}`)).body).toMatchObject({ spent: { value: 0, currency: 'RUB' } });
  });

  test.each([{}, { budget: 0.001 }])('a change to %j is refused', async (body) => {
    const id = await givenCompany(api, (await api.givenPartner()).token);
    expect((await admin.ask('PUT', `/companies/${id}`, body)).status).toBe(400);
  });
});

describe('staff', () => {
  test('are created with roles, and a removed role is gone with the next request', async () => {
    const sre = await givenStaff(api, 'sre');
    expect((await sre.ask('GET', '/links')).status).toBe(200);
    const reply = await admin.ask('PUT', `/staff/${sre.staffId}/roles`, { roles: ['moderator'] });
    expect(reply.body).toMatchObject({ login: sre.login, roles: ['moderator'] });
    expect((await sre.ask('GET', '/links')).status).toBe(403);
    expect((await sre.ask('GET', '/senders')).status).toBe(200);
  });

  test.each([
    ['password', { password: LONG_PASSWORD }],
    ['status', { status: 'DISABLED' }],
  ])('a new %s ends all tokens of that staff member', async (what, body) => {
    const sre = await givenStaff(api, 'sre');
    expect((await admin.ask('POST', `/staff/${sre.staffId}/${what}`, body)).status).toBe(200);
    expect((await sre.ask('GET', '/links')).status).toBe(401);
    const { login, password } = sre;
    const again = await api.call('POST', '/admin/v1/auth/token', { body: { login, password } });
    expect([again.status, again.body]).toMatchObject([401, { error: { code: 4012 } }]);
  });

  test('the last active admin can neither be disabled nor lose the role', async () => {
    const alone = await givenApi();
    try {
      const last = await givenStaff(alone, 'admin');
      const path = `/staff/${last.staffId}`;
      expect((await last.ask('POST', `${path}/status`, { status: 'DISABLED' })).status).toBe(400);
      expect((await last.ask('PUT', `${path}/roles`, { roles: [] })).status).toBe(400);
      await givenStaff(alone, 'admin');
      expect((await last.ask('PUT', `${path}/roles`, { roles: [] })).status).toBe(200);
    } finally {
      await alone.close();
    }
  });

  test('a token expires', async () => {
    const sre = await givenStaff(api, 'sre');
    await expireStaffTokens(api, sre.staffId);
    expect((await sre.ask('GET', '/links')).status).toBe(401);
  });

  test('a short password is refused, and only digests of passwords are stored', async () => {
    const account = { login: 'short', password: 'short', roles: [] };
    expect((await admin.ask('POST', '/staff', account)).status).toBe(400);
    for (const row of await storedStaff(api)) expect(row).toContain('$argon2id$');
  });
});

test('every change leaves exactly one row in the log, with its request and without secrets', async () => {
  const boss = await givenStaff(api, 'admin');
  const created = await boss.ask('POST', '/partners', { login: 'logged', password: LONG_PASSWORD });
  const partnerId = numberAt(created.body, 'partnerId');
  const changed = await boss.ask('POST', `/partners/${partnerId}/password`, { password: `${LONG_PASSWORD}!` });
  await boss.ask('POST', '/partners', { login: 'logged', password: LONG_PASSWORD });
  await boss.ask('POST', '/partners/999999/password', { password: LONG_PASSWORD });
  await boss.ask('GET', '/partners');
  const subject = { subjectKind: 'partner', subjectId: String(partnerId), staffId: boss.staffId };
  const log = await actionsOf(api.platform, boss.staffId);
  expect(log).toEqual([
    {
      ...subject,
      action: 'partner.create',
      details: { login: 'logged', currency: 'RUB' },
      requestId: created.headers.get('x-request-id'),
    },
    { ...subject, action: 'partner.password', details: {}, requestId: changed.headers.get('x-request-id') },
  ]);
  expect(JSON.stringify(log)).not.toContain(LONG_PASSWORD);
  expect((await boss.ask('GET', `/actions?staffId=${boss.staffId}&action=partner.password`)).body).toMatchObject({
    items: [{ login: boss.login, action: 'partner.password', subjectId: String(partnerId) }],
  });
});

test('the log pages by cursor, and its rows cannot be changed', async () => {
  const { body } = await admin.ask('GET', '/actions?limit=2');
  const [, second] = (body as { items: { id: number }[] }).items; // checked against the contract by the client
  const next = await admin.ask('GET', `/actions?limit=1&beforeId=${second?.id}`);
  expect(next.body).toMatchObject({ items: [{ id: (second?.id ?? 0) - 1 }] });
  const { pool } = api.platform.db;
  for (const attempt of [
    "update staff_actions set action = ''",
    'delete from staff_actions',
    'truncate staff_actions',
  ]) {
    await expect(pool.query(attempt)).rejects.toThrow('append-only');
  }
});
