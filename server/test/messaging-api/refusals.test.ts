// Refusals of the messaging API name every mistake of a call in one answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import type { Reply } from '../given/http-client.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../given/people/seller.ts';
import { changeSendersOf } from '../given/rows/senders.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi({ callbackAllow: [] });
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const told = (reply: Reply) => {
  expect([reply.status, valueAt(reply.body, 'error.code')]).toEqual([400, 4000]);
  return valueAt(reply.body, 'error.details');
};

describe('a call with invalid messages', () => {
  test('gets every mistake of form and of rules, of every message', async () => {
    const late = { localSendTime: '2026-01-01 00:00:00', localCompletionTime: 'soon' };
    const reply = await seller.send(
      sms({ ttl: '60', content: { contentType: 'image' }, callbackUrl: 'http://192.168.0.1/' }),
      sms({ ttl: 5, content: { contentType: 'text' }, ...late }),
      sms({ channelType: 'FAX', ttl: 5, callbackUrl: 'http://cb.example:25/' }),
      sms(),
    );
    expect(told(reply)).toMatchObject([
      { field: '[0].ttl', code: 'wrong-type' },
      { field: '[2].channelType', code: 'not-in-list' },
      { field: '[0].callbackUrl', code: 'callback-address' },
      { field: '[0].content.contentType', code: 'not-in-list' },
      { field: '[1].localCompletionTime', code: 'wrong-form' },
      { field: '[1].localSendTime', code: 'wrong-time' },
      { field: '[1].ttl', code: 'too-small' },
      { field: '[1].content.text', reason: 'is required', code: 'required' },
      { field: '[2].callbackUrl', code: 'callback-address' },
    ]);
  });

  test('gets every mistake of rules alone', async () => {
    const cascade = [{ channelType: 'SMS', senderName: 'A', content: { text: 5 }, ttl: 1 }];
    expect(told(await seller.send(sms({ ttl: 5, cascade }), sms({ cascadeCondition: 'not_delivered' })))).toEqual([
      { field: '[0].ttl', reason: 'must be between 60 and 86400', code: 'too-small' },
      { field: '[0].cascade[0].content.text', reason: 'must be a string', code: 'wrong-type' },
      { field: '[0].cascade[0].ttl', reason: 'must be between 60 and 86400', code: 'too-small' },
      { field: '[1].cascadeCondition', reason: 'must be absent without a further step', code: 'invalid' },
    ]);
  });

  test('gets the positions of a list of cascades as they were written', async () => {
    const step = { channelType: 'SMS', senderName: 'A', content: 'Hi' };
    const cascade = [
      { ...step, ttl: 1 },
      { ...step, content: {} },
    ];
    const reply = await seller.ask('POST', '/message/cascade', [{ destination: '79161230001', cascade }]);
    expect(told(reply)).toMatchObject([{ field: '[0].cascade[0].ttl' }, { field: '[0].cascade[1].content.text' }]);
  });

  test('gets the same paths for a single message without a list', async () => {
    const single = (change: object) => seller.ask('POST', '/message', sms(change));
    expect(told(await single({ ttl: 1 }))).toMatchObject([{ field: '[0].ttl' }]);
    expect(told(await single({ ttl: 'x' }))).toMatchObject([{ field: '[0].ttl' }]);
    expect(told(await single({ content: 'a\0' }))).toMatchObject([{ field: '[0].content', code: 'bad-text' }]);
    expect(told(await seller.send(sms(), sms({ content: 'a\0' })))).toMatchObject([{ field: '[1].content' }]);
    const large = `${'x'.repeat(2_000_000)}\0`;
    expect(told(await single({ content: large }))).toMatchObject([{ field: '[0].content', code: 'bad-text' }]);
  });

  test('gets the code of the table for a list that is too long and a value that is not in its list', async () => {
    const step = { channelType: 'SMS', senderName: 'A', content: 'Hi' };
    const buttons = Array(11).fill({ type: 'url', text: 'Open' });
    const content = { contentType: 'text', text: 'Hi', keyboard: { buttons } };
    const reply = await seller.send(
      sms({ cascade: Array(5).fill(step) }),
      sms({ cascadeCondition: 'not_read', cascade: [step] }),
      sms({ channelType: 'TELEGRAM', content }),
    );
    expect(told(reply)).toMatchObject([
      { field: '[0].cascade', code: 'too-many' },
      { field: '[1].cascadeCondition', code: 'not-in-list' },
      { field: '[2].content.keyboard.buttons', code: 'too-many' },
    ]);
    const dispatch = { dispatchName: 'July', channelType: 'SMS', senderName: 'Shop', content: 'я'.repeat(671) };
    expect(told(await seller.ask('POST', '/dispatch', { ...dispatch, rate: 501, rateTerm: 's' }))).toMatchObject([
      { field: 'content', code: 'too-long' },
      { field: 'rate', code: 'too-large' },
    ]);
  });

  test('gets the rule that a tag breaks', async () => {
    expect(told(await seller.send(sms({ tags: ['a-b', '', 'x'.repeat(65)] })))).toEqual([
      {
        field: '[0].tags[0]',
        reason: 'may hold Latin letters, digits and _ only, no blanks or hyphens',
        code: 'wrong-form',
      },
      { field: '[0].tags[1]', reason: 'must not be empty', code: 'too-short' },
      { field: '[0].tags[2]', reason: 'must be at most 64 characters long', code: 'too-long' },
    ]);
  });

  test('gets the total of mistakes that do not fit', async () => {
    const reply = await seller.send(...Array.from({ length: 30 }, () => sms({ ttl: 1 })));
    expect(valueAt(reply.body, 'error.details')).toHaveLength(20);
    expect(valueAt(reply.body, 'error.detailsTotal')).toBe(30);
  });
});

test('null for an optional member of something new means that it is absent', async () => {
  const nothing = { ttl: null, tags: null, hours: null, days: null, callbackUrl: null, callbackEvents: null };
  const more = { externalMessageId: null, trafficType: null, cascade: null, shortUrl: null, localSendTime: null };
  expect(await seller.results(sms({ ...nothing, ...more }))).toMatchObject([{ code: 201 }]);
  const draft = { dispatchName: 'July', channelType: 'SMS', senderName: 'Shop', content: 'Hi' };
  const created = await seller.ask('POST', '/dispatch', { ...draft, ...nothing, rate: null, rateTerm: null });
  expect(created.status).toBe(200);
  const recipients = [{ destination: '79161230001', substitutions: null, customText: null, externalMessageId: null }];
  const path = `/dispatch/${String(valueAt(created.body, 'dispatchId'))}/messages`;
  expect(await seller.ask('POST', path, recipients)).toMatchObject({
    status: 200,
    body: [{ messageUuid: expect.any(String) }],
  });
  expect(told(await seller.send(sms({ content: null })))).toMatchObject([{ field: '[0].content', code: 'wrong-type' }]);
});

test('unknown members are named in X-Warnings, once for all messages', async () => {
  const reply = await seller.send(sms({ callbackURL: 'x' }), sms({ callbackURL: 'x', Tags: [] }));
  expect([reply.status, reply.headers.get('x-warnings')]).toEqual([
    200,
    'unknown members ignored: [].callbackURL, [].Tags',
  ]);
  const list = await seller.ask('GET', '/message?perpage=5');
  expect([list.status, list.headers.get('x-warnings')]).toEqual([200, 'unknown members ignored: perpage']);
});

test('a dispatch gets the reason why its name cannot be used', async () => {
  const draft = { dispatchName: 'July', channelType: 'SMS', senderName: 'Shop', content: 'Hi', rate: 5 };
  expect(told(await seller.ask('POST', '/dispatch', { ...draft, ttl: 1 }))).toMatchObject([
    { field: 'ttl' },
    { field: 'rateTerm' },
  ]);
  await changeSendersOf(api, seller.companyId, { suspended: true });
  const reply = await seller.ask('POST', '/dispatch', { ...draft, rateTerm: 's' });
  await changeSendersOf(api, seller.companyId, { suspended: false });
  expect(told(reply)).toMatchObject([{ field: 'senderName', code: 'sender-suspended' }]);
});

test('a path that cannot be decoded gets the reason', async () => {
  const reply = await fetch(`${api.url}/api/v1/message/%zz`, {
    headers: { authorization: `Bearer ${seller.keys.MESSAGES}` },
  });
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { error: { code: 4000, details: [{ field: 'path', code: 'malformed-request' }] } },
  ]);
});
