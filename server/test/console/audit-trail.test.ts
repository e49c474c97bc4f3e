// The audit trail of changes, exports, reads and refused sign-ins: a change and its row are written together.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetReads } from '../../src/features/back-office/staff-actions.ts';
import { forgetFailedSignIns } from '../../src/features/sessions/failed-sign-ins.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, givenStaffConsole, type PartnerUser } from '../given/people/console.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { countStaffActions, partnerActionsOf } from '../given/rows/actions.ts';
import { companyName } from '../given/rows/companies.ts';
import { whileActionsFail } from '../given/rows/faults.ts';
import { messageIdsOf } from '../given/rows/messages.ts';
import { storedFailedSignIns } from '../given/rows/sign-ins.ts';

let api: Api;
let owner: PartnerUser;
let companyId: number;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  owner = await givenPartnerUser(api);
  companyId = await givenCompany(api, owner.token, { budget: 1_000 });
});
afterAll(() => api.close());

const deedsOf = async ({ partnerId }: PartnerUser, wanted: string) =>
  (await partnerActionsOf(api, partnerId)).filter(({ action }) => action === wanted);

const nameOf = () => companyName(api, companyId);

describe('a change and its row', () => {
  test('are written together or not at all', async () => {
    const before = await nameOf();
    await whileActionsFail(api, 'updateCompany', async () => {
      expect((await owner.put(`/partner/company/${companyId}`, { name: 'Unrecorded' })).status).toBe(500);
      expect(await nameOf()).toBe(before);
    });
    expect((await owner.put(`/partner/company/${companyId}`, { name: 'Recorded' })).status).toBe(200);
    expect(await nameOf()).toBe('Recorded');
    expect(await deedsOf(owner, 'updateCompany')).toMatchObject([{ id: String(companyId), login: owner.login }]);
  });

  test('are written once when the request is repeated under its idempotency key', async () => {
    const company = { name: 'Once', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
    const headers = { cookie: owner.cookie, 'x-csrf-token': owner.csrfToken, 'idempotency-key': 'once' };
    const send = () => api.call('POST', '/console/api/v1/partner/company', { headers, body: { company } });
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await deedsOf(owner, 'createCompany')).toHaveLength(1);
  });

  test('name the result of the change', async () => {
    const key = { companyId, name: 'Shop', type: 'MESSAGES', allowedAddresses: ['127.0.0.0/8'] };
    const { body } = await owner.post('/keys', key);
    const [deed] = await deedsOf(owner, 'consoleCreateKey');
    expect(deed).toMatchObject({
      id: (body as { keyId: string }).keyId, // checked against the contract by the client
      details: { companyId, type: 'MESSAGES', allowedAddresses: ['127.0.0.0/8'] },
    });
  });
});

describe('reads that are logged', () => {
  test('an export logs the number of rows, not the words of the search', async () => {
    expect((await owner.get(`/messages/export?company=${companyId}&destination=79161230000`)).status).toBe(200);
    const deeds = await deedsOf(owner, 'consoleExportMessages');
    expect(deeds).toMatchObject([{ details: { company: companyId, filters: ['company', 'destination'] } }]);
    expect(JSON.stringify(deeds)).not.toContain('79161230000');
    await owner.get('/companies.csv');
    expect(await deedsOf(owner, 'consoleDownloadCompanies')).toHaveLength(1);
  });

  test('a refused export leaves no row', async () => {
    const reader = await givenPartnerUser(api, { role: 'finance', partner: owner });
    expect((await reader.get('/messages/export?from=yesterday')).status).toBeGreaterThanOrEqual(400);
    expect(await deedsOf(owner, 'consoleExportMessages')).toHaveLength(1);
  });

  test('staff who look at one message are in the log, by token and by session', async () => {
    const id = await givenMessage();
    const [support, desk] = [await givenStaff(api, 'support'), await givenStaffConsole(api, 'support')];
    expect((await support.ask('GET', `/messages/${id}/trace`)).status).toBe(200);
    expect((await desk.get(`/admin/messages/${id}/price`)).status).toBe(200);
    expect(await actionsOf(api.platform, support.staffId)).toMatchObject([
      { action: 'adminTraceMessage', subjectKind: 'messages', subjectId: id },
    ]);
    expect(await actionsOf(api.platform, desk.staffId)).toMatchObject([
      { action: 'adminExplainPrice', subjectKind: 'messages', subjectId: id },
    ]);
  });

  test('leave the log after a year, and changes never do', async () => {
    const reads = () => countStaffActions(api, 'reads');
    expect(await reads()).toBeGreaterThan(0);
    await forgetReads(api.platform);
    expect(await reads()).toBeGreaterThan(0);
    await api.advance(366 * 86_400);
    const changes = await countStaffActions(api, 'changes');
    expect(await forgetReads(api.platform)).toBe(false);
    expect(await reads()).toBe(0);
    expect(await countStaffActions(api, 'changes')).toBe(changes);
    await expect(api.platform.db.pool.query('delete from staff_actions')).rejects.toThrow('append-only');
  });
});

async function givenMessage(): Promise<string> {
  const { token } = owner;
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const made = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  const draft = { companyId, name: 'July', senderIds: [numberAt(made.body, 'id')], channelType: 'SMS', text: 'Hi' };
  const messages = [{ destination: '79161230000' }];
  const { body } = await api.call('POST', '/dispatches', { token, body: { ...draft, messages } });
  const [id = ''] = await messageIdsOf(api, numberAt(body, 'id'));
  return id;
}

describe('a refused sign-in', () => {
  let admin: GivenStaff;
  beforeAll(async () => {
    admin = await givenStaff(api, 'admin');
  });
  const SIGN_INS = [
    ['the console', '/console/api/v1/session', 'signIn'],
    ['the partner API', '/auth/token', 'issueToken'],
    ['the back office', '/admin/v1/auth/token', 'issueStaffToken'],
  ] as const;
  const failed = async (query = '') => {
    const { body } = await admin.ask('GET', `/failed-sign-ins?${query}`);
    return (body as { items: Record<string, unknown>[] }).items; // checked against the contract by the client
  };

  test.each(SIGN_INS)('to %s is counted by login and address', async (_name, path, door) => {
    const { login, partnerId } = await givenPartnerUser(api);
    const guess = (password: string) => api.call('POST', path, { body: { login, password } });
    expect((await guess('first guess')).status).toBe(401);
    expect((await guess('second guess')).status).toBe(401);
    const rows = await failed(`login=${login}`);
    expect(rows).toMatchObject([{ door, login, address: '127.0.0.1', partnerId, staffId: null, tries: 2 }]);
    expect(JSON.stringify(await storedFailedSignIns(api))).not.toContain('guess');
  });

  test('with an unknown login keeps the beginning of the typed login', async () => {
    const typed = `hunter2-${randomUUID()}`;
    await api.call('POST', '/auth/token', { body: { login: typed, password: 'x' } });
    expect(await failed(`login=${encodeURIComponent('hun…')}`)).toMatchObject([{ partnerId: null, tries: 1 }]);
    expect(JSON.stringify(await storedFailedSignIns(api))).not.toContain(typed);
  });

  test('with an invalid sign-in link has no login', async () => {
    await api.call('POST', '/console/api/v1/session/link', { body: { token: randomUUID() } });
    expect(await failed('login=')).toMatchObject([{ door: 'signInByLink' }]);
  });

  test('is deleted after 90 days, and the oldest are deleted when there are too many', async () => {
    expect((await failed()).length).toBeGreaterThan(3);
    const newest = (await failed()).slice(0, 2);
    await forgetFailedSignIns(api.platform, 2);
    expect(await failed()).toEqual(newest);
    await api.advance(91 * 86_400);
    await forgetFailedSignIns(api.platform);
    expect(await storedFailedSignIns(api)).toEqual([]);
  });
});
