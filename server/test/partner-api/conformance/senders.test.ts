import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../../given/json-path.ts';
import { changeSender } from '../../given/rows/senders.ts';
import { type Form, isBoolean, isDatetime, isInteger, isNull, isOneOf, isString } from '../../given/value-formats.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

const valid = () => ({
  companyId,
  senderName: 'Shop',
  channelType: 'SMS',
  commonType: 'COMMON',
  brand: 'MTS',
  dateFrom: '2024-07-01T00:00:00Z',
  countryId: 1,
  description: 'for July',
});
const CHANNEL_TYPES = 'SMS VIBER WHATSAPP VK TELEGRAM FLASHCALL VOICECODE TEXT_TO_SPEECH WEASY PUSH MAX'.split(' ');
const COMMON_TYPES = ['PROMO', 'COMMON', 'MULTISIGNATURE', 'INTERNATIONAL_VERIFY', 'INTERNATIONAL_COMMON'];
const create = (change: object = {}) => api.call('POST', '/senders', { token, body: { ...valid(), ...change } });
const given = async (change: object = {}) => numberAt((await create(change)).body, 'id');
const complaint = (field: string) => [
  400,
  { error: { code: 4000, msg: expect.stringContaining(field), details: expect.any(Array) } },
];

describe('a created sender', () => {
  let status: number;
  let sender: unknown;
  beforeAll(async () => {
    companyId = await givenCompany(api, token);
    const reply = await create();
    status = reply.status;
    sender = reply.body;
  });

  covers('sender.create.201');
  test('is answered with 201', () => {
    expect(status).toBe(201);
    expect(sender).toMatchObject({ senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' });
  });

  covers(
    'sender.id.int',
    'sender.senderName.string',
    'sender.channelType.string',
    'sender.counteragentName.string',
    'sender.counteragentInn.string',
    'sender.dateFrom.start',
    'sender.create.201.dateTo',
    'sender.dateTo.null-when-open',
    'sender.create.201.status',
    'move.sender.post.draft',
    'sender-status.DRAFT',
    'sender.suspended.bool',
    'sender.create.201.suspended',
    'move.sender.post.not-suspended',
    'sender.create.201.fee',
    'sender.fee.null-when-new',
    'sender.create.201.managerComment',
    'sender.create.201.rejectedAt',
    'sender.createdAt.datetime',
  );
  test.each<[string, string, Form]>([
    ['id is an integer', 'id', isInteger],
    ['senderName is a string', 'senderName', isString],
    ['channelType is a string', 'channelType', isString],
    ['counteragentName is a string', 'counteragentName', isString],
    ['counteragentInn is a string', 'counteragentInn', isString],
    ['dateFrom is a datetime', 'dateFrom', isDatetime],
    ['dateTo is null', 'dateTo', isNull],
    ['status is DRAFT', 'status', isOneOf(['DRAFT'])],
    ['suspended is a boolean', 'suspended', isBoolean],
    ['suspended is false', 'suspended', (value) => value === false],
    ['fee is null', 'fee', isNull],
    ['managerComment is null', 'managerComment', isNull],
    ['rejectedAt is null', 'rejectedAt', isNull],
    ['createdAt is a datetime', 'createdAt', isDatetime],
  ])('%s', (_statement, path, form) => {
    expect(valueAt(sender, path)).toSatisfy(form);
  });
});

describe('POST /senders', () => {
  covers(
    'sender.create.companyId.required',
    'sender.create.companyId.int',
    'sender.create.senderName.required',
    'sender.create.senderName.string',
    'sender.create.senderName.sms-length',
    'sender.senderName.sms-length',
    'limits.senderName-sms',
    'sender.create.channelType.required',
    'sender.create.commonType.required',
    'sender.create.commonType.values',
    'sender.create.brand.required',
    'sender.create.brand.values',
    'sender.create.dateFrom.required',
    'sender.create.dateFrom.datetime',
    'sender.create.countryId.optional',
    'sender.create.description.optional',
    'sender.create.documentIds.optional',
  );
  test.each([
    ['companyId is required', 'companyId', undefined],
    ['companyId is an integer', 'companyId', '1'],
    ['senderName is required', 'senderName', undefined],
    ['senderName is a string', 'senderName', 5],
    ['an SMS name of 12 characters is too long', 'senderName', 'TwelveLetter'],
    ['channelType is required', 'channelType', undefined],
    ['commonType is required', 'commonType', undefined],
    ['commonType has no other value', 'commonType', 'START'],
    ['brand is required', 'brand', undefined],
    ['brand has no other value', 'brand', 'YOTA'],
    ['dateFrom is required', 'dateFrom', undefined],
    ['dateFrom is a datetime', 'dateFrom', 'today'],
    ['countryId is an integer', 'countryId', 'RU'],
    ['description is a string', 'description', 5],
    ['documentIds is an array', 'documentIds', 'x'],
    ['documentIds holds strings', 'documentIds.0', 5],
  ])('%s', async (_statement, path, value) => {
    const body = changed({ ...valid(), documentIds: [] }, path, value);
    const reply = await api.call('POST', '/senders', { token, body });
    expect([reply.status, reply.body]).toMatchObject(complaint(fieldOf(path)));
  });

  covers(
    'sender.create.senderName.sms-length',
    'sender.create.channelType.SMS',
    'sender.create.channelType.VIBER',
    'sender.create.channelType.WHATSAPP',
    'sender.create.channelType.VK',
    'sender.create.channelType.TELEGRAM',
    'sender.create.channelType.MAX',
    'sender.create.channelType.others',
    'sender.commonType.PROMO',
    'sender.create.commonType.values',
    'sender.commonType.COMMON',
    'sender.commonType.MULTISIGNATURE',
    'sender.commonType.INTERNATIONAL_VERIFY',
    'sender.commonType.INTERNATIONAL_COMMON',
    'sender.brand.MTS',
    'sender.create.brand.values',
    'sender.brand.BEELINE',
    'sender.brand.MEGAFON',
    'sender.brand.TELE2',
    'sender.megafon.exclamation',
  );
  test.each([
    { senderName: 'ElevenChars' },
    ...CHANNEL_TYPES.map((channelType) => ({ channelType })),
    ...COMMON_TYPES.map((commonType) => ({ commonType })),
    ...['MTS', 'BEELINE', 'MEGAFON', 'TELE2'].map((brand) => ({ brand })),
    { senderName: 'Shop!', brand: 'MEGAFON' },
  ])('accepts and shows %j', async (change) => {
    const reply = await create(change);
    expect([reply.status, reply.body]).toMatchObject([201, change]);
  });

  covers('sender.create.dateFrom.datetime', 'sender.dateFrom.start');
  test('shows dateFrom as the instant it names', async () => {
    const reply = await create({ dateFrom: '2030-01-01T03:00:00+03:00' });
    expect(reply.body).toMatchObject({ dateFrom: '2030-01-01T00:00:00Z' });
  });

  covers(
    'sender.create.countryId.optional',
    'sender.create.description.optional',
    'sender.create.documentIds.optional',
  );
  test.each([
    ['countryId may be omitted', 'countryId'],
    ['description may be omitted', 'description'],
    ['documentIds may be omitted', 'documentIds'],
  ])('%s', async (_statement, path) => {
    const body = changed(valid(), path, undefined);
    expect((await api.call('POST', '/senders', { token, body })).status).toBe(201);
  });

  covers('sender.create.countryId.1-is-russia');
  test('reads countryId 1 as Russia', async () => {
    const id = await given({ countryId: 1 });
    const { body } = await api.call('GET', `/senders?companyId=${companyId}&countryCode=RU`, { token });
    expect(body).toMatchObject([{ id }]);
  });

  covers('sender.megafon.no-plus', 'sender.megafon.no-space');
  test.each([
    ['plus', 'A+B'],
    ['space', 'A B'],
  ])('refuses a name for MEGAFON with a %s', async (_statement, senderName) => {
    const reply = await create({ senderName, brand: 'MEGAFON' });
    expect([reply.status, reply.body]).toMatchObject(complaint('senderName'));
  });

  covers('service.names-per-operator');
  test('registers a name once per operator', async () => {
    for (const brand of ['MTS', 'BEELINE', 'MEGAFON', 'TELE2']) expect((await create({ brand })).status).toBe(201);
    expect((await create()).status).toBe(400);
  });
});

describe('GET /senders', () => {
  const list = (query: string) => api.call('GET', `/senders?companyId=${companyId}${query}`, { token });
  const idsOf = async (query: string) => {
    const { body } = await list(query);
    return Array.isArray(body) ? body.map((sender) => numberAt(sender, 'id')) : body;
  };

  covers('sender.list.companyId.required');
  test('requires companyId, an integer', async () => {
    expect((await api.call('GET', '/senders', { token })).status).toBe(400);
    expect((await api.call('GET', '/senders?companyId=x', { token })).status).toBe(400);
  });

  covers('sender.list.200', 'sender.list.filters-optional');
  test('answers 200 with an array of senders, filtered or not', async () => {
    const id = await given();
    const reply = await list('');
    expect([reply.status, reply.body]).toMatchObject([200, [{ id, senderName: 'Shop', status: 'DRAFT' }]]);
  });

  covers('sender.list.not-paginated');
  test('answers all senders at once', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await given({ senderName: `Shop${at}` }));
    expect(await idsOf('&page=2&perPage=1')).toEqual(ids);
  });

  covers(
    'sender.list.brand.repeated',
    'sender.list.commonType.repeated',
    'sender.list.channelType.repeated',
    'sender.list.countryCode.repeated',
  );
  test.each<[string, string, readonly [string, string], object, object, object]>([
    ['brand', 'brand', ['MTS', 'TELE2'], {}, { brand: 'TELE2' }, { brand: 'BEELINE' }],
    [
      'commonType',
      'commonType',
      ['COMMON', 'PROMO'],
      {},
      { commonType: 'PROMO', brand: 'TELE2' },
      { commonType: 'MULTISIGNATURE', brand: 'BEELINE' },
    ],
    ['channelType', 'channelType', ['SMS', 'VIBER'], {}, { channelType: 'VIBER' }, { channelType: 'VK' }],
    [
      'countryCode',
      'countryCode',
      ['RU', 'KZ'],
      {},
      { countryId: 3, brand: 'TELE2' },
      { countryId: 2, brand: 'BEELINE' },
    ],
  ])('filters by %s', async (_statement, name, [one, other], ...changes) => {
    const ids: number[] = [];
    for (const change of changes) ids.push(await given(change));
    expect(await idsOf(`&${name}=${one}`)).toEqual(ids.slice(0, 1));
    expect(await idsOf(`&${name}=${one}&${name}=${other}`)).toEqual(ids.slice(0, 2));
    expect(await idsOf('')).toEqual(ids);
  });

  covers('sender.list.status.repeated');
  test('filters by status', async () => {
    const [draft, closed, denied] = [await given(), await given({ brand: 'TELE2' }), await given({ brand: 'BEELINE' })];
    await changeSender(api, closed, { status: 'CLOSED' });
    await changeSender(api, denied, { status: 'DENIED' });
    expect(await idsOf('&status=CLOSED')).toEqual([closed]);
    expect(await idsOf('&status=DRAFT&status=DENIED')).toEqual([draft, denied]);
  });
});

covers('sender.get.200', 'sender.get.companyId');
test('GET /senders/{id} answers 200 with the sender, for its company', async () => {
  const { body: created } = await create();
  const path = `/senders/${numberAt(created, 'id')}`;
  const reply = await api.call('GET', `${path}?companyId=${companyId}`, { token });
  expect([reply.status, reply.body]).toEqual([200, created]);
  expect((await api.call('GET', `${path}?companyId=x`, { token })).status).toBe(400);
});
