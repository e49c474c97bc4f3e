import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import {
  blockNumber,
  blockSenderName,
  unblockNumber,
  unblockSenderName,
} from '../../src/features/blacklist/block-lists.ts';
import { inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { blacklistOf, givenBlacklisted } from '../given/rows/blacklist.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi({ testMode: true });
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

const put = (body: object, by = token) => api.call('PUT', '/recipients', { token: by, body: { companyId, ...body } });

const NUMBER = '79161230001';
const OTHER = '79161230002';

async function givenSender(ofCompany = companyId, senderName = 'Shop') {
  const name = { companyId: ofCompany, senderName, channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const body = { ...name, dateFrom: '2024-07-01T00:00:00Z' };
  return numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
}

async function dispatch(senderId: number, destinations: readonly string[], ofCompany = companyId) {
  const draft = { companyId: ofCompany, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi' };
  const messages = destinations.map((destination) => ({ destination }));
  const { body } = await api.call('POST', '/dispatches', { token, body: { ...draft, messages } });
  return body;
}

describe('PUT /recipients', () => {
  covers('recipient.put.200', 'recipient.msisdn', 'recipient.companyId', 'recipient.blacklist');
  test('answers 200 with the number in digits, the company and the flag', async () => {
    const reply = await put({ msisdn: NUMBER, blacklist: true });
    expect([reply.status, reply.body]).toEqual([200, { msisdn: NUMBER, companyId, blacklist: true }]);
  });

  test.each([
    ['+7 (916) 123-00-01', NUMBER],
    ['89161230001', NUMBER],
    ['380501234567', '380501234567'],
  ])('reads %s as %s', async (msisdn, digits) => {
    expect((await put({ msisdn, blacklist: true })).body).toEqual({ msisdn: digits, companyId, blacklist: true });
  });

  covers('recipient.put.added-seven');
  test('adds the 7 of Russia to ten digits that begin with 9, and says so', async () => {
    const completed = { msisdn: NUMBER, companyId, addedSeven: true };
    expect((await put({ msisdn: '9161230001', blacklist: true })).body).toEqual({ ...completed, blacklist: true });
    const senderId = await givenSender();
    expect(await dispatch(senderId, [NUMBER])).toMatchObject({ rejected: [{ errorCode: ERROR.numberBlocked }] });
    expect((await put({ msisdn: '916 123-00-01', blacklist: false })).body).toEqual({ ...completed, blacklist: false });
    expect(await dispatch(senderId, [NUMBER])).toMatchObject({ rejected: [] });
    // A plus means that the country code is present.
    const maldives = { msisdn: '9607712345', companyId, blacklist: true };
    expect((await put({ msisdn: '+960 771-2345', blacklist: true })).body).toEqual(maldives);
  });

  test('also removes an old entry of ten digits', async () => {
    await givenBlacklisted(api, companyId, '9161230001');
    await put({ msisdn: '9161230001', blacklist: false });
    expect(await blacklistOf(api, companyId)).toEqual([]);
  });

  covers('recipient.put.comment.optional', 'recipient.comment-on-input');
  test('takes an optional comment of at most 500 characters, which is never shown', async () => {
    const reply = await put({ msisdn: NUMBER, blacklist: true, comment: 'x'.repeat(500) });
    expect([reply.status, reply.body]).toEqual([200, { msisdn: NUMBER, companyId, blacklist: true }]);
    expect((await put({ msisdn: NUMBER, blacklist: true, comment: 'x'.repeat(501) })).status).toBe(400);
    expect((await put({ msisdn: NUMBER, blacklist: true, comment: 7 })).status).toBe(400);
  });

  covers('recipient.put.companyId.required', 'recipient.put.msisdn.required', 'recipient.put.blacklist.required');
  test.each([
    ['no companyId', { companyId: undefined, msisdn: NUMBER, blacklist: true }],
    ['a companyId that is not an integer', { companyId: 'x', msisdn: NUMBER, blacklist: true }],
    ['no msisdn', { blacklist: true }],
    ['an msisdn that is not a text', { msisdn: 79_161_230_001, blacklist: true }],
    ['an msisdn that is not a phone number', { msisdn: '12345', blacklist: true }],
    ['an msisdn with letters', { msisdn: '7916123000x', blacklist: true }],
    ['no blacklist', { msisdn: NUMBER }],
    ['a blacklist that is not a boolean', { msisdn: NUMBER, blacklist: 'true' }],
  ])('refuses %s', async (_, body) => {
    const reply = await put(body);
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  test('answers 404 for a missing company and for that of another partner', async () => {
    const stranger = await api.givenPartner();
    const body = { msisdn: NUMBER, blacklist: true };
    const [foreign, missing] = [await put(body, stranger.token), await put({ ...body, companyId: 2_147_483_647 })];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect([foreign.body, missing.body]).toMatchObject([{ error: { code: 4040 } }, { error: { code: 4040 } }]);
  });

  test('may be repeated, and the newest comment stays', async () => {
    for (const comment of ['one', 'two']) {
      expect((await put({ msisdn: NUMBER, blacklist: true, comment })).status).toBe(200);
    }
    expect(await blacklistOf(api, companyId)).toMatchObject([{ comment: 'two' }]);
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await put({ msisdn: NUMBER, blacklist: false })).body).toMatchObject({ blacklist: false });
    }
  });
});

describe('a blacklisted number', () => {
  covers('recipient.put.blacklist.true-adds');
  test('is rejected with 453 while the other recipients are accepted', async () => {
    await put({ msisdn: NUMBER, blacklist: true });
    const body = await dispatch(await givenSender(), [OTHER, '+7 916 123-00-01']);
    expect(body).toMatchObject({ total: 2, success: 1, failed: 1 });
    expect(body).toMatchObject({
      messages: [{ destination: OTHER }],
      rejected: [
        { index: 1, destination: '+7 916 123-00-01', errorCode: ERROR.numberBlocked, msg: 'Number is on a block list' },
      ],
    });
  });

  test('is rejected when messages are added too', async () => {
    await put({ msisdn: NUMBER, blacklist: true });
    const id = numberAt(await dispatch(await givenSender(), [OTHER]), 'id');
    const { body } = await api.call('POST', `/dispatches/${id}/messages`, {
      token,
      body: { messages: [{ destination: NUMBER }, { destination: '79161230003' }] },
    });
    expect(body).toMatchObject({ success: 1, rejected: [{ destination: NUMBER, errorCode: ERROR.numberBlocked }] });
  });

  covers('recipient.put.blacklist.false-removes');
  test('is accepted again after its removal from the list', async () => {
    await put({ msisdn: NUMBER, blacklist: true });
    await put({ msisdn: NUMBER, blacklist: false });
    expect(await dispatch(await givenSender(), [NUMBER])).toMatchObject({ success: 1, rejected: [] });
  });

  covers('service.blacklist-per-company');
  test('is blocked for its own company only', async () => {
    await put({ msisdn: NUMBER, blacklist: true });
    const other = await givenCompany(api, token);
    expect(await dispatch(await givenSender(other), [NUMBER], other)).toMatchObject({ success: 1, rejected: [] });
  });
});

describe('the block lists of the platform', () => {
  const change = (work: (tx: Tx) => Promise<unknown>) => inTransaction(api.platform.db, work);

  test('reject a number with 453 for every company, until it is removed', async () => {
    const senderId = await givenSender();
    await change((tx) => blockNumber(tx, '8 916 123 00 01', 'asked for by the operator'));
    expect(await dispatch(senderId, [NUMBER, OTHER])).toMatchObject({
      success: 1,
      rejected: [{ destination: NUMBER, errorCode: ERROR.numberBlocked }],
    });
    await change((tx) => unblockNumber(tx, NUMBER));
    expect(await dispatch(senderId, [NUMBER])).toMatchObject({ success: 1 });
  });

  test('reject recipients of a blocked name with 454, in upper and lower case', async () => {
    const senderId = await givenSender(companyId, 'MegaBank');
    await change((tx) => blockSenderName(tx, 'MEGABANK', null));
    expect(await dispatch(senderId, [NUMBER])).toMatchObject({
      success: 0,
      rejected: [
        { index: 0, destination: NUMBER, errorCode: ERROR.senderBlocked, msg: 'Sender name is on a block list' },
      ],
    });
    await change((tx) => unblockSenderName(tx, 'megabank'));
    expect(await dispatch(senderId, [NUMBER])).toMatchObject({ success: 1 });
  });
});
