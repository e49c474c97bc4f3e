import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Form, isBoolean, isDatetime, isInteger, isNull, isOneOf, isString } from '../given/forms.ts';
import { numberAt } from '../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../given/json-path.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
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
const create = (change: object = {}) => api.call('POST', '/senders', { token, body: { ...valid(), ...change } });
const given = async (change: object = {}) => numberAt((await create(change)).body, 'id');
const statusOf = (id: number, status: string) =>
  api.platform.db.pool.query('update senders set status = $2 where id = $1', [id, status]);
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

  test('is answered with 201 [sender.create.201]', () => {
    expect(status).toBe(201);
    expect(sender).toMatchObject({ senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' });
  });

  test.each<[string, string, Form]>([
    ['id is an integer [sender.id.int]', 'id', isInteger],
    ['senderName is a string [sender.senderName.string]', 'senderName', isString],
    ['channelType is a string [sender.channelType.string]', 'channelType', isString],
    ['counteragentName is a string [sender.counteragentName.string]', 'counteragentName', isString],
    ['counteragentInn is a string [sender.counteragentInn.string]', 'counteragentInn', isString],
    ['dateFrom is a datetime [sender.dateFrom.start]', 'dateFrom', isDatetime],
    ['dateTo is null [sender.create.201.dateTo sender.dateTo.null-when-open]', 'dateTo', isNull],
    [
      'status is DRAFT [sender.create.201.status move.sender.post.draft sender-status.DRAFT]',
      'status',
      isOneOf(['DRAFT']),
    ],
    ['suspended is a boolean [sender.suspended.bool]', 'suspended', isBoolean],
    [
      'suspended is false [sender.create.201.suspended move.sender.post.not-suspended]',
      'suspended',
      (value) => value === false,
    ],
    ['fee is null [sender.create.201.fee sender.fee.null-when-new]', 'fee', isNull],
    ['managerComment is null [sender.create.201.managerComment]', 'managerComment', isNull],
    ['rejectedAt is null [sender.create.201.rejectedAt]', 'rejectedAt', isNull],
    ['createdAt is a datetime [sender.createdAt.datetime]', 'createdAt', isDatetime],
  ])('%s', (_statement, path, form) => {
    expect(valueAt(sender, path)).toSatisfy(form);
  });
});

describe('POST /senders', () => {
  test.each([
    ['companyId is required [sender.create.companyId.required]', 'companyId', undefined],
    ['companyId is an integer [sender.create.companyId.int]', 'companyId', '1'],
    ['senderName is required [sender.create.senderName.required]', 'senderName', undefined],
    ['senderName is a string [sender.create.senderName.string]', 'senderName', 5],
    [
      'an SMS name of 12 characters is too long [sender.create.senderName.sms-length sender.senderName.sms-length limits.senderName-sms]',
      'senderName',
      'TwelveLetter',
    ],
    ['channelType is required [sender.create.channelType.required]', 'channelType', undefined],
    ['commonType is required [sender.create.commonType.required]', 'commonType', undefined],
    ['commonType has no other value [sender.create.commonType.values]', 'commonType', 'START'],
    ['brand is required [sender.create.brand.required]', 'brand', undefined],
    ['brand has no other value [sender.create.brand.values]', 'brand', 'YOTA'],
    ['dateFrom is required [sender.create.dateFrom.required]', 'dateFrom', undefined],
    ['dateFrom is a datetime [sender.create.dateFrom.datetime]', 'dateFrom', 'today'],
    ['countryId is an integer [sender.create.countryId.optional]', 'countryId', 'RU'],
    ['description is a string [sender.create.description.optional]', 'description', 5],
    ['documentIds is an array [sender.create.documentIds.optional]', 'documentIds', 'x'],
    ['documentIds holds strings [sender.create.documentIds.optional]', 'documentIds.0', 5],
  ])('%s', async (_statement, path, value) => {
    const body = changed({ ...valid(), documentIds: [] }, path, value);
    const reply = await api.call('POST', '/senders', { token, body });
    expect([reply.status, reply.body]).toMatchObject(complaint(fieldOf(path)));
  });

  test.each([
    ['an SMS name of 11 characters fits [sender.create.senderName.sms-length]', { senderName: 'ElevenChars' }],
    ['SMS [sender.create.channelType.SMS]', { channelType: 'SMS' }],
    ['VIBER [sender.create.channelType.VIBER]', { channelType: 'VIBER' }],
    ['WHATSAPP [sender.create.channelType.WHATSAPP]', { channelType: 'WHATSAPP' }],
    ['VK [sender.create.channelType.VK]', { channelType: 'VK' }],
    ['TELEGRAM [sender.create.channelType.TELEGRAM]', { channelType: 'TELEGRAM' }],
    ['FLASHCALL [sender.create.channelType.others]', { channelType: 'FLASHCALL' }],
    ['VOICECODE [sender.create.channelType.others]', { channelType: 'VOICECODE' }],
    ['TEXT_TO_SPEECH [sender.create.channelType.others]', { channelType: 'TEXT_TO_SPEECH' }],
    ['WEASY [sender.create.channelType.others]', { channelType: 'WEASY' }],
    ['PUSH [sender.create.channelType.others]', { channelType: 'PUSH' }],
    ['PROMO [sender.commonType.PROMO sender.create.commonType.values]', { commonType: 'PROMO' }],
    ['COMMON [sender.commonType.COMMON]', { commonType: 'COMMON' }],
    ['MULTISIGNATURE [sender.commonType.MULTISIGNATURE]', { commonType: 'MULTISIGNATURE' }],
    ['INTERNATIONAL_VERIFY [sender.commonType.INTERNATIONAL_VERIFY]', { commonType: 'INTERNATIONAL_VERIFY' }],
    ['INTERNATIONAL_COMMON [sender.commonType.INTERNATIONAL_COMMON]', { commonType: 'INTERNATIONAL_COMMON' }],
    ['MTS [sender.brand.MTS sender.create.brand.values]', { brand: 'MTS' }],
    ['BEELINE [sender.brand.BEELINE]', { brand: 'BEELINE' }],
    ['MEGAFON [sender.brand.MEGAFON]', { brand: 'MEGAFON' }],
    ['TELE2 [sender.brand.TELE2]', { brand: 'TELE2' }],
    ['an exclamation mark for MEGAFON [sender.megafon.exclamation]', { senderName: 'Shop!', brand: 'MEGAFON' }],
  ])('takes and shows %s', async (_statement, change) => {
    const reply = await create(change);
    expect([reply.status, reply.body]).toMatchObject([201, change]);
  });

  test('dateFrom is shown as the instant it names [sender.create.dateFrom.datetime sender.dateFrom.start]', async () => {
    const reply = await create({ dateFrom: '2030-01-01T03:00:00+03:00' });
    expect(reply.body).toMatchObject({ dateFrom: '2030-01-01T00:00:00Z' });
  });

  test.each([
    ['countryId may be left out [sender.create.countryId.optional]', 'countryId'],
    ['description may be left out [sender.create.description.optional]', 'description'],
    ['documentIds may be left out [sender.create.documentIds.optional]', 'documentIds'],
  ])('%s', async (_statement, path) => {
    const body = changed(valid(), path, undefined);
    expect((await api.call('POST', '/senders', { token, body })).status).toBe(201);
  });

  test('countryId 1 is Russia [sender.create.countryId.1-is-russia]', async () => {
    const id = await given({ countryId: 1 });
    const { body } = await api.call('GET', `/senders?companyId=${companyId}&countryCode=RU`, { token });
    expect(body).toMatchObject([{ id }]);
  });

  test.each([
    ['plus [sender.megafon.no-plus]', 'A+B'],
    ['space [sender.megafon.no-space]', 'A B'],
  ])('a name for MEGAFON has no %s', async (_statement, senderName) => {
    const reply = await create({ senderName, brand: 'MEGAFON' });
    expect([reply.status, reply.body]).toMatchObject(complaint('senderName'));
  });

  test('a name is registered once for each operator [service.names-per-operator]', async () => {
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

  test('companyId is required, an integer [sender.list.companyId.required]', async () => {
    expect((await api.call('GET', '/senders', { token })).status).toBe(400);
    expect((await api.call('GET', '/senders?companyId=x', { token })).status).toBe(400);
  });

  test('answers 200 with an array of senders, filtered or not [sender.list.200 sender.list.filters-optional]', async () => {
    const id = await given();
    const reply = await list('');
    expect([reply.status, reply.body]).toMatchObject([200, [{ id, senderName: 'Shop', status: 'DRAFT' }]]);
  });

  test('answers all at once, whatever a page would be [sender.list.not-paginated]', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await given({ senderName: `Shop${at}` }));
    expect(await idsOf('&page=2&perPage=1')).toEqual(ids);
  });

  test.each<[string, string, readonly [string, string], object, object, object]>([
    ['brand [sender.list.brand.repeated]', 'brand', ['MTS', 'TELE2'], {}, { brand: 'TELE2' }, { brand: 'BEELINE' }],
    [
      'commonType [sender.list.commonType.repeated]',
      'commonType',
      ['COMMON', 'PROMO'],
      {},
      { commonType: 'PROMO', brand: 'TELE2' },
      { commonType: 'MULTISIGNATURE', brand: 'BEELINE' },
    ],
    [
      'channelType [sender.list.channelType.repeated]',
      'channelType',
      ['SMS', 'VIBER'],
      {},
      { channelType: 'VIBER' },
      { channelType: 'VK' },
    ],
    [
      'countryCode [sender.list.countryCode.repeated]',
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

  test('filters by status [sender.list.status.repeated]', async () => {
    const [draft, closed, denied] = [await given(), await given({ brand: 'TELE2' }), await given({ brand: 'BEELINE' })];
    await statusOf(closed, 'CLOSED');
    await statusOf(denied, 'DENIED');
    expect(await idsOf('&status=CLOSED')).toEqual([closed]);
    expect(await idsOf('&status=DRAFT&status=DENIED')).toEqual([draft, denied]);
  });
});

test('GET /senders/{id} answers 200 with the sender, for its company [sender.get.200 sender.get.companyId]', async () => {
  const { body: created } = await create();
  const path = `/senders/${numberAt(created, 'id')}`;
  const reply = await api.call('GET', `${path}?companyId=${companyId}`, { token });
  expect([reply.status, reply.body]).toEqual([200, created]);
  expect((await api.call('GET', `${path}?companyId=x`, { token })).status).toBe(400);
});
