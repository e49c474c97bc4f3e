// What POST /v1/message takes and what it refuses as a whole. Nothing is sent here: no worker runs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { isUuid } from '../given/forms.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../given/sending.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Wall time as the API takes it, so many milliseconds from now in UTC. */
const wall = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ');
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => sms({ destination: String(79_161_230_000 + at) }));
const refusedWith = (field: string) => ({ status: 400, body: { error: { code: 4000, details: [{ field }] } } });

describe('a message', () => {
  test('is sent: 200, errors false, code 201 and its id [messaging.send.post messaging.send.200.errors-false messaging.send.200.created messaging.send.array]', async () => {
    const { status, body } = await seller.send(sms());
    expect(status).toBe(200);
    expect(body).toEqual({ errors: false, items: [{ messageUuid: expect.toSatisfy(isUuid), code: 201 }] });
  });

  test('that was answered 201 is listed at once, even before it is sent [messaging.send.durable messaging.list.get]', async () => {
    const uuid = await seller.sendOne({ content: 'Listed at once' });
    expect(await seller.message(uuid)).toMatchObject({ messageUuid: uuid, status: 'sending' });
    expect(await seller.ids('content=listed at once')).toEqual([uuid]);
  });

  test('alone, without an array, is an array of one [messaging.send.array.single-object]', async () => {
    const { status, body } = await seller.ask('POST', '/message', sms());
    expect([status, valueAt(body, 'items.0.code')]).toEqual([200, 201]);
  });

  test('is not hurt by fields nobody knows [messaging.send.unknown-fields]', async () => {
    const [item] = await seller.results(sms({ priority: 'high', Ttl: 1 }));
    expect(item?.code).toBe(201);
  });

  test('has names of fields in their case: Content is not content [messaging.general.field-names-case-sensitive]', async () => {
    const { content, ...rest } = sms();
    expect(await seller.send({ ...rest, Content: content })).toMatchObject(refusedWith('[0].content'));
  });

  test.each<[string, string]>([
    ['channelType [messaging.send.channelType.required]', 'channelType'],
    ['senderName [messaging.send.senderName.required]', 'senderName'],
    ['destination [messaging.send.destination.required]', 'destination'],
    ['content [messaging.send.content.required]', 'content'],
  ])('needs its %s', async (_statement, field) => {
    expect(await seller.send(sms({ [field]: undefined }))).toMatchObject(refusedWith(`[0].${field}`));
  });

  test.each<[string, string, unknown]>([
    ['an empty name [messaging.send.senderName.required]', 'senderName', ''],
    ['a channel nobody has [messaging.send.channelType.values]', 'channelType', 'FAX'],
    ['a channel in small letters [messaging.send.channelType.values]', 'channelType', 'sms'],
    ['a number that is no text [messaging.send.wrong-type]', 'destination', 79161230001],
    ['content that is a number [messaging.send.content.string-or-object]', 'content', 5],
    ['ttl as text [messaging.send.param.ttl.integer messaging.send.wrong-type]', 'ttl', '60'],
    ['ttl with a fraction [messaging.send.param.ttl.integer]', 'ttl', 60.5],
    ['ttl below a minute [messaging.send.param.ttl.range]', 'ttl', 59],
    ['ttl above a day [messaging.send.param.ttl.range]', 'ttl', 86_401],
    ['an hour of 24 [messaging.send.param.hours.range]', 'hours', [24]],
    ['an hour below 0 [messaging.send.param.hours.range]', 'hours', [-1]],
    ['an hour twice [messaging.send.param.hours.range]', 'hours', [9, 9]],
    ['a day 0 [messaging.send.param.days.range]', 'days', [0]],
    ['a day 8 [messaging.send.param.days.range]', 'days', [8]],
    ['a day twice [messaging.send.param.days.range]', 'days', [1, 1]],
    ['a tag with a blank [messaging.send.param.tags.form messaging.version.v2]', 'tags', ['two words']],
    ['a tag with a hyphen [messaging.send.param.tags.form]', 'tags', ['a-b']],
    ['a tag of 65 characters [messaging.send.param.tags.limits]', 'tags', ['a'.repeat(65)]],
    ['eleven tags [messaging.send.param.tags.limits]', 'tags', Array.from({ length: 11 }, (_, at) => `t${at}`)],
    ['useLocalTime as text [messaging.send.wrong-type]', 'useLocalTime', 'true'],
    ['a time without seconds [messaging.send.param.localSendTime.form]', 'localSendTime', wall(HOUR_MS).slice(0, 16)],
    ['a time with an offset [messaging.send.param.localSendTime.form]', 'localSendTime', `${wall(HOUR_MS)}Z`],
    ['a day that is not [messaging.send.param.localSendTime.form]', 'localSendTime', '2027-02-30 10:00:00'],
    ['a time 13 hours ago [messaging.send.param.localSendTime.range]', 'localSendTime', wall(-13 * HOUR_MS)],
    ['a time 8 days ahead [messaging.send.param.localSendTime.range]', 'localSendTime', wall(8 * DAY_MS)],
    ['an end 71 days ahead [messaging.send.param.localCompletionTime.range]', 'localCompletionTime', wall(71 * DAY_MS)],
    ['an event nobody knows [messaging.send.param.callbackEvents.unknown]', 'callbackEvents', ['opened']],
    ['a target of another scheme [messaging.callback.url.http-https]', 'callbackUrl', 'ftp://example.com/cb'],
    ['a target without a host [messaging.callback.url.http-https]', 'callbackUrl', 'http:///example.com/cb'],
    ['an id of 101 characters [messaging.send.param.externalMessageId.length]', 'externalMessageId', 'x'.repeat(101)],
    ['a traffic type nobody has [messaging.send.param.trafficType.values]', 'trafficType', 'SPAM'],
    ['shortUrl as a number [messaging.send.wrong-type]', 'shortUrl', 1],
  ])('with %s is refused with 400', async (_statement, field, value) => {
    const reply = await seller.send(sms({ [field]: value }));
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
    expect(valueAt(reply.body, 'error.msg')).toContain(`[0].${field}`);
  });

  test.each([
    ['SMS', 59, '60 and 86400'],
    ['SMS', 1, '60 and 86400'],
    ['SMS', 86_401, '60 and 86400'],
    ['FLASHCALL', 29, '30 and 86400'],
  ])(
    'over %s with a ttl of %i is told the bounds of its channel: %s [messaging.send.param.ttl.range messaging.error.4000]',
    async (channelType, ttl, bounds) => {
      const { body } = await seller.send(sms({ channelType, ttl, content: '1234' }));
      expect(body).toEqual({
        error: {
          code: 4000,
          msg: `Bad Request: [0].ttl must be between ${bounds}`,
          details: [{ field: '[0].ttl', reason: `must be between ${bounds}`, code: expect.any(String) }],
        },
      });
    },
  );

  test.each(['http://us%er:pw@example.com/', 'http://u%ff:pw@example.com/', 'http://example.com:25/'])(
    'to be told of at %s is refused, and the address is named by its path [messaging.send.first-bad-field messaging.send.param.callbackUrl]',
    async (callbackUrl) => {
      const { status, body } = await seller.send(sms(), sms({ callbackUrl }));
      expect([status, valueAt(body, 'error.details.0.field')]).toEqual([400, '[1].callbackUrl']);
    },
  );

  test('whose end is not after its beginning is refused [messaging.send.param.localCompletionTime.after-send messaging.version.v4]', async () => {
    const times = { localSendTime: wall(2 * HOUR_MS), localCompletionTime: wall(2 * HOUR_MS) };
    expect(await seller.send(sms(times))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  test.each<[string, object]>([
    ['ttl of a minute and of a day [messaging.send.param.ttl.range messaging.version.v2]', { ttl: 60 }],
    ['ttl of a day [messaging.send.param.ttl.range]', { ttl: 86_400 }],
    ['every hour [messaging.send.param.hours.range messaging.version.v2]', { hours: [...Array(24).keys()] }],
    ['every day [messaging.send.param.days.range messaging.version.v2]', { days: [1, 2, 3, 4, 5, 6, 7] }],
    ['no hours at all, which counts as none given [messaging.send.param.hours.empty]', { hours: [] }],
    ['no days at all, which counts as none given [messaging.send.param.days.empty]', { days: [] }],
    [
      'ten tags of 64 [messaging.send.param.tags.limits]',
      { tags: Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(64, 'a')) },
    ],
    ['a time with a T [messaging.send.param.localSendTime.form]', { localSendTime: wall(HOUR_MS).replace(' ', 'T') }],
    ['a time 6 days ahead [messaging.send.param.localSendTime.range]', { localSendTime: wall(6 * DAY_MS) }],
    ['a time 11 hours ago [messaging.send.param.localSendTime.range]', { localSendTime: wall(-11 * HOUR_MS) }],
    [
      'an end 69 days ahead [messaging.send.param.localCompletionTime.range]',
      { localCompletionTime: wall(69 * DAY_MS) },
    ],
    [
      'an id of 100 characters [messaging.send.param.externalMessageId.length messaging.send.param.externalMessageId]',
      { externalMessageId: 'x'.repeat(100) },
    ],
    [
      'the event delivered [messaging.send.param.callbackEvents.delivered]',
      { callbackUrl: 'https://example.com/cb', callbackEvents: ['delivered'] },
    ],
    [
      'the event sent [messaging.send.param.callbackEvents.sent]',
      { callbackUrl: 'https://example.com/cb', callbackEvents: ['sent'] },
    ],
    [
      'the event read [messaging.send.param.callbackEvents.read]',
      { callbackUrl: 'https://example.com/cb', callbackEvents: ['read'] },
    ],
    [
      'the event price [messaging.send.param.callbackEvents.price]',
      { callbackUrl: 'https://example.com/cb', callbackEvents: ['price'] },
    ],
    [
      'the event click [messaging.send.param.callbackEvents.click]',
      { callbackUrl: 'https://example.com/cb', callbackEvents: ['click'] },
    ],
    [
      'a target with login, address and port [messaging.send.param.callbackUrl messaging.callback.url.ip-and-port]',
      { callbackUrl: 'http://hook:pw@192.0.2.1:8443/cb' },
    ],
    ['PROMO [messaging.send.param.trafficType.values]', { trafficType: 'PROMO' }],
    ['AUTHORIZE [messaging.send.param.trafficType.values]', { trafficType: 'AUTHORIZE' }],
  ])('with %s is taken', async (_statement, change) => {
    expect(await seller.results(sms(change))).toMatchObject([{ code: 201 }]);
  });
});

describe('a request', () => {
  test.each<[string, unknown]>([
    ['an empty array [messaging.send.array.empty]', []],
    ['text that is no JSON [messaging.send.array.not-json messaging.error.4000.malformed]', '[{"channelType":'],
    ['a text [messaging.send.array]', '"hello"'],
    ['null [messaging.send.array]', 'null'],
  ])('of %s is refused with 400', async (_statement, body) => {
    const reply = await seller.ask('POST', '/message', body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  test('takes 1,000 messages and refuses 1,001 [messaging.send.array.max]', async () => {
    const items = await seller.results(...many(1_000));
    expect(items).toHaveLength(1_000);
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set([201]));
    const before = (await seller.list('per_page=1')).total;
    expect(await seller.send(...many(1_001))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
    expect((await seller.list('per_page=1')).total).toBe(before);
  });

  test('with one bad field creates nothing, and the refusal names it by its path [messaging.send.whole-request messaging.send.first-bad-field messaging.error.4000]', async () => {
    const before = (await seller.list('per_page=1')).total;
    const reply = await seller.send(sms(), sms({ tags: ['right', 'not right'] }), sms({ ttl: 1 }));
    expect(reply.status).toBe(400);
    expect(valueAt(reply.body, 'error.msg')).toContain('[1].tags[1]');
    expect(valueAt(reply.body, 'error.details.0.field')).toBe('[1].tags[1]');
    expect((await seller.list('per_page=1')).total).toBe(before);
  });

  test('again under its Idempotency-Key answers the same and sends nothing more [messaging.send.idempotency.same]', async () => {
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

  test('is taken once, however many come under its Idempotency-Key at the same moment [messaging.send.idempotency.at-once]', async () => {
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

  test('with another body under its Idempotency-Key is a conflict [messaging.send.idempotency.other-body]', async () => {
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
