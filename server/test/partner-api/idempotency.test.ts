// A request under an Idempotency-Key takes effect once: its repetition gets the first answer, even after later changes;
// with another body it is refused; beside a concurrent repetition it is refused too.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetReplies } from '../../src/features/idempotency/keep-reply.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { ageReply } from '../given/rows/requests.ts';
import { countRows } from '../given/rows/statement.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;

const LONG_AGO = '2024-07-01T00:00:00Z';
const company = { name: 'Key', counteragentType: 'LEGAL', counteragentInn: '7700000001' };

beforeAll(async () => {
  api = await givenApi({ databasePool: 8 });
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
  senderId = numberAt((await post('/senders', senderDraft('Shop'))).body, 'id');
});
afterAll(() => api.close());

const senderDraft = (senderName: string) => ({
  companyId,
  senderName,
  brand: 'MTS',
  channelType: 'SMS',
  commonType: 'COMMON',
  dateFrom: LONG_AGO,
});

const dispatchDraft = (count: number) => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi',
  messages: Array.from({ length: count }, (_, at) => ({ destination: String(79_161_230_000 + at) })),
});

function post(path: string, body?: unknown, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return api.call('POST', path, { token, headers, ...(body !== undefined && { body }) });
}

const createdDispatch = async () => numberAt((await post('/dispatches', dispatchDraft(1))).body, 'id');

const countOf = (table: string) => countRows(api, table);

describe('the same request under the same key', () => {
  test('takes effect once and gets the same bytes, marked as a replay', async () => {
    const key = randomUUID();
    const before = await countOf('dispatches');
    const first = await post('/dispatches', dispatchDraft(3), key);
    const second = await post('/dispatches', dispatchDraft(3), key);
    expect(first.status).toBe(200);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await countOf('dispatches')).toBe(before + 1);
  });

  test('gets the status of the first answer', async () => {
    const key = randomUUID();
    const replies = [await post('/company', { company }, key), await post('/company', { company }, key)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
  });

  test('with ten thousand recipients is answered again in full', async () => {
    const key = randomUUID();
    const first = await post('/dispatches', dispatchDraft(10_000), key);
    expect(first.text.length).toBeGreaterThan(1_000_000);
    expect((await post('/dispatches', dispatchDraft(10_000), key)).text).toBe(first.text);
  });

  test('without a body works too: a repeated start is not refused as already started', async () => {
    const id = await createdDispatch();
    const key = randomUUID();
    const first = await post(`/dispatches/${id}/start`, undefined, key);
    const second = await post(`/dispatches/${id}/start/`, undefined, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect((await post(`/dispatches/${id}/start`)).status).toBe(400);
  });
});

describe('an Idempotency-Key', () => {
  test('with another body is refused and changes nothing', async () => {
    const key = randomUUID();
    await post('/dispatches', dispatchDraft(1), key);
    const before = await countOf('messages');
    const reply = await post('/dispatches', dispatchDraft(2), key);
    expect([reply.status, reply.body]).toMatchObject([409, { error: { code: 4090 } }]);
    expect(await countOf('messages')).toBe(before);
  });

  test('is independent per path and per partner', async () => {
    const key = randomUUID();
    const ids = [await createdDispatch(), await createdDispatch()];
    for (const id of ids) {
      expect((await post(`/dispatches/${id}/start`, undefined, key)).body).toEqual({ id, status: 'STARTED' });
    }
    const { token: other } = await api.givenPartner();
    const headers = { 'idempotency-key': key };
    const mine = await post('/company', { company }, key);
    const theirs = await api.call('POST', '/company', { token: other, headers, body: { company } });
    expect(numberAt(theirs.body, 'companyId')).not.toBe(numberAt(mine.body, 'companyId'));
  });

  test('of a refused request is free: the corrected request succeeds', async () => {
    const key = randomUUID();
    const draft = dispatchDraft(1);
    expect((await post('/dispatches', { ...draft, text: '' }, key)).status).toBe(400);
    expect((await post('/dispatches', { ...draft, companyId: 999_999 }, key)).status).toBe(404);
    expect((await post('/dispatches', draft, key)).status).toBe(200);
  });

  test.each(['', 'x'.repeat(256), 'ключ', 'tab\there'])('of the form %j is refused', async (key) => {
    const before = await countOf('companies');
    const reply = await post('/company', { company }, Buffer.from(key).toString('latin1'));
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
    expect(await countOf('companies')).toBe(before);
  });

  test('of 255 characters is accepted', async () => {
    expect((await post('/company', { company }, '~'.repeat(255))).status).toBe(201);
  });

  test('is ignored by POST /auth/token', async () => {
    const { login, password } = await api.givenPartner();
    const call = { headers: { 'idempotency-key': 'same' }, body: { login, password } };
    const replies = [await api.call('POST', '/auth/token', call), await api.call('POST', '/auth/token', call)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.text).not.toBe(replies[1]?.text);
  });
});

test('of many concurrent repetitions takes effect once; the others get its answer or are refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const key = randomUUID();
    const draft = dispatchDraft(200);
    const before = await countOf('dispatches');
    const replies = await Promise.all(Array.from({ length: 12 }, () => post('/dispatches', draft, key)));
    expect(await countOf('dispatches')).toBe(before + 1);
    const answers = new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(answers.size).toBe(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body]).toMatchObject([409, { error: { code: 4090 } }]);
    }
    expect((await post('/dispatches', draft, key)).text).toBe([...answers][0]);
  }
});

test('is deleted with its answer after a day', async () => {
  const key = randomUUID();
  const first = await post('/company', { company }, key);
  await forgetReplies(api.platform);
  expect((await post('/company', { company }, key)).body).toEqual(first.body);
  await ageReply(api, key, 25);
  await forgetReplies(api.platform);
  expect((await post('/company', { company }, key)).body).not.toEqual(first.body);
});
