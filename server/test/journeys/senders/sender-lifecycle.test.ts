import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { moderateSender, type SenderVerdict } from '../../../src/features/senders/moderate-sender.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { givenCompany, signUp } from '../../given/api.ts';
import { useCell } from '../../given/cell.ts';
import { numberAt, textAt } from '../../given/http-client.ts';
import { givenDocuments } from '../../given/rows/documents.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'manual' }, workers: ['clock'] });

const DAY = 86_400;
const inDays = (days: number) => new Date(cell().now().getTime() + days * DAY * 1_000).toISOString();
const judge = (id: number, verdict: SenderVerdict) =>
  inTransaction(cell().platform.db, (tx) => moderateSender(tx, id, verdict));

async function givenName(change: object = {}) {
  const { token } = await signUp(cell().platform, cell().call);
  const companyId = await givenCompany(cell(), token);
  const draft = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const body = { ...draft, dateFrom: '2024-07-01T00:00:00Z', ...change };
  const created = await cell().call('POST', '/senders', { token, body });
  expect(created.body).toMatchObject({ status: 'DRAFT' });
  const id = numberAt(created.body, 'id');
  const get = async () => (await cell().call('GET', `/senders/${id}`, { token })).body;
  const untilStatus = (status: SenderStatus) =>
    until(`sender ${id} is ${status}`, async () => {
      const sender = await get();
      return textAt(sender, 'status') === status && sender;
    });
  const put = (change_: object) => cell().call('PUT', `/senders/${id}`, { token, body: change_ });
  const dispatch = () =>
    cell().call('POST', '/dispatches', {
      token,
      body: {
        companyId,
        name: 'July',
        senderIds: [id],
        channelType: 'SMS',
        text: 'Hi',
        messages: [{ destination: '79161230000' }],
      },
    });
  return { id, token, companyId, get, put, dispatch, untilStatus };
}

/** Moves the name through the review up to the operator. */
async function forwarded(change: object = {}, plan: 'START' | 'PRO' = 'START') {
  const name = await givenName(change);
  await name.untilStatus('PRE_REVIEW');
  await judge(name.id, { kind: 'take' });
  await judge(name.id, { kind: 'forward', plan });
  return name;
}

describe('a request', () => {
  covers('sender-status.PRE_REVIEW');
  test('reaches the moderators by itself when it is complete', async () => {
    const name = await givenName();
    await name.untilStatus('PRE_REVIEW');
  });

  test('for advertising waits for a document', async () => {
    const name = await givenName({ commonType: 'PROMO' });
    await cell().settle();
    expect(await name.get()).toMatchObject({ status: 'DRAFT', waitsFor: ['documentIds'] });
    const documentIds = await givenDocuments(cell(), name.companyId);
    expect((await name.put({ documentIds })).body).toMatchObject({ status: 'DRAFT' });
    await name.untilStatus('PRE_REVIEW');
    expect(await name.get()).not.toHaveProperty('waitsFor');
  });
});

describe('review', () => {
  covers('sender-status.INTERNAL_REVIEW', 'sender-status.EXTERNAL_REVIEW', 'sender-status.APPROVED');
  test('leads to a usable name: claimed, forwarded, accepted', async () => {
    const name = await givenName();
    await name.untilStatus('PRE_REVIEW');
    expect((await name.dispatch()).status).toBe(400);
    expect(await judge(name.id, { kind: 'take' })).toMatchObject({
      from: 'PRE_REVIEW',
      sender: { status: 'INTERNAL_REVIEW' },
    });
    expect(await judge(name.id, { kind: 'forward', plan: 'START' })).toMatchObject({
      sender: { status: 'EXTERNAL_REVIEW', feeMicros: null },
    });
    expect(await judge(name.id, { kind: 'accept' })).toMatchObject({ sender: { status: 'APPROVED' } });
    expect((await name.dispatch()).status).toBe(200);
  });

  test('sets the fee of a PRO name by its operator when it is forwarded', async () => {
    const name = await forwarded({ brand: 'TELE2' }, 'PRO');
    expect(await name.get()).toMatchObject({ status: 'EXTERNAL_REVIEW', fee: 2_500 });
  });

  covers('sender-status.AWAITING');
  test('that accepts a name ahead of its date leaves it waiting for the date', async () => {
    const name = await forwarded({ dateFrom: inDays(3) });
    expect(await judge(name.id, { kind: 'accept' })).toMatchObject({ sender: { status: 'AWAITING' } });
    expect((await name.dispatch()).status).toBe(200);
    await cell().advance(2 * DAY);
    await cell().settle();
    expect(await name.get()).toMatchObject({ status: 'AWAITING' });
    await cell().advance(DAY + 60);
    await name.untilStatus('APPROVED');
    expect((await name.dispatch()).status).toBe(200);
  });

  covers('sender-status.REJECTED');
  test.each(['PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW'] as const)(
    'that rejects a name in %s shows the reason, and the name is corrected and submitted again',
    async (status) => {
      const name = await givenName();
      await name.untilStatus('PRE_REVIEW');
      if (status !== 'PRE_REVIEW') await judge(name.id, { kind: 'take' });
      if (status === 'EXTERNAL_REVIEW') await judge(name.id, { kind: 'forward', plan: 'START' });
      await judge(name.id, { kind: 'reject', managerComment: 'too general' });
      expect(await name.get()).toMatchObject({
        status: 'REJECTED',
        managerComment: 'too general',
        rejectedAt: expect.any(String),
      });
      expect((await name.put({ senderName: 'NordShop' })).body).toMatchObject({
        status: 'PRE_REVIEW',
        managerComment: null,
        rejectedAt: null,
      });
    },
  );

  covers('sender-status.DENIED');
  test.each(['EXTERNAL_REVIEW', 'APPROVED'] as const)(
    'that denies a name in %s ends it permanently',
    async (status) => {
      const name = await forwarded({ senderName: status.slice(0, 8) });
      if (status === 'APPROVED') await judge(name.id, { kind: 'accept' });
      await judge(name.id, { kind: 'deny', managerComment: 'complaints' });
      expect(await name.get()).toMatchObject({ status: 'DENIED', managerComment: 'complaints' });
      expect((await name.put({ dateTo: inDays(1) })).status).toBe(400);
      for (const verdict of [{ kind: 'take' }, { kind: 'accept' }] as const)
        await expect(judge(name.id, verdict)).rejects.toMatchObject({ reason: 'sender-status' });
    },
  );

  test('refuses every verdict that the status table does not have', async () => {
    const name = await givenName();
    const verdicts: SenderVerdict[] = [{ kind: 'forward', plan: 'PRO' }, { kind: 'accept' }, { kind: 'deny' }];
    await name.untilStatus('PRE_REVIEW');
    for (const verdict of verdicts)
      await expect(judge(name.id, verdict)).rejects.toMatchObject({
        reason: 'sender-status',
        message: 'Inappropriate sender status: PRE_REVIEW',
      });
    await expect(judge(name.id, { kind: 'reject', managerComment: ' ' })).rejects.toMatchObject({
      reason: 'bad-request',
    });
    await expect(judge(2_147_483_647, { kind: 'take' })).rejects.toMatchObject({ reason: 'not-found' });
    expect(await name.get()).toMatchObject({ status: 'PRE_REVIEW', fee: null });
  });

  test('accepts one of two concurrent verdicts', async () => {
    const name = await forwarded();
    const verdicts: SenderVerdict[] = [{ kind: 'accept' }, { kind: 'reject', managerComment: 'no' }];
    const results = await Promise.allSettled(verdicts.map((verdict) => judge(name.id, verdict)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the end of a name', () => {
  covers('sender-status.CLOSED', 'move.sender.dateTo.needed-beside-suspend');
  test('comes when dateTo is reached, also for a suspended name', async () => {
    const name = await forwarded();
    await judge(name.id, { kind: 'accept' });
    await name.put({ dateTo: inDays(2) });
    await cell().call('POST', `/senders/${name.id}/suspend`, { token: name.token });
    await cell().advance(DAY);
    await cell().settle();
    expect(await name.get()).toMatchObject({ status: 'APPROVED', suspended: true });
    await cell().advance(DAY + 60);
    await name.untilStatus('CLOSED');
    expect((await name.put({ dateTo: null })).status).toBe(400);
    const again = {
      companyId: name.companyId,
      senderName: 'Shop',
      channelType: 'SMS',
      commonType: 'COMMON',
      brand: 'MTS',
    };
    const reply = await cell().call('POST', '/senders', { token: name.token, body: { ...again, dateFrom: inDays(0) } });
    expect(reply.status).toBe(201);
  });

  test('closes a name under review too', async () => {
    const name = await givenName();
    await name.put({ dateTo: inDays(1) });
    await cell().advance(DAY + 60);
    await name.untilStatus('CLOSED');
  });
});
