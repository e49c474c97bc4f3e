import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { changed, valueAt } from '../../given/json-path.ts';
import { type Form, isBoolean, isInteger, isString } from '../../given/value-formats.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

const MSISDN = '79161230001';
const valid = () => ({ companyId, msisdn: MSISDN, blacklist: true, comment: 'asked for it' });
const put = (body: unknown) => api.call('PUT', '/recipients', { token, body });

describe('PUT /recipients', () => {
  covers('recipient.put.200', 'recipient.comment-on-input');
  test('answers 200 with msisdn, companyId and blacklist, without the comment', async () => {
    const reply = await put(valid());
    expect([reply.status, reply.body]).toEqual([200, { msisdn: MSISDN, companyId, blacklist: true }]);
  });

  covers('recipient.msisdn', 'recipient.companyId', 'recipient.blacklist');
  test.each<[string, string, Form]>([
    ['msisdn is a string', 'msisdn', isString],
    ['companyId is an integer', 'companyId', isInteger],
    ['blacklist is a boolean', 'blacklist', isBoolean],
  ])('%s', async (_statement, path, form) => {
    expect(valueAt((await put(valid())).body, path)).toSatisfy(form);
  });

  covers(
    'recipient.put.companyId.required',
    'recipient.put.msisdn.required',
    'recipient.put.blacklist.required',
    'recipient.put.comment.optional',
  );
  test.each([
    ['companyId is required', 'companyId', undefined],
    ['companyId is an integer', 'companyId', 'x'],
    ['msisdn is required', 'msisdn', undefined],
    ['msisdn is a string', 'msisdn', 79_161_230_001],
    ['msisdn is a phone number', 'msisdn', '7916'],
    ['blacklist is required', 'blacklist', undefined],
    ['blacklist is a boolean', 'blacklist', 'true'],
    ['comment is a string', 'comment', 5],
  ])('%s', async (_statement, path, value) => {
    const reply = await put(changed(valid(), path, value));
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining(path), details: expect.any(Array) } },
    ]);
  });

  covers('recipient.put.comment.optional');
  test('accepts a request without a comment', async () => {
    expect((await put(changed(valid(), 'comment', undefined))).status).toBe(200);
  });
});

describe('a number on the blacklist', () => {
  const givenShop = async () => {
    const company = await givenCompany(api, token);
    const dateFrom = '2024-07-01T00:00:00Z';
    const name = { senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
    const sender = await api.call('POST', '/senders', { token, body: { companyId: company, ...name } });
    const body = {
      companyId: company,
      name: 'July',
      senderIds: [numberAt(sender.body, 'id')],
      channelType: 'SMS',
      text: 'Hi',
      messages: [{ destination: MSISDN }, { destination: '79161230002' }],
    };
    const accepted = async () => numberAt((await api.call('POST', '/dispatches', { token, body })).body, 'success');
    return { company, accepted };
  };

  covers('recipient.put.blacklist.true-adds', 'recipient.put.blacklist.false-removes');
  test('is rejected between its addition and its removal', async () => {
    const { company, accepted } = await givenShop();
    expect(await accepted()).toBe(2);
    await put({ companyId: company, msisdn: MSISDN, blacklist: true });
    expect(await accepted()).toBe(1);
    const reply = await put({ companyId: company, msisdn: MSISDN, blacklist: false });
    expect(reply.body).toMatchObject({ blacklist: false });
    expect(await accepted()).toBe(2);
  });

  covers('service.blacklist-per-company');
  test('is on the list of one company, not of another', async () => {
    const [one, other] = [await givenShop(), await givenShop()];
    await put({ companyId: one.company, msisdn: MSISDN, blacklist: true });
    expect([await one.accepted(), await other.accepted()]).toEqual([1, 2]);
  });
});
