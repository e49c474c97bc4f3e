import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi, givenCompany } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { valueAt } from '../../given/json-path.ts';
import { changeSender } from '../../given/rows/senders.ts';
import { isDatetime } from '../../given/value-formats.ts';

let api: Api;
let strict: Api;
let token: string;
let companyId: number;
let id: number;
beforeAll(async () => {
  api = await givenApi();
  strict = await givenApi({ moderation: 'manual' });
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  id = await given();
});
afterAll(() => Promise.all([api.close(), strict.close()]));

const PAST = '2024-07-01T00:00:00Z';
const FUTURE = '2031-01-01T00:00:00Z';
const STATUSES: readonly SenderStatus[] = [
  'DRAFT',
  'PRE_REVIEW',
  'INTERNAL_REVIEW',
  'EXTERNAL_REVIEW',
  'AWAITING',
  'APPROVED',
  'REJECTED',
  'DENIED',
  'CLOSED',
];

async function given(change: object = {}): Promise<number> {
  const body = {
    companyId,
    senderName: 'Shop',
    channelType: 'SMS',
    commonType: 'COMMON',
    brand: 'MTS',
    dateFrom: PAST,
  };
  return numberAt((await api.call('POST', '/senders', { token, body: { ...body, ...change } })).body, 'id');
}
const get = async () => (await api.call('GET', `/senders/${id}`, { token })).body;
const put = (body: unknown) => api.call('PUT', `/senders/${id}`, { token, body });
const post = (action: string, body?: unknown) =>
  api.call('POST', `/senders/${id}/${action}`, { token, ...(body !== undefined && { body }) });
const dispatch = () =>
  api.call('POST', '/dispatches', {
    token,
    body: {
      companyId,
      name: 'July',
      senderIds: [id],
      channelType: 'SMS',
      text: 'Hi',
      messages: [{ destination: '79161230001' }],
    },
  });
const complaint = (field: string) => [
  400,
  { error: { code: 4000, msg: expect.stringContaining(field), details: expect.any(Array) } },
];

describe('PUT /senders/{id}', () => {
  covers(
    'sender.update.200',
    'sender.update.senderName.optional',
    'sender.update.commonType.optional',
    'sender.update.dateFrom.optional',
    'sender.update.dateTo.optional',
    'move.sender.dateTo.sets-end',
    'sender.dateTo.end',
  );
  test.each([
    ['senderName', { senderName: 'Other' }],
    ['commonType', { commonType: 'PROMO' }],
    ['dateFrom', { dateFrom: FUTURE }],
    ['dateTo', { dateTo: FUTURE }],
  ])('answers 200 with %s changed and the rest unchanged', async (_statement, change) => {
    const before = await get();
    const reply = await put(change);
    expect([reply.status, reply.body]).toEqual([200, { ...Object(before), ...change }]);
    expect(await get()).toEqual(reply.body);
  });

  covers('sender.update.200');
  test('answers 200 to an empty body', async () => {
    expect((await put({})).status).toBe(200);
  });

  covers(
    'sender.update.senderName.optional',
    'sender.update.commonType.optional',
    'sender.update.dateFrom.optional',
    'sender.update.dateTo.optional',
    'sender.update.documentIds.optional',
    'move.sender.dateTo.rules',
  );
  test.each([
    ['senderName is a string', 'senderName', 5],
    ['commonType has no other value', 'commonType', 'START'],
    ['dateFrom is a datetime', 'dateFrom', 'today'],
    ['dateTo is a datetime', 'dateTo', 'never'],
    ['documentIds is an array of strings', 'documentIds', 'x'],
    ['dateTo is after dateFrom', 'dateTo', '2024-06-01T00:00:00Z'],
    ['dateTo is not in the past', 'dateTo', '2024-08-01T00:00:00Z'],
  ])('%s', async (_statement, path, value) => {
    const reply = await put({ [path]: value });
    expect([reply.status, reply.body]).toMatchObject(complaint(path));
  });

  covers('sender.megafon.on-editing');
  test('applies the rule of MEGAFON', async () => {
    id = await given({ brand: 'MEGAFON' });
    for (const senderName of ['A+B', 'A B']) {
      const reply = await put({ senderName });
      expect([reply.status, reply.body]).toMatchObject(complaint('senderName'));
    }
    expect((await put({ senderName: 'Shop!' })).status).toBe(200);
  });

  covers('sender.update.dateTo.closes');
  test('closes a name by dateTo, which then cannot be used', async () => {
    expect((await dispatch()).status).toBe(200);
    const soon = new Date(api.platform.clock.now().getTime() + 60_000).toISOString();
    expect((await put({ dateTo: soon })).status).toBe(200);
    await api.advance(61);
    expect((await dispatch()).status).toBe(400);
  });
});

describe('suspension', () => {
  covers('move.sender.suspend.any-status', 'move.sender.unsuspend.any-status');
  test.each(STATUSES)('works in %s and keeps the status', async (status) => {
    await changeSender(api, id, { status });
    expect((await post('suspend')).body).toMatchObject({ status, suspended: true });
    expect((await post('unsuspend')).body).toMatchObject({ status, suspended: false });
  });

  covers(
    'sender.suspend.200',
    'sender.suspend.200.suspendReason',
    'move.sender.suspend.stores-reason',
    'sender.suspendReason.after-reason',
    'move.sender.suspend.status-unchanged',
  );
  test('answers 200 with suspended true and the reason, which is stored', async () => {
    const reply = await post('suspend', { reason: 'complaints' });
    const sender = { id, status: 'DRAFT', suspended: true, suspendReason: 'complaints' };
    expect([reply.status, reply.body]).toMatchObject([200, sender]);
    expect(await get()).toMatchObject(sender);
  });

  covers('sender.suspend.reason.optional', 'move.sender.suspend.stores-reason');
  test('needs no reason, and a reason is a string', async () => {
    expect((await post('suspend', { reason: 5 })).status).toBe(400);
    const reply = await post('suspend');
    expect([reply.status, reply.body]).toMatchObject([200, { suspended: true }]);
    expect(reply.body).not.toHaveProperty('suspendReason');
  });

  covers('sender.suspended.blocks-use', 'move.sender.unsuspend.allows-use');
  test('prevents the use in dispatches until it ends', async () => {
    await post('suspend');
    expect((await dispatch()).status).toBe(400);
    await post('unsuspend');
    expect((await dispatch()).status).toBe(200);
  });

  covers('sender.unsuspend.200', 'sender.unsuspend.no-body', 'move.sender.unsuspend.status-unchanged');
  test('ends without a body, with suspended false', async () => {
    await post('suspend', { reason: 'complaints' });
    const reply = await post('unsuspend');
    expect([reply.status, reply.body]).toMatchObject([200, { id, status: 'DRAFT', suspended: false }]);
  });

  covers('move.sender.dateTo.needed-beside-suspend');
  test('does not end the service: only dateTo does', async () => {
    expect((await post('suspend')).body).toMatchObject({ dateTo: null });
    expect((await put({ dateTo: FUTURE })).body).toMatchObject({ suspended: true, dateTo: FUTURE });
  });
});

describe('a sender name', () => {
  const usable = async (status: SenderStatus) => {
    const { token: own } = await strict.givenPartner();
    const company = await givenCompany(strict, own);
    const name = { senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom: PAST };
    const created = await strict.call('POST', '/senders', { token: own, body: { companyId: company, ...name } });
    const senderId = numberAt(created.body, 'id');
    await changeSender(strict, senderId, { status });
    const shown = await strict.call('GET', `/senders/${senderId}`, { token: own });
    expect(shown.body).toMatchObject({ status });
    const messages = [{ destination: '79161230001' }];
    const body = { companyId: company, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi', messages };
    return (await strict.call('POST', '/dispatches', { token: own, body })).status === 200;
  };

  covers(
    'sender-status.DRAFT',
    'sender.status.enum',
    'sender-status.PRE_REVIEW',
    'sender-status.INTERNAL_REVIEW',
    'sender-status.EXTERNAL_REVIEW',
    'sender-status.AWAITING',
    'sender-status.APPROVED',
    'sender-status.REJECTED',
    'sender-status.DENIED',
    'sender-status.CLOSED',
  );
  test.each<[SenderStatus, boolean]>([
    ['DRAFT', false],
    ['PRE_REVIEW', false],
    ['INTERNAL_REVIEW', false],
    ['EXTERNAL_REVIEW', false],
    // The dispatch is prepared and waits for the approval.
    ['AWAITING', true],
    ['APPROVED', true],
    ['REJECTED', false],
    ['DENIED', false],
    ['CLOSED', false],
  ])('in status %s may be used by a new dispatch: %j', async (status, maySend) => {
    expect(await usable(status)).toBe(maySend);
  });

  covers('sender.managerComment.string-or-null', 'sender.rejectedAt.datetime-or-null');
  test('that is rejected shows time and reason', async () => {
    await changeSender(api, id, { status: 'REJECTED', rejectedAt: new Date(), managerComment: 'not yours' });
    expect(await get()).toMatchObject({ status: 'REJECTED', managerComment: 'not yours' });
    expect(valueAt(await get(), 'rejectedAt')).toSatisfy(isDatetime);
  });

  covers('sender.fee.double');
  test('under a fee shows it', async () => {
    await changeSender(api, id, { feeMicros: 2_500_500_000 });
    expect(await get()).toMatchObject({ fee: 2500.5 });
  });
});
