import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { changed, fieldOf, valueAt } from '../../given/json-path.ts';
import {
  type Form,
  isCurrency,
  isDatetime,
  isInteger,
  isNull,
  isNumber,
  isOneOf,
  isString,
} from '../../given/value-formats.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await sharedApi();
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
  covers('company.create.201', 'company.companyId.assigned-on-creation', 'company.companyId.int');
  test('answers 201 with the id it assigned', async () => {
    const [first, second] = [await create(valid), await create(valid)];
    expect([first.status, first.body]).toEqual([201, { companyId: expect.any(Number) }]);
    expect(numberAt(first.body, 'companyId') % 1).toBe(0);
    expect(second.body).not.toEqual(first.body);
  });

  covers(
    'company.create.name.required',
    'company.create.name.string',
    'company.create.counteragentType.required',
    'company.create.counteragentType.values',
    'company.create.counteragentInn.required',
    'company.create.counteragentInn.string',
    'company.create.counteragentAddress.optional',
    'company.create.counteragentKpp.optional',
    'company.create.budget.optional',
    'company.budget.plain-in-request',
  );
  test.each([
    ['name is required', 'company.name', undefined],
    ['name is a string', 'company.name', 5],
    ['counteragentType is required', 'company.counteragentType', undefined],
    ['counteragentType has no other value', 'company.counteragentType', 'LTD'],
    ['counteragentInn is required', 'company.counteragentInn', undefined],
    ['counteragentInn is a string', 'company.counteragentInn', 7_700_000_001],
    ['an address is a string', 'company.counteragentAddress', 5],
    ['a reason code is a string', 'company.counteragentKpp', 770_101_001],
    ['budget is a number', 'budget', '5000'],
    ['budget is a plain number', 'budget', { value: 5, currency: 'RUB' }],
  ])('%s', async (_statement, path, value) => {
    const reply = await create(changed(valid, path, value));
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { code: 4000, msg: expect.stringContaining(fieldOf(path)), details: expect.any(Array) } },
    ]);
  });

  covers(
    'company.create.counteragentAddress.optional',
    'company.create.counteragentKpp.optional',
    'company.create.budget.optional',
    'service.company-limit-optional',
  );
  test.each([
    ['an address may be omitted', 'company.counteragentAddress'],
    ['a reason code may be omitted', 'company.counteragentKpp'],
    ['budget may be omitted', 'budget'],
  ])('%s', async (_statement, path) => {
    expect((await create(changed(valid, path, undefined))).status).toBe(201);
  });

  covers('company.create.nested');
  test('reads the facts in company, not beside it', async () => {
    expect((await create({ ...company, budget: 1 })).body).toMatchObject({
      error: { code: 4000, msg: expect.stringContaining('company'), details: expect.any(Array) },
    });
  });

  covers('company.create.counteragentKpp.legal');
  test('refuses a reason code for a sole proprietor', async () => {
    expect((await create({ company: sole })).status).toBe(201);
    expect((await create({ company: { ...sole, counteragentKpp: '770101001' } })).status).toBe(400);
  });

  covers('company.counteragentType.legal', 'company.counteragentType.individual');
  test.each([
    ['LEGAL', company],
    ['INDIVIDUAL', sole],
  ])('accepts and shows the type %s', async (_type, facts) => {
    expect(await get(await given({ company: facts }))).toMatchObject({ counteragentType: facts.counteragentType });
  });

  covers(
    'company.counteragentType.set-on-creation',
    'company.counteragentAddress.legal-address',
    'company.counteragentKpp.reason-code',
  );
  test('stores the sent facts', async () => {
    expect(await get(await given(valid))).toMatchObject(company);
  });

  covers('company.create.budget.monthly-limit');
  test('sets no limit without a budget', async () => {
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

  covers(
    'company.list.page.default',
    'limits.page-number',
    'company.list.200.page',
    'company.list.200.perPage',
    'company.list.per_page.default',
    'limits.page-size-companies',
    'company.list.200.total',
    'company.list.200.items',
    'company.companyId.int',
    'company.name.string',
    'company.counteragentName.in-list',
    'company.counteragentInn.string',
    'company-status.values',
    'company.budget.object-in-list',
    'company.budget.value.double',
    'company.budget.currency.string',
  );
  test.each<[string, string, Form | number]>([
    ['page is 1 by default', 'page', 1],
    ['perPage is the size of a page', 'perPage', 10],
    ['a page has 10 by default', 'items.length', 10],
    ['total counts all companies', 'total', 11],
    ['companyId is an integer', 'items.0.companyId', isInteger],
    ['name is a string', 'items.0.name', isString],
    ['counteragentName is a string', 'items.0.counteragentName', isString],
    ['counteragentInn is a string', 'items.0.counteragentInn', isString],
    ['status is ACTIVE or DISABLED', 'items.0.status', isOneOf(['ACTIVE', 'DISABLED'])],
    ['a budget has a value', 'items.0.budget.value', isNumber],
    ['a budget has a currency', 'items.0.budget.currency', isCurrency],
  ])('%s', (_statement, path, expected) => {
    const value = valueAt(list, path);
    if (typeof expected === 'number') expect(value).toBe(expected);
    else expect(value).toSatisfy(expected);
  });

  covers('company.list.page.int', 'company.list.per_page.int');
  test('page and per_page select the page', async () => {
    const partner = await api.givenPartner();
    for (let at = 0; at < 3; at += 1) await givenCompany(api, partner.token);
    const page = async (query: string) => api.call('GET', `/company?${query}`, { token: partner.token });
    expect((await page('page=2&per_page=2')).body).toMatchObject({ page: 2, perPage: 2, items: [{}] });
    for (const query of ['page=x', 'page=1.5', 'per_page=x', 'per_page=1.5'])
      expect((await page(query)).status).toBe(400);
  });
});

describe('PUT /company/{id}', () => {
  covers('company.update.200', 'company.updatedAt.from-update');
  test('answers 200 with companyId and updatedAt', async () => {
    const id = await given(valid);
    const reply = await put(id, { name: 'New' });
    expect([reply.status, reply.body]).toEqual([200, { companyId: id, updatedAt: expect.toSatisfy(isDatetime) }]);
  });

  covers(
    'company.update.only-what-is-sent',
    'company.update.name.optional',
    'company.update.actualAddress.optional',
    'company.actualAddress.set-on-update',
    'company.update.budget.optional',
    'company.update.status.optional',
    'company.status.disabled',
    'company.status.active',
  );
  test.each<[string, object, object]>([
    ['name', { name: 'New' }, { name: 'New' }],
    ['actualAddress', { actualAddress: 'Tver' }, { actualAddress: 'Tver' }],
    ['budget', { budget: 7.25 }, { budget: { value: 7.25, currency: 'RUB' } }],
    ['status DISABLED', { status: 'DISABLED' }, { status: 'DISABLED' }],
    ['status ACTIVE', { status: 'ACTIVE' }, { status: 'ACTIVE' }],
  ])('changes %s and nothing else', async (_statement, body, shown) => {
    const id = await given(valid);
    const before = await get(id);
    expect((await put(id, body)).status).toBe(200);
    const { updatedAt: _now, ...expected } = { ...Object(before), ...shown };
    expect(await get(id)).toMatchObject(expected);
  });

  covers(
    'company.update.name.optional',
    'company.update.actualAddress.optional',
    'company.update.budget.optional',
    'company.update.status.optional',
    'company-status.values',
  );
  test.each([
    ['name is a string', 'name', 5],
    ['actualAddress is a string', 'actualAddress', 5],
    ['budget is a number', 'budget', '5'],
    ['status has no other value', 'status', 'CLOSED'],
  ])('%s', async (_statement, path, value) => {
    const reply = await put(await given(valid), { [path]: value });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { msg: expect.stringContaining(path) } }]);
  });

  covers('company-status.set-by-put');
  test('sets the status to DISABLED and back to ACTIVE', async () => {
    const id = await given(valid);
    for (const status of ['DISABLED', 'ACTIVE']) {
      await put(id, { status });
      expect(await get(id)).toMatchObject({ status });
    }
  });

  covers('company.actualAddress.set-on-update');
  test('adds actualAddress, which is absent before', async () => {
    expect(valueAt(await get(await given(valid)), 'actualAddress')).toSatisfy(isNull);
  });
});
