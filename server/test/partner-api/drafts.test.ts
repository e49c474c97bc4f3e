// Estimates of a dispatch without creating it, and deletion of one that was never started.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { sweepDeletedDispatches } from '../../src/features/dispatches/delete-dispatch.ts';
import { numberAt } from '../given/http-client.ts';
import { dispatchDraft, refused, usePartner } from '../given/people/partner-calls.ts';
import { rowCountsOf } from '../given/rows/dispatches.ts';
import { messageIdsOf } from '../given/rows/messages.ts';
import { tableDigests } from '../isolation/table-digests.ts';

const { api, call, newCompany, newSender } = usePartner();
let companyId: number;
let senderId: number;
beforeEach(async () => {
  companyId = await newCompany();
  senderId = await newSender(companyId);
});

const draft = (change: object = {}) => dispatchDraft(companyId, senderId, change);
const given = async (change: object = {}) => numberAt((await call('POST', '/dispatches', draft(change))).body, 'id');

describe('DELETE /dispatches/{id}', () => {
  covers('dispatch.delete.200');
  test('deletes a dispatch that was never started, with its messages', async () => {
    const id = await given({
      messages: Array.from({ length: 6_000 }, (_, at) => ({ destination: `${79_161_200_000 + at}` })),
    });
    const [first] = await messageIdsOf(api(), id);
    const reply = await call('DELETE', `/dispatches/${id}`);
    expect([reply.status, reply.body]).toEqual([200, { id }]);
    const missing = refused(4040, `Dispatch ${id} not found`);
    expect(await call('GET', `/dispatches/${id}`)).toMatchObject(missing);
    expect(await call('GET', `/messages?dispatchId=${id}`)).toMatchObject(missing);
    expect(await call('DELETE', `/dispatches/${id}`)).toMatchObject(missing);
    expect(await call('POST', `/dispatches/${id}/start`)).toMatchObject(missing);
    expect((await call('GET', `/messages/${first}`)).status).toBe(404);
    expect((await call('GET', `/dispatches?companyId=${companyId}`)).body).toMatchObject({ total: 0 });
    while (await sweepDeletedDispatches(api().platform));
    expect(await rowCountsOf(api(), id)).toEqual({ dispatches: 0, messages: 0, strands: 0, dispatch_refusals: 0 });
  });

  covers('dispatch.delete.status');
  test('is refused after the start', async () => {
    const id = await given();
    await call('POST', `/dispatches/${id}/start`);
    const status = refused(4000, 'Inappropriate dispatch status: STARTED');
    expect(await call('DELETE', `/dispatches/${id}`)).toMatchObject(status);
    await sweepDeletedDispatches(api().platform);
    expect((await call('GET', `/messages?dispatchId=${id}`)).body).toMatchObject({ total: 1 });
  });
});

describe('POST /dispatches/estimate', () => {
  covers('dispatch.estimate.200');
  test('answers as creating would, and stores nothing', async () => {
    const before = await tableDigests(api().platform.db);
    const reply = await call('POST', '/dispatches/estimate', draft());
    expect(await tableDigests(api().platform.db)).toEqual(before);
    const { priceEstimate, total, success, failed, rejected } = Object(
      (await call('POST', '/dispatches', draft())).body,
    );
    expect([reply.status, reply.body]).toEqual([200, { priceEstimate, total, success, failed, rejected, zones: [] }]);
    expect(reply.body).toMatchObject({
      total: 2,
      success: 1,
      failed: 1,
      rejected: [{ errorCode: ERROR.numberUnusable }],
    });
  });

  covers('dispatch.created.priceEstimate.split', 'dispatch.item.packagesEstimate');
  test('separates the messages from the packages that they may open', async () => {
    const senderIds = [senderId, await newSender(companyId, { brand: 'BEELINE' })];
    senderIds.push(await newSender(companyId, { brand: 'MEGAFON' }));
    const messages = ['79161230001', '79031230002', '79261230003'].map((destination) => ({ destination }));
    const three = draft({ senderIds, messages });
    const split = { total: 58.2, messagesTotal: 8.2, packagesTotal: 50, currency: 'RUB', parts: 3 };
    expect((await call('POST', '/dispatches/estimate', three)).body).toMatchObject({ priceEstimate: split });
    const made = (await call('POST', '/dispatches', three)).body;
    expect(made).toMatchObject({ priceEstimate: split });
    const path = `/dispatches/${numberAt(made, 'id')}`;
    expect((await call('GET', path)).body).toMatchObject({ priceEstimate: 58.2, packagesEstimate: 50 });
    await call('POST', `${path}/start`);
    expect((await call('GET', path)).body).toMatchObject({ priceEstimate: 58.2, packagesEstimate: 50 });
    const more = (await call('POST', '/dispatches', draft())).body;
    expect(more).toMatchObject({ priceEstimate: { total: 3.2, messagesTotal: 3.2, packagesTotal: 0 } });
  });

  test('refuses the same bodies as creating', async () => {
    const wrong = { ...draft(), senderIds: [999_999_999] };
    const [estimated, created] = [
      await call('POST', '/dispatches/estimate', wrong),
      await call('POST', '/dispatches', wrong),
    ];
    expect([estimated.status, estimated.body]).toEqual([created.status, created.body]);
    expect(estimated.status).toBe(400);
  });
});
