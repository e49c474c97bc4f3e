import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../../given/json-path.ts';
import { type Form, isCurrency, isInteger, isNumber, isUuid } from '../../given/value-formats.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await sharedApi();
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
  ['id is an integer', 'id', isInteger],
  ['status is CREATED', 'status', 'CREATED'],
  ['priceEstimate has a total', 'priceEstimate.total', isNumber],
  ['priceEstimate has a currency', 'priceEstimate.currency', isCurrency],
  ['priceEstimate has parts', 'priceEstimate.parts', isInteger],
  ['total counts the submitted recipients', 'total', 3],
  ['success counts the accepted recipients', 'success', 2],
  ['failed counts the rejected recipients', 'failed', 1],
  ['an item has its destination', 'messages.0.destination', '79161230001'],
  ['an item has a messageUuid', 'messages.0.messageUuid', isUuid],
  ['an item has its parts', 'messages.1.parts', 2],
  ['an item has its sender', 'messages.0.senderId', isInteger],
];

function expectAt(body: unknown, path: string, expected: Form | string | number): void {
  const value = valueAt(body, path);
  if (typeof expected === 'function') expect(value).toSatisfy(expected);
  else expect(value).toBe(expected);
}

describe('the answer to a creation and to an append', () => {
  let created: unknown;
  let appended: unknown;
  beforeAll(async () => {
    await givenShop();
    const messages = [anna, { destination: '79161230002', customText: 'л'.repeat(71) }, { destination: '7916' }];
    created = (await create({ ...valid(), messages })).body;
    appended = (await call('POST', `/dispatches/${numberAt(created, 'id')}/messages`, { messages })).body;
  });

  covers(
    'dispatch.created.id',
    'dispatch.created.status',
    'move.dispatch.post.created',
    'dispatch.created.priceEstimate.object',
    'dispatch.created.priceEstimate.total',
    'move.dispatch.post.estimate',
    'dispatch.created.priceEstimate.currency',
    'dispatch.created.priceEstimate.parts',
    'dispatch.created.total',
    'dispatch.created.success',
    'dispatch.created.failed',
    'dispatch.created.messages.destination',
    'dispatch.created.messages.messageUuid',
    'dispatch.created.messages.parts',
    'dispatch.created.messages.senderId',
  );
  test.each(ACCEPTED)('%s', (_statement, path, expected) => {
    expectAt(created, path, expected);
    expectAt(appended, path, expected);
  });
});

describe('POST /dispatches', () => {
  covers('dispatch.create.200');
  test('answers 200, not 201', async () => {
    expect((await create()).status).toBe(200);
  });

  covers(
    'dispatch.create.companyId.required',
    'dispatch.create.companyId.int',
    'dispatch.create.name.required',
    'dispatch.create.name.string',
    'dispatch.create.senderIds.required',
    'dispatch.create.senderIds.int-array',
    'dispatch.create.channelType.required',
    'dispatch.create.text.required',
    'dispatch.create.text.string',
    'dispatch.create.messages.required',
    'dispatch.create.messages.array',
    'dispatch.create.destination.required',
    'dispatch.create.destination.string',
    'dispatch.create.substitutions.map',
    'dispatch.create.customText.optional',
    'dispatch.create.schedule.optional',
    'dispatch.create.schedule.startAt.required',
    'dispatch.create.schedule.startAt.datetime',
    'dispatch.create.schedule.hours.required',
    'dispatch.create.schedule.hours.range',
    'limits.schedule-hours',
    'dispatch.create.schedule.days.required',
    'dispatch.create.schedule.days.range',
    'limits.schedule-days',
    'dispatch.create.callbackUrl.optional',
    'dispatch.create.callbackEvents.optional',
  );
  test.each([
    ['companyId is required', 'companyId', undefined],
    ['companyId is an integer', 'companyId', '1'],
    ['name is required', 'name', undefined],
    ['name is a string', 'name', 5],
    ['senderIds is required', 'senderIds', undefined],
    ['senderIds is an array', 'senderIds', 5],
    ['senderIds holds integers', 'senderIds.0', '5'],
    ['channelType is required', 'channelType', undefined],
    ['text is required', 'text', undefined],
    ['text is a string', 'text', 5],
    ['messages is required', 'messages', undefined],
    ['messages is an array', 'messages', anna],
    ['destination is required', 'messages.0.destination', undefined],
    ['destination is a string', 'messages.0.destination', 79_161_230_001],
    ['substitutions is a map', 'messages.0.substitutions', ['Anna']],
    ['customText is a string', 'messages.0.customText', 5],
    ['schedule is an object', 'schedule', 'now'],
    ['startAt is required', 'schedule.startAt', undefined],
    ['startAt is a datetime', 'schedule.startAt', 'now'],
    ['hours is required', 'schedule.hours', undefined],
    ['hours begin at 0', 'schedule.hours.0', -1],
    ['hours end at 23', 'schedule.hours.0', 24],
    ['hours are integers', 'schedule.hours.0', 9.5],
    ['days is required', 'schedule.days', undefined],
    ['days begin at 1', 'schedule.days.0', 0],
    ['days end at 7', 'schedule.days.0', 8],
    ['days are integers', 'schedule.days.0', '1'],
    ['callbackUrl is a string', 'callbackUrl', 5],
    ['callbackEvents is an array', 'callbackEvents', 'sent'],
    ['callbackEvents holds known events', 'callbackEvents.0', 'click'],
  ])('%s', async (_statement, path, value) => {
    const reply = await create(changed(valid(), path, value));
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining(fieldOf(path)), details: expect.any(Array) } },
    ]);
  });

  covers(
    'dispatch.create.substitutions.optional',
    'dispatch.create.schedule.optional',
    'dispatch.create.schedule.hours.range',
    'dispatch.create.schedule.days.range',
    'dispatch.create.callbackUrl.optional',
    'dispatch.create.callbackEvents.optional',
    'dispatch.create.callbackEvents.delivered',
    'dispatch.create.callbackEvents.sent',
  );
  test.each([
    ['substitutions may be omitted', 'messages.0.substitutions', undefined],
    ['schedule may be omitted', 'schedule', undefined],
    ['every hour is allowed', 'schedule.hours', [...Array(24).keys()]],
    ['every day is allowed', 'schedule.days', [1, 2, 3, 4, 5, 6, 7]],
    ['callbackUrl may be omitted', 'callbackUrl', undefined],
    ['callbackEvents may be omitted', 'callbackEvents', undefined],
    ['delivered is an event', 'callbackEvents', ['delivered']],
    ['sent is an event', 'callbackEvents', ['sent']],
  ])('%s', async (_statement, path, value) => {
    expect((await create(changed(valid(), path, value))).status).toBe(200);
  });

  covers(
    'dispatch.create.channelType.SMS',
    'service.channels',
    'dispatch.create.channelType.VIBER',
    'dispatch.create.channelType.WHATSAPP',
    'dispatch.create.channelType.others',
    'service.further-channels',
    'service.channel-max',
  );
  test.each('SMS VIBER WHATSAPP VK TELEGRAM FLASHCALL VOICECODE TEXT_TO_SPEECH WEASY PUSH MAX'.split(' '))(
    'accepts the channel %s',
    async (channelType) => {
      const sender = channelType === 'SMS' ? senderId : await givenSender({ channelType });
      const body = { ...valid(), channelType, senderIds: [sender], text: '1234' };
      expect((await create(body)).status).toBe(200);
    },
  );

  covers(
    'dispatch.create.text.placeholders',
    'dispatch.create.substitutions.map',
    'service.substitutions-per-recipient',
    'service.dispatch-named-bulk',
  );
  test('fills placeholders with the values of each recipient', async () => {
    const boris = { destination: '79161230002', substitutions: { name: 'Boris' } };
    const id = await given({ messages: [anna, boris] });
    expect(await textsOf(id)).toMatchObject([{ text: 'Hi Anna' }, { text: 'Hi Boris' }]);
  });

  covers('dispatch.create.customText.overrides', 'dispatch.create.customText.optional');
  test('replaces the whole text by customText', async () => {
    const id = await given({ messages: [anna, { ...anna, customText: 'Only for you' }] });
    expect(await textsOf(id)).toMatchObject([{ text: 'Hi Anna' }, { text: 'Only for you' }]);
  });

  covers('dispatch.create.routing', 'dispatch.create.senderIds.one-per-operator', 'service.sender-by-operator');
  test('gives each number the sender of its operator', async () => {
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
  covers(
    'dispatch.append.200',
    'dispatch.append.request',
    'move.dispatch.messages.appended',
    'move.dispatch.messages.stays-created',
  );
  test('appends recipients of the same shape to a CREATED dispatch', async () => {
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

  covers('dispatch.append.only-created');
  test('is refused after the start or stop of the dispatch', async () => {
    const id = await given();
    for (const action of ['start', 'stop']) {
      await call('POST', `/dispatches/${id}/${action}`);
      expect((await call('POST', `/dispatches/${id}/messages`, { messages: [anna] })).status).toBe(400);
    }
  });
});
