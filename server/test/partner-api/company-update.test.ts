import { beforeAll, describe, expect, test } from 'vitest';
import { givenCompany, signUp } from '../given/api.ts';
import { useCell } from '../given/cell.ts';
import { textAt } from '../given/http-client.ts';
import { givenShop } from '../given/people/shop.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let token: string;
let companyId: number;
beforeAll(async () => {
  token = (await signUp(cell().platform, cell().call)).token;
  companyId = await givenCompany(cell(), token, { budget: 5000 });
});

const put = (body: unknown, id = companyId, as = token) => cell().call('PUT', `/company/${id}`, { token: as, body });
const shown = async (id = companyId, as = token) => (await cell().call('GET', `/company/${id}`, { token: as })).body;

describe('PUT /company/{id}', () => {
  test.each([
    [{ name: ' New name ' }, { name: 'New name', counteragentName: 'Company' }],
    [{ actualAddress: 'Kazan' }, { actualAddress: 'Kazan' }],
    [{ budget: 0.01 }, { budget: { value: 0.01, currency: 'RUB' } }],
    [{ budget: 0 }, { budget: { value: 0, currency: 'RUB' } }],
    [{ budget: null }, { budget: null }],
    [{ budget: 999_999_999.99 }, { budget: { value: 999_999_999.99, currency: 'RUB' } }],
    [{ status: 'DISABLED' }, { status: 'DISABLED' }],
    [
      { status: 'ACTIVE', name: 'Both' },
      { status: 'ACTIVE', name: 'Both' },
    ],
  ])('with %j changes only that', async (body, changed) => {
    const before = await shown();
    const reply = await put(body);
    expect([reply.status, reply.body]).toEqual([200, { companyId, updatedAt: expect.stringMatching(/Z$/) }]);
    const updatedAt = textAt(reply.body, 'updatedAt');
    expect(await shown()).toEqual({ ...Object(before), ...changed, updatedAt });
  });

  test('without a known member changes nothing, not even updatedAt', async () => {
    const before = await shown();
    await cell().advance(3_600);
    const foreign = { counteragentInn: '7700000002', counteragentName: 'X', companyId: 1, spent: 5, partnerId: 1 };
    for (const body of [{}, foreign]) {
      const reply = await put(body);
      expect([reply.status, reply.body]).toEqual([200, { companyId, updatedAt: textAt(before, 'updatedAt') }]);
    }
    expect(await shown()).toEqual(before);
    const changed = await put({ name: 'Later' });
    expect(textAt(changed.body, 'updatedAt') > textAt(before, 'updatedAt')).toBe(true);
  });

  test.each([
    [{ budget: -0.01 }, 'budget must be at least 0'],
    [{ budget: 1.234 }, 'budget must have at most two decimals'],
    [{ budget: '5' }, 'budget must be a number or null'],
    [{ budget: { value: 5, currency: 'RUB' } }, 'budget must be a number or null'],
    [{ status: 'CLOSED' }, 'status must be one of ACTIVE, DISABLED'],
    [{ status: null }, 'status must be one of ACTIVE, DISABLED'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: '  ' }, 'name must not be blank'],
    [{ name: 'x'.repeat(256) }, 'name must be at most 255 characters long'],
    [{ name: null }, 'name must be a string'],
    [{ actualAddress: 'x'.repeat(1001) }, 'actualAddress must be at most 1000 characters long'],
    [{ actualAddress: 5 }, 'actualAddress must be a string'],
    [[], 'body must be an object'],
  ])('with %j is refused and changes nothing', async (body, problem) => {
    const before = await shown();
    const reply = await put(typeof body === 'object' && !Array.isArray(body) ? { name: 'Half', ...body } : body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 4000, msg: `Bad Request: ${problem}` } });
    expect(await shown()).toEqual(before);
  });

  test("of another partner's company answers exactly like a missing one and changes nothing", async () => {
    const stranger = await signUp(cell().platform, cell().call);
    const before = await shown();
    const reply = await put({ name: 'Mine' }, companyId, stranger.token);
    const msg = `Company ${companyId} not found`;
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg } }]);
    expect((await put({ name: 'Mine' }, 2_147_483_647)).status).toBe(404);
    expect(await shown()).toEqual(before);
  });
});

describe('a budget', () => {
  test('of 0 prevents every start, and null allows all', async () => {
    const shop = await givenShop(cell(), { budget: 5000 });
    const id = await shop.create(1);
    await put({ budget: 0 }, shop.companyId, shop.token);
    const refused = await shop.start(id);
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 4000 } }]);
    await put({ budget: null }, shop.companyId, shop.token);
    expect((await shop.start(id)).status).toBe(200);
  });

  test('below the reserved amount prevents new reservations and does not affect the running dispatch', async () => {
    const shop = await givenShop(cell(), { budget: 5000 });
    const [running, waiting] = [await shop.create(10), await shop.create(10)];
    expect((await shop.start(running)).status).toBe(200);
    const { reserved } = await shop.money();
    expect((await put({ budget: 0.01 }, shop.companyId, shop.token)).status).toBe(200);
    expect((await shop.start(waiting)).status).toBe(400);
    await cell().link('mts');
    await shop.untilStatus(running, 'COMPLETED');
    const { spent } = await shop.money();
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(reserved);
    expect(await shown(shop.companyId, shop.token)).toMatchObject({ spent: { value: spent, currency: 'RUB' } });
  });
});

describe('a disabled company', () => {
  test('gets no new sender, dispatch, message or start', async () => {
    const shop = await givenShop(cell());
    const id = await shop.create(1);
    await put({ status: 'DISABLED' }, shop.companyId, shop.token);
    const sender = { companyId: shop.companyId, senderName: 'Other', brand: 'TELE2', channelType: 'SMS' };
    const recipients = { messages: [{ destination: '79161230000' }] };
    const dispatch = { companyId: shop.companyId, name: 'July', senderIds: [shop.senderId], channelType: 'SMS' };
    const tries: [string, object | undefined][] = [
      ['/senders', { ...sender, commonType: 'COMMON', dateFrom: '2024-07-01T00:00:00Z' }],
      ['/dispatches', { ...dispatch, text: 'Hi', ...recipients }],
      [`/dispatches/${id}/messages`, recipients],
      [`/dispatches/${id}/start`, undefined],
    ];
    for (const [path, body] of tries) {
      const reply = await cell().call('POST', path, { token: shop.token, ...(body && { body }) });
      const error = { code: 4000, msg: 'Company is disabled', details: expect.any(Array) };
      expect([path, reply.status, reply.body]).toEqual([path, 400, { error }]);
    }
  });

  test('has its running dispatch held until it is active again', async () => {
    await cell().link('mts', { rate: 20 });
    const shop = await givenShop(cell());
    const id = await shop.run(100);
    await shop.untilPending(id, 95);
    await put({ status: 'DISABLED' }, shop.companyId, shop.token);
    await cell().settle();
    await until('every receipt is stored', async () => (await cell().operators.counters('mts')).receiptsWaiting === 0);
    await cell().settle();
    const held = await shop.dispatch(id);
    await cell().settle();
    expect(await shop.dispatch(id)).toEqual(held);
    expect(held).toMatchObject({ status: 'STARTED', messages: { failed: 0 } });
    expect(held.messages.pending).toBeGreaterThan(0);
    await put({ status: 'ACTIVE' }, shop.companyId, shop.token);
    await cell().link('mts', { rate: 1_000 });
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toMatchObject({ total: 100, delivered: 100, failed: 0 });
  });
});
