import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Form, isCurrency, isDatetime, isInteger, isNull, isNumber, isOneOf, isString } from '../given/forms.ts';
import { numberAt } from '../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../given/json-path.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
});
afterAll(() => api.close());

const company = {
  name: 'Shop',
  counteragentType: 'LEGAL',
  counteragentInn: '7700000001',
  counteragentAddress: 'Moscow, Arbat 1',
  counteragentKpp: '770101001',
};
const valid = { company, budget: 5000.5 };
const sole = { name: 'Ivanov', counteragentType: 'INDIVIDUAL', counteragentInn: '770000000012' };

const create = (body: unknown) => api.call('POST', '/company', { token, body });
const get = async (id: number) => (await api.call('GET', `/company/${id}`, { token })).body;
const put = (id: number, body: unknown) => api.call('PUT', `/company/${id}`, { token, body });
const given = async (body: unknown) => numberAt((await create(body)).body, 'companyId');

describe('POST /company', () => {
  test('answers 201 with the id it assigned [company.create.201 company.companyId.assigned-on-creation company.companyId.int]', async () => {
    const [first, second] = [await create(valid), await create(valid)];
    expect([first.status, first.body]).toEqual([201, { companyId: expect.any(Number) }]);
    expect(numberAt(first.body, 'companyId') % 1).toBe(0);
    expect(second.body).not.toEqual(first.body);
  });

  test.each([
    ['name is required [company.create.name.required]', 'company.name', undefined],
    ['name is a string [company.create.name.string]', 'company.name', 5],
    ['counteragentType is required [company.create.counteragentType.required]', 'company.counteragentType', undefined],
    ['counteragentType has no other value [company.create.counteragentType.values]', 'company.counteragentType', 'LTD'],
    ['counteragentInn is required [company.create.counteragentInn.required]', 'company.counteragentInn', undefined],
    ['counteragentInn is a string [company.create.counteragentInn.string]', 'company.counteragentInn', 7_700_000_001],
    ['an address is a string [company.create.counteragentAddress.optional]', 'company.counteragentAddress', 5],
    ['a reason code is a string [company.create.counteragentKpp.optional]', 'company.counteragentKpp', 770_101_001],
    ['budget is a number [company.create.budget.optional]', 'budget', '5000'],
    ['budget is a plain number [company.budget.plain-in-request]', 'budget', { value: 5, currency: 'RUB' }],
  ])('%s', async (_statement, path, value) => {
    const reply = await create(changed(valid, path, value));
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining(fieldOf(path)), details: expect.any(Array) } },
    ]);
  });

  test.each([
    ['an address may be left out [company.create.counteragentAddress.optional]', 'company.counteragentAddress'],
    ['a reason code may be left out [company.create.counteragentKpp.optional]', 'company.counteragentKpp'],
    ['budget may be left out [company.create.budget.optional service.company-limit-optional]', 'budget'],
  ])('%s', async (_statement, path) => {
    expect((await create(changed(valid, path, undefined))).status).toBe(201);
  });

  test('the facts stand in company, not beside it [company.create.nested]', async () => {
    expect((await create({ ...company, budget: 1 })).body).toMatchObject({
      error: { code: 4000, msg: expect.stringContaining('company'), details: expect.any(Array) },
    });
  });

  test('a sole proprietor has no reason code [company.create.counteragentKpp.legal]', async () => {
    expect((await create({ company: sole })).status).toBe(201);
    expect((await create({ company: { ...sole, counteragentKpp: '770101001' } })).status).toBe(400);
  });

  test.each([
    ['LEGAL [company.counteragentType.legal]', company],
    ['INDIVIDUAL [company.counteragentType.individual]', sole],
  ])('takes and keeps the type %s', async (_type, facts) => {
    expect(await get(await given({ company: facts }))).toMatchObject({ counteragentType: facts.counteragentType });
  });

  test('keeps what was sent [company.counteragentType.set-on-creation company.counteragentAddress.legal-address company.counteragentKpp.reason-code]', async () => {
    expect(await get(await given(valid))).toMatchObject(company);
  });

  test('a budget that is left out limits nothing [company.create.budget.monthly-limit]', async () => {
    expect(await get(await given({ company }))).toMatchObject({ budget: null });
    expect(await get(await given(valid))).toMatchObject({ budget: { value: 5000.5 } });
  });
});

describe('GET /company', () => {
  let list: unknown;
  beforeAll(async () => {
    const partner = await api.givenPartner();
    for (let at = 0; at < 11; at += 1) await givenCompany(api, partner.token, { budget: 5000.5 });
    list = (await api.call('GET', '/company', { token: partner.token })).body;
  });

  test.each<[string, string, Form | number]>([
    ['page is 1 by default [company.list.page.default limits.page-number company.list.200.page]', 'page', 1],
    ['perPage tells the size of a page [company.list.200.perPage]', 'perPage', 10],
    ['a page has 10 by default [company.list.per_page.default limits.page-size-companies]', 'items.length', 10],
    ['total counts all [company.list.200.total]', 'total', 11],
    ['companyId is an integer [company.list.200.items company.companyId.int]', 'items.0.companyId', isInteger],
    ['name is a string [company.list.200.items company.name.string]', 'items.0.name', isString],
    [
      'counteragentName is a string [company.list.200.items company.counteragentName.in-list]',
      'items.0.counteragentName',
      isString,
    ],
    [
      'counteragentInn is a string [company.list.200.items company.counteragentInn.string]',
      'items.0.counteragentInn',
      isString,
    ],
    [
      'status is ACTIVE or DISABLED [company.list.200.items company-status.values]',
      'items.0.status',
      isOneOf(['ACTIVE', 'DISABLED']),
    ],
    [
      'a budget has a value [company.budget.object-in-list company.budget.value.double]',
      'items.0.budget.value',
      isNumber,
    ],
    [
      'a budget has a currency [company.budget.object-in-list company.budget.currency.string]',
      'items.0.budget.currency',
      isCurrency,
    ],
  ])('%s', (_statement, path, expected) => {
    const value = valueAt(list, path);
    if (typeof expected === 'number') expect(value).toBe(expected);
    else expect(value).toSatisfy(expected);
  });

  test('page and per_page turn the pages [company.list.page.int company.list.per_page.int]', async () => {
    const partner = await api.givenPartner();
    for (let at = 0; at < 3; at += 1) await givenCompany(api, partner.token);
    const page = async (query: string) => api.call('GET', `/company?${query}`, { token: partner.token });
    expect((await page('page=2&per_page=2')).body).toMatchObject({ page: 2, perPage: 2, items: [{}] });
    for (const query of ['page=x', 'page=1.5', 'per_page=x', 'per_page=1.5'])
      expect((await page(query)).status).toBe(400);
  });
});

describe('PUT /company/{id}', () => {
  test('answers 200 with companyId and updatedAt [company.update.200 company.updatedAt.from-update]', async () => {
    const id = await given(valid);
    const reply = await put(id, { name: 'New' });
    expect([reply.status, reply.body]).toEqual([200, { companyId: id, updatedAt: expect.toSatisfy(isDatetime) }]);
  });

  test.each<[string, object, object]>([
    ['name [company.update.name.optional]', { name: 'New' }, { name: 'New' }],
    [
      'actualAddress [company.update.actualAddress.optional company.actualAddress.set-on-update]',
      { actualAddress: 'Tver' },
      { actualAddress: 'Tver' },
    ],
    ['budget [company.update.budget.optional]', { budget: 7.25 }, { budget: { value: 7.25, currency: 'RUB' } }],
    [
      'status DISABLED [company.update.status.optional company.status.disabled]',
      { status: 'DISABLED' },
      { status: 'DISABLED' },
    ],
    [
      'status ACTIVE [company.update.status.optional company.status.active]',
      { status: 'ACTIVE' },
      { status: 'ACTIVE' },
    ],
  ])('changes %s and nothing else [company.update.only-what-is-sent]', async (_statement, body, shown) => {
    const id = await given(valid);
    const before = await get(id);
    expect((await put(id, body)).status).toBe(200);
    const { updatedAt: _now, ...expected } = { ...Object(before), ...shown };
    expect(await get(id)).toMatchObject(expected);
  });

  test.each([
    ['name is a string [company.update.name.optional]', 'name', 5],
    ['actualAddress is a string [company.update.actualAddress.optional]', 'actualAddress', 5],
    ['budget is a number [company.update.budget.optional]', 'budget', '5'],
    ['status has no other value [company.update.status.optional company-status.values]', 'status', 'CLOSED'],
  ])('%s', async (_statement, path, value) => {
    const reply = await put(await given(valid), { [path]: value });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { msg: expect.stringContaining(path) } }]);
  });

  test('sets the status there and back [company-status.set-by-put]', async () => {
    const id = await given(valid);
    for (const status of ['DISABLED', 'ACTIVE']) {
      await put(id, { status });
      expect(await get(id)).toMatchObject({ status });
    }
  });

  test('actualAddress is not there before [company.actualAddress.set-on-update]', async () => {
    expect(valueAt(await get(await given(valid)), 'actualAddress')).toSatisfy(isNull);
  });
});
