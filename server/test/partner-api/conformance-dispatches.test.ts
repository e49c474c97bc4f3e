import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import {
  type Form,
  isCurrency,
  isDatetime,
  isDigits,
  isInteger,
  isNumber,
  isOneOf,
  isString,
  isUuid,
} from '../given/forms.ts';
import { numberAt } from '../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../given/json-path.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
});
beforeEach(givenShop);
afterAll(() => api.close());

async function givenShop() {
  companyId = await givenCompany(api, token);
  senderId = await givenSender();
}

async function givenSender(change: object = {}): Promise<number> {
  const dateFrom = '2024-07-01T00:00:00Z';
  const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
  return numberAt((await api.call('POST', '/senders', { token, body: { ...name, ...change } })).body, 'id');
}

const schedule = { startAt: '2024-07-01T09:00:00Z', hours: [0, 9, 23], days: [1, 7] };
const anna = { destination: '79161230001', substitutions: { name: 'Anna' } };
const valid = () => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi {name}',
  messages: [anna],
  schedule,
  callbackUrl: 'https://shop.example/status',
  callbackEvents: ['delivered', 'sent'],
});
const create = (body: unknown = valid()) => api.call('POST', '/dispatches', { token, body });
const given = async (change: object = {}) => numberAt((await create({ ...valid(), ...change })).body, 'id');
const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, { token, ...(body !== undefined && { body }) });
const textsOf = async (id: number) => valueAt((await call('GET', `/messages?dispatchId=${id}`)).body, 'items');

const ACCEPTED: readonly [string, string, Form | string | number][] = [
  ['id is an integer [dispatch.created.id]', 'id', isInteger],
  ['status is CREATED [dispatch.created.status move.dispatch.post.created]', 'status', 'CREATED'],
  [
    'priceEstimate has a total [dispatch.created.priceEstimate.object dispatch.created.priceEstimate.total move.dispatch.post.estimate]',
    'priceEstimate.total',
    isNumber,
  ],
  ['priceEstimate has a currency [dispatch.created.priceEstimate.currency]', 'priceEstimate.currency', isCurrency],
  ['priceEstimate has parts [dispatch.created.priceEstimate.parts]', 'priceEstimate.parts', isInteger],
  ['total counts what was submitted [dispatch.created.total]', 'total', 3],
  ['success counts what was accepted [dispatch.created.success]', 'success', 2],
  ['failed counts what was rejected [dispatch.created.failed]', 'failed', 1],
  ['an item has its destination [dispatch.created.messages.destination]', 'messages.0.destination', '79161230001'],
  ['an item has a messageUuid [dispatch.created.messages.messageUuid]', 'messages.0.messageUuid', isUuid],
  ['an item has its parts [dispatch.created.messages.parts]', 'messages.1.parts', 2],
  ['an item has its sender [dispatch.created.messages.senderId]', 'messages.0.senderId', isInteger],
];

function expectAt(body: unknown, path: string, expected: Form | string | number): void {
  const value = valueAt(body, path);
  if (typeof expected === 'function') expect(value).toSatisfy(expected);
  else expect(value).toBe(expected);
}

describe('the creation shape', () => {
  let created: unknown;
  let appended: unknown;
  beforeAll(async () => {
    await givenShop();
    const messages = [anna, { destination: '79161230002', customText: 'л'.repeat(71) }, { destination: '7916' }];
    created = (await create({ ...valid(), messages })).body;
    appended = (await call('POST', `/dispatches/${numberAt(created, 'id')}/messages`, { messages })).body;
  });

  test.each(ACCEPTED)('%s', (_statement, path, expected) => {
    expectAt(created, path, expected);
    expectAt(appended, path, expected);
  });
});

describe('POST /dispatches', () => {
  test('answers 200, not 201 [dispatch.create.200]', async () => {
    expect((await create()).status).toBe(200);
  });

  test.each([
    ['companyId is required [dispatch.create.companyId.required]', 'companyId', undefined],
    ['companyId is an integer [dispatch.create.companyId.int]', 'companyId', '1'],
    ['name is required [dispatch.create.name.required]', 'name', undefined],
    ['name is a string [dispatch.create.name.string]', 'name', 5],
    ['senderIds is required [dispatch.create.senderIds.required]', 'senderIds', undefined],
    ['senderIds is an array [dispatch.create.senderIds.int-array]', 'senderIds', 5],
    ['senderIds holds integers [dispatch.create.senderIds.int-array]', 'senderIds.0', '5'],
    ['channelType is required [dispatch.create.channelType.required]', 'channelType', undefined],
    ['text is required [dispatch.create.text.required]', 'text', undefined],
    ['text is a string [dispatch.create.text.string]', 'text', 5],
    ['messages is required [dispatch.create.messages.required]', 'messages', undefined],
    ['messages is an array [dispatch.create.messages.array]', 'messages', anna],
    ['destination is required [dispatch.create.destination.required]', 'messages.0.destination', undefined],
    ['destination is a string [dispatch.create.destination.string]', 'messages.0.destination', 79_161_230_001],
    ['substitutions is a map [dispatch.create.substitutions.map]', 'messages.0.substitutions', ['Anna']],
    ['customText is a string [dispatch.create.customText.optional]', 'messages.0.customText', 5],
    ['schedule is an object [dispatch.create.schedule.optional]', 'schedule', 'now'],
    ['startAt is required [dispatch.create.schedule.startAt.required]', 'schedule.startAt', undefined],
    ['startAt is a datetime [dispatch.create.schedule.startAt.datetime]', 'schedule.startAt', 'now'],
    ['hours is required [dispatch.create.schedule.hours.required]', 'schedule.hours', undefined],
    ['hours begin at 0 [dispatch.create.schedule.hours.range limits.schedule-hours]', 'schedule.hours.0', -1],
    ['hours end at 23 [dispatch.create.schedule.hours.range limits.schedule-hours]', 'schedule.hours.0', 24],
    ['hours are integers [dispatch.create.schedule.hours.range]', 'schedule.hours.0', 9.5],
    ['days is required [dispatch.create.schedule.days.required]', 'schedule.days', undefined],
    ['days begin at 1 [dispatch.create.schedule.days.range limits.schedule-days]', 'schedule.days.0', 0],
    ['days end at 7 [dispatch.create.schedule.days.range limits.schedule-days]', 'schedule.days.0', 8],
    ['days are integers [dispatch.create.schedule.days.range]', 'schedule.days.0', '1'],
    ['callbackUrl is a string [dispatch.create.callbackUrl.optional]', 'callbackUrl', 5],
    ['callbackEvents is an array [dispatch.create.callbackEvents.optional]', 'callbackEvents', 'sent'],
    ['callbackEvents holds known events [dispatch.create.callbackEvents.optional]', 'callbackEvents.0', 'click'],
  ])('%s', async (_statement, path, value) => {
    const reply = await create(changed(valid(), path, value));
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining(fieldOf(path)), details: expect.any(Array) } },
    ]);
  });

  test.each([
    ['substitutions may be left out [dispatch.create.substitutions.optional]', 'messages.0.substitutions', undefined],
    ['schedule may be left out [dispatch.create.schedule.optional]', 'schedule', undefined],
    ['every hour is allowed [dispatch.create.schedule.hours.range]', 'schedule.hours', [...Array(24).keys()]],
    ['every day is allowed [dispatch.create.schedule.days.range]', 'schedule.days', [1, 2, 3, 4, 5, 6, 7]],
    ['callbackUrl may be left out [dispatch.create.callbackUrl.optional]', 'callbackUrl', undefined],
    ['callbackEvents may be left out [dispatch.create.callbackEvents.optional]', 'callbackEvents', undefined],
    ['delivered is an event [dispatch.create.callbackEvents.delivered]', 'callbackEvents', ['delivered']],
    ['sent is an event [dispatch.create.callbackEvents.sent]', 'callbackEvents', ['sent']],
  ])('%s', async (_statement, path, value) => {
    expect((await create(changed(valid(), path, value))).status).toBe(200);
  });

  test.each([
    ['SMS [dispatch.create.channelType.SMS service.channels]', 'SMS'],
    ['VIBER [dispatch.create.channelType.VIBER service.channels]', 'VIBER'],
    ['WHATSAPP [dispatch.create.channelType.WHATSAPP service.channels]', 'WHATSAPP'],
    ['VK [dispatch.create.channelType.others service.channels]', 'VK'],
    ['TELEGRAM [dispatch.create.channelType.others service.channels]', 'TELEGRAM'],
    ['FLASHCALL [dispatch.create.channelType.others service.further-channels]', 'FLASHCALL'],
    ['VOICECODE [dispatch.create.channelType.others service.further-channels]', 'VOICECODE'],
    ['TEXT_TO_SPEECH [dispatch.create.channelType.others service.further-channels]', 'TEXT_TO_SPEECH'],
    ['WEASY [dispatch.create.channelType.others service.further-channels]', 'WEASY'],
    ['PUSH [dispatch.create.channelType.others service.further-channels]', 'PUSH'],
  ])('takes the channel %s', async (_statement, channelType) => {
    const sender = channelType === 'SMS' ? senderId : await givenSender({ channelType });
    const body = { ...valid(), channelType, senderIds: [sender], text: '1234' };
    expect((await create(body)).status).toBe(200);
  });

  test('placeholders take the values of each recipient [dispatch.create.text.placeholders dispatch.create.substitutions.map service.substitutions-per-recipient service.dispatch-named-bulk]', async () => {
    const boris = { destination: '79161230002', substitutions: { name: 'Boris' } };
    const id = await given({ messages: [anna, boris] });
    expect(await textsOf(id)).toMatchObject([{ text: 'Hi Anna' }, { text: 'Hi Boris' }]);
  });

  test('customText stands for the whole text [dispatch.create.customText.overrides dispatch.create.customText.optional]', async () => {
    const id = await given({ messages: [anna, { ...anna, customText: 'Only for you' }] });
    expect(await textsOf(id)).toMatchObject([{ text: 'Hi Anna' }, { text: 'Only for you' }]);
  });

  test('each number gets the sender of its operator [dispatch.create.routing dispatch.create.senderIds.one-per-operator service.sender-by-operator]', async () => {
    const own: Record<string, number> = { MTS: senderId };
    for (const brand of ['BEELINE', 'MEGAFON', 'TELE2']) own[brand] = await givenSender({ brand });
    const numbers = { MTS: '79161230001', BEELINE: '79031230001', MEGAFON: '79261230001', TELE2: '79771230001' };
    const messages = Object.values(numbers).map((destination) => ({ destination }));
    const reply = await create({ ...valid(), text: 'Hi', senderIds: Object.values(own), messages });
    const expected = Object.entries(numbers).map(([brand, destination]) => ({ destination, senderId: own[brand] }));
    expect(valueAt(reply.body, 'messages')).toMatchObject(expected);
  });
});

describe('POST /dispatches/{id}/messages', () => {
  test('appends recipients of the same shape to a CREATED dispatch [dispatch.append.200 dispatch.append.request move.dispatch.messages.appended move.dispatch.messages.stays-created]', async () => {
    const id = await given();
    const messages = [
      { ...anna, customText: 'Own' },
      { destination: '79161230003', substitutions: { name: 'Ivan' } },
    ];
    const reply = await call('POST', `/dispatches/${id}/messages`, { messages });
    expect([reply.status, reply.body]).toMatchObject([200, { id, status: 'CREATED', total: 2, success: 2 }]);
    expect(await textsOf(id)).toMatchObject([{ text: 'Hi Anna' }, { text: 'Own' }, { text: 'Hi Ivan' }]);
    for (const body of [{}, { messages: [{}] }, { messages: [{ destination: 5 }] }])
      expect((await call('POST', `/dispatches/${id}/messages`, body)).status).toBe(400);
  });

  test('is refused once the dispatch is started or stopped [dispatch.append.only-created]', async () => {
    const id = await given();
    for (const action of ['start', 'stop']) {
      await call('POST', `/dispatches/${id}/${action}`);
      expect((await call('POST', `/dispatches/${id}/messages`, { messages: [anna] })).status).toBe(400);
    }
  });
});

test('start and stop need no body and answer id and status [dispatch.start.200 dispatch.start.no-body move.dispatch.start.started move.dispatch.start.answer dispatch.stop.200 dispatch.stop.no-body move.dispatch.stop.stopped move.dispatch.stop.answer]', async () => {
  const id = await given();
  const start = await call('POST', `/dispatches/${id}/start`);
  expect([start.status, start.body]).toEqual([200, { id, status: 'STARTED' }]);
  expect((await call('GET', `/dispatches/${id}`)).body).toMatchObject({ status: 'STARTED' });
  const stop = await call('POST', `/dispatches/${id}/stop`);
  expect([stop.status, stop.body]).toEqual([200, { id, status: 'STOPPED' }]);
  expect((await call('GET', `/dispatches/${id}`)).body).toMatchObject({ status: 'STOPPED' });
});

describe('a dispatch item', () => {
  let item: unknown;
  let listed: unknown;
  beforeAll(async () => {
    await givenShop();
    const messages = [anna, { ...anna, customText: 'л'.repeat(71) }];
    const id = await given({ messages });
    await call('POST', `/dispatches/${id}/start`);
    const reply = await call('GET', `/dispatches/${id}`);
    item = reply.status === 200 ? reply.body : undefined;
    listed = valueAt((await call('GET', `/dispatches?companyId=${companyId}`)).body, 'items.0');
  });

  test('is the same by id and in the list [dispatch.get.200 dispatch.list.200]', () => {
    expect(item).toEqual(listed);
  });

  test.each<[string, string, Form | string | number]>([
    ['id is an integer [dispatch.item.id]', 'id', isInteger],
    ['name is a string [dispatch.item.name]', 'name', 'July'],
    ['status is one of four [dispatch.item.status]', 'status', isOneOf(['CREATED', 'STARTED', 'STOPPED', 'COMPLETED'])],
    ['channelType is a string [dispatch.item.channelType]', 'channelType', isString],
    ['priceEstimate is a number [dispatch.item.priceEstimate]', 'priceEstimate', isNumber],
    ['createdAt is a datetime [dispatch.item.createdAt]', 'createdAt', isDatetime],
    ['startedAt is a datetime [dispatch.item.startedAt]', 'startedAt', isDatetime],
    ['parts.total counts parts [dispatch.item.parts.total]', 'parts.total', 3],
    ['parts.pending counts parts [dispatch.item.parts.pending]', 'parts.pending', 3],
    ['messages.total counts messages [dispatch.item.messages.total]', 'messages.total', 2],
    ['messages.pending counts messages [dispatch.item.messages.pending]', 'messages.pending', 2],
  ])('%s', (_statement, path, expected) => {
    expectAt(item, path, expected);
  });
});

describe('GET /dispatches', () => {
  const list = (query: string) => call('GET', `/dispatches?${query}`);

  test('companyId is required, an integer [dispatch.list.companyId.required]', async () => {
    for (const query of ['', 'companyId=x', 'companyId=1.5']) expect((await list(query)).status).toBe(400);
  });

  test('a page has ten and is the first, by default [dispatch.list.page.default dispatch.list.perPage.default limits.page-size-dispatches limits.page-number dispatch.list.200]', async () => {
    for (let at = 0; at < 11; at += 1) await given();
    const reply = await list(`companyId=${companyId}`);
    expect([reply.status, reply.body]).toMatchObject([200, { page: 1, perPage: 10, total: 11 }]);
    expect(valueAt(reply.body, 'items.length')).toBe(10);
    const next = await list(`companyId=${companyId}&page=2&perPage=10`);
    expect(valueAt(next.body, 'items.length')).toBe(1);
    for (const query of ['page=x', 'perPage=x'])
      expect((await list(`companyId=${companyId}&${query}`)).status).toBe(400);
  });
});

describe('GET /messages', () => {
  test('dispatchId is required, an integer [message.list.dispatchId.required]', async () => {
    for (const query of ['', '?dispatchId=x', '?dispatchId=1.5'])
      expect((await call('GET', `/messages${query}`)).status).toBe(400);
  });

  test('a page has a hundred and is the first, by default [message.list.page.default message.list.perPage.default limits.page-size-messages limits.page-number message.list.200]', async () => {
    const messages = Array.from({ length: 101 }, (_, at) => ({ destination: String(79_161_230_000 + at) }));
    const id = await given({ text: 'Hi', messages });
    const reply = await call('GET', `/messages?dispatchId=${id}`);
    expect([reply.status, reply.body]).toMatchObject([200, { page: 1, perPage: 100, total: 101 }]);
    expect(valueAt(reply.body, 'items.length')).toBe(100);
    expect(valueAt(reply.body, 'items.0.destination')).toSatisfy(isDigits);
    const next = await call('GET', `/messages?dispatchId=${id}&page=2`);
    expect(valueAt(next.body, 'items.length')).toBe(1);
  });
});
