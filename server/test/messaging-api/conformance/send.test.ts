// Requests that POST /v1/message accepts, and those it refuses as a whole. No worker runs here, so nothing is sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../../given/people/seller.ts';
import { isUuid } from '../../given/value-formats.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Local time in the API's format, this many milliseconds from now in UTC. */
const wall = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ');
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => sms({ destination: String(79_161_230_000 + at) }));
const refusedWith = (field: string) => ({ status: 400, body: { error: { code: 4000, details: [{ field }] } } });

describe('a message', () => {
  covers(
    'messaging.send.post',
    'messaging.send.200.errors-false',
    'messaging.send.200.created',
    'messaging.send.array',
  );
  test('is accepted: 200, errors false, code 201 and its id', async () => {
    const { status, body } = await seller.send(sms());
    expect(status).toBe(200);
    expect(body).toEqual({ errors: false, items: [{ messageUuid: expect.toSatisfy(isUuid), code: 201 }] });
  });

  covers('messaging.send.durable', 'messaging.list.get');
  test('that was answered 201 is listed at once, even before it is sent', async () => {
    const uuid = await seller.sendOne({ content: 'Listed at once' });
    expect(await seller.message(uuid)).toMatchObject({ messageUuid: uuid, status: 'sending' });
    expect(await seller.ids('content=listed at once')).toEqual([uuid]);
  });

  covers('messaging.send.array.single-object');
  test('without an array is an array of one', async () => {
    const { status, body } = await seller.ask('POST', '/message', sms());
    expect([status, valueAt(body, 'items.0.code')]).toEqual([200, 201]);
  });

  covers('messaging.send.unknown-fields');
  test('may have unknown fields, which are ignored', async () => {
    const [item] = await seller.results(sms({ priority: 'high', Ttl: 1 }));
    expect(item?.code).toBe(201);
  });

  covers('messaging.general.field-names-case-sensitive');
  test('has case-sensitive field names: Content is not content', async () => {
    const { content, ...rest } = sms();
    expect(await seller.send({ ...rest, Content: content })).toMatchObject(refusedWith('[0].content'));
  });

  covers(
    'messaging.send.channelType.required',
    'messaging.send.senderName.required',
    'messaging.send.destination.required',
    'messaging.send.content.required',
  );
  test.each<[string, string]>([
    ['channelType', 'channelType'],
    ['senderName', 'senderName'],
    ['destination', 'destination'],
    ['content', 'content'],
  ])('needs its %s', async (_statement, field) => {
    expect(await seller.send(sms({ [field]: undefined }))).toMatchObject(refusedWith(`[0].${field}`));
  });

  covers(
    'messaging.send.senderName.required',
    'messaging.send.channelType.values',
    'messaging.send.wrong-type',
    'messaging.send.content.string-or-object',
    'messaging.send.param.ttl.integer',
    'messaging.send.param.ttl.range',
    'messaging.send.param.hours.range',
    'messaging.send.param.days.range',
    'messaging.send.param.tags.form',
    'messaging.version.v2',
    'messaging.send.param.tags.limits',
    'messaging.send.param.localSendTime.form',
    'messaging.send.param.localSendTime.range',
    'messaging.send.param.localCompletionTime.range',
    'messaging.send.param.callbackEvents.unknown',
    'messaging.callback.url.http-https',
    'messaging.send.param.externalMessageId.length',
    'messaging.send.param.trafficType.values',
  );
  test.each<[string, string, unknown]>([
    ['an empty name', 'senderName', ''],
    ['an unknown channel', 'channelType', 'FAX'],
    ['a channel in lower case', 'channelType', 'sms'],
    ['a number instead of a text', 'destination', 79161230001],
    ['content that is a number', 'content', 5],
    ['ttl as text', 'ttl', '60'],
    ['ttl with a fraction', 'ttl', 60.5],
    ['ttl below a minute', 'ttl', 59],
    ['ttl above a day', 'ttl', 86_401],
    ['an hour of 24', 'hours', [24]],
    ['an hour below 0', 'hours', [-1]],
    ['an hour twice', 'hours', [9, 9]],
    ['a day 0', 'days', [0]],
    ['a day 8', 'days', [8]],
    ['a day twice', 'days', [1, 1]],
    ['a tag with a blank', 'tags', ['two words']],
    ['a tag with a hyphen', 'tags', ['a-b']],
    ['a tag of 65 characters', 'tags', ['a'.repeat(65)]],
    ['eleven tags', 'tags', Array.from({ length: 11 }, (_, at) => `t${at}`)],
    ['useLocalTime as text', 'useLocalTime', 'true'],
    ['a time without seconds', 'localSendTime', wall(HOUR_MS).slice(0, 16)],
    ['a time with an offset', 'localSendTime', `${wall(HOUR_MS)}Z`],
    ['a day that does not exist', 'localSendTime', '2027-02-30 10:00:00'],
    ['a time 13 hours ago', 'localSendTime', wall(-13 * HOUR_MS)],
    ['a time 8 days ahead', 'localSendTime', wall(8 * DAY_MS)],
    ['an end 71 days ahead', 'localCompletionTime', wall(71 * DAY_MS)],
    ['an unknown event', 'callbackEvents', ['opened']],
    ['a target of another scheme', 'callbackUrl', 'ftp://example.com/cb'],
    ['a target without a host', 'callbackUrl', 'http:///example.com/cb'],
    ['an id of 101 characters', 'externalMessageId', 'x'.repeat(101)],
    ['an unknown traffic type', 'trafficType', 'SPAM'],
    ['shortUrl as a number', 'shortUrl', 1],
  ])('with %s is refused with 400', async (_statement, field, value) => {
    const reply = await seller.send(sms({ [field]: value }));
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
    expect(valueAt(reply.body, 'error.msg')).toContain(`[0].${field}`);
  });

  covers('messaging.send.param.ttl.range', 'messaging.error.4000');
  test.each([
    ['SMS', 59, '60 and 86400'],
    ['SMS', 1, '60 and 86400'],
    ['SMS', 86_401, '60 and 86400'],
    ['FLASHCALL', 29, '30 and 86400'],
  ])('over %s with a ttl of %i is refused with the bounds of its channel: %s', async (channelType, ttl, bounds) => {
    const { body } = await seller.send(sms({ channelType, ttl, content: '1234' }));
    expect(body).toEqual({
      error: {
        code: 4000,
        msg: `Bad Request: [0].ttl must be between ${bounds}`,
        details: [{ field: '[0].ttl', reason: `must be between ${bounds}`, code: expect.any(String) }],
      },
    });
  });

  covers('messaging.send.first-bad-field', 'messaging.send.param.callbackUrl');
  test.each(['http://us%er:pw@example.com/', 'http://u%ff:pw@example.com/', 'http://example.com:25/'])(
    'with the callback address %s is refused, and the address is named by its path',
    async (callbackUrl) => {
      const { status, body } = await seller.send(sms(), sms({ callbackUrl }));
      expect([status, valueAt(body, 'error.details.0.field')]).toEqual([400, '[1].callbackUrl']);
    },
  );

  covers('messaging.send.param.localCompletionTime.after-send', 'messaging.version.v4');
  test('whose end is not after its start is refused', async () => {
    const times = { localSendTime: wall(2 * HOUR_MS), localCompletionTime: wall(2 * HOUR_MS) };
    expect(await seller.send(sms(times))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  covers(
    'messaging.send.param.ttl.range',
    'messaging.version.v2',
    'messaging.send.param.hours.range',
    'messaging.send.param.days.range',
    'messaging.send.param.hours.empty',
    'messaging.send.param.days.empty',
    'messaging.send.param.tags.limits',
    'messaging.send.param.localSendTime.form',
    'messaging.send.param.localSendTime.range',
    'messaging.send.param.localCompletionTime.range',
    'messaging.send.param.externalMessageId.length',
    'messaging.send.param.externalMessageId',
    'messaging.send.param.callbackEvents.delivered',
    'messaging.send.param.callbackEvents.sent',
    'messaging.send.param.callbackEvents.read',
    'messaging.send.param.callbackEvents.price',
    'messaging.send.param.callbackEvents.click',
    'messaging.send.param.callbackUrl',
    'messaging.callback.url.ip-and-port',
    'messaging.send.param.trafficType.values',
  );
  test.each<[string, object]>([
    ['ttl of a minute', { ttl: 60 }],
    ['ttl of a day', { ttl: 86_400 }],
    ['every hour', { hours: [...Array(24).keys()] }],
    ['every day', { days: [1, 2, 3, 4, 5, 6, 7] }],
    ['an empty list of hours, which counts as absent', { hours: [] }],
    ['an empty list of days, which counts as absent', { days: [] }],
    ['ten tags of 64', { tags: Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(64, 'a')) }],
    ['a time with a T', { localSendTime: wall(HOUR_MS).replace(' ', 'T') }],
    ['a time 6 days ahead', { localSendTime: wall(6 * DAY_MS) }],
    ['a time 11 hours ago', { localSendTime: wall(-11 * HOUR_MS) }],
    ['an end 69 days ahead', { localCompletionTime: wall(69 * DAY_MS) }],
    ['an id of 100 characters', { externalMessageId: 'x'.repeat(100) }],
    ['the event delivered', { callbackUrl: 'https://example.com/cb', callbackEvents: ['delivered'] }],
    ['the event sent', { callbackUrl: 'https://example.com/cb', callbackEvents: ['sent'] }],
    ['the event read', { callbackUrl: 'https://example.com/cb', callbackEvents: ['read'] }],
    ['the event price', { callbackUrl: 'https://example.com/cb', callbackEvents: ['price'] }],
    ['the event click', { callbackUrl: 'https://example.com/cb', callbackEvents: ['click'] }],
    ['a target with login, address and port', { callbackUrl: 'http://hook:pw@192.0.2.1:8443/cb' }],
    ['PROMO', { trafficType: 'PROMO' }],
    ['AUTHORIZE', { trafficType: 'AUTHORIZE' }],
  ])('with %s is accepted', async (_statement, change) => {
    expect(await seller.results(sms(change))).toMatchObject([{ code: 201 }]);
  });
});

describe('a request', () => {
  covers(
    'messaging.send.array.empty',
    'messaging.send.array.not-json',
    'messaging.error.4000.malformed',
    'messaging.send.array',
  );
  test.each<[string, unknown]>([
    ['an empty array', []],
    ['malformed JSON', '[{"channelType":'],
    ['a text', '"hello"'],
    ['null', 'null'],
  ])('of %s is refused with 400', async (_statement, body) => {
    const reply = await seller.ask('POST', '/message', body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  covers('messaging.send.array.max');
  test('accepts 1,000 messages and refuses 1,001', async () => {
    const items = await seller.results(...many(1_000));
    expect(items).toHaveLength(1_000);
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set([201]));
    const before = (await seller.list('per_page=1')).total;
    expect(await seller.send(...many(1_001))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
    expect((await seller.list('per_page=1')).total).toBe(before);
  });

  covers('messaging.send.whole-request', 'messaging.send.first-bad-field', 'messaging.error.4000');
  test('with one invalid field creates nothing, and the refusal names it by its path', async () => {
    const before = (await seller.list('per_page=1')).total;
    const reply = await seller.send(sms(), sms({ tags: ['right', 'not right'] }), sms({ ttl: 1 }));
    expect(reply.status).toBe(400);
    expect(valueAt(reply.body, 'error.msg')).toContain('[1].tags[1]');
    expect(valueAt(reply.body, 'error.details.0.field')).toBe('[1].tags[1]');
    expect((await seller.list('per_page=1')).total).toBe(before);
  });

  covers('messaging.send.idempotency.same');
  test('repeated under its Idempotency-Key gets the same answer and sends nothing more', async () => {
    const once = () =>
      api.call('POST', '/api/v1/message', {
        token: seller.keys.MESSAGES,
        body: [sms({ externalMessageId: 'once' })],
        headers: { 'idempotency-key': 'key-1' },
      });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await seller.ids('external_message_id=once')).toHaveLength(1);
  });

  covers('messaging.send.idempotency.at-once');
  test('is accepted once when it is repeated concurrently under its Idempotency-Key', async () => {
    const send = () =>
      api.call('POST', '/api/v1/message', {
        token: seller.keys.MESSAGES,
        body: [sms({ externalMessageId: 'twins' })],
        headers: { 'idempotency-key': 'key-twins' },
      });
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    const taken = replies.filter(({ status }) => status === 200);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    for (const { status, body, headers } of replies.filter((reply) => !taken.includes(reply)))
      expect([status, valueAt(body, 'error.code'), headers.get('retry-after')]).toEqual([409, 4090, '1']);
    expect((await send()).text).toBe(taken[0]?.text);
    expect(await seller.ids('external_message_id=twins')).toHaveLength(1);
  });

  covers('messaging.send.idempotency.other-body');
  test('with another body under its Idempotency-Key is a conflict', async () => {
    const send = (content: string) =>
      api.call('POST', '/api/v1/message', {
        token: seller.keys.MESSAGES,
        body: [sms({ content })],
        headers: { 'idempotency-key': 'key-2' },
      });
    expect((await send('one')).status).toBe(200);
    expect(await send('two')).toMatchObject({ status: 409, body: { error: { code: 4090 } } });
  });
});
