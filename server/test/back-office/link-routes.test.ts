import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';

let api: Api;
let admin: GivenStaff;
let linkId: number;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  const link = { name: 'routed', brands: [1], host: '127.0.0.1', port: 1, systemId: 'mts', password: 'secret' };
  linkId = numberAt((await admin.ask('PUT', '/links', link)).body, 'linkId');
});
afterAll(() => api.close());

const put = (...routes: readonly object[]) => admin.ask('PUT', `/links/${linkId}/routes`, { routes });
const listed = async () => (await admin.ask('GET', `/links/${linkId}/routes`)).body;

describe('routes of a link', () => {
  test('a route has defaults, and a list replaces the earlier list', async () => {
    const price = { value: 1.234567, currency: 'RUB' };
    const made = await put({}, { brand: 1, priority: 5, weight: 30, price, validFrom: '2026-01-01T00:00:00Z' });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      items: [
        { linkId, brand: null, country: null, priority: 100, weight: 100, price: null },
        { brand: 1, priority: 5, weight: 30, price },
      ],
    });
    expect(await listed()).toEqual(made.body);
    await put({ country: 'KZ' });
    expect(await listed()).toMatchObject({ items: [{ country: 'KZ' }] });
    await put();
    expect(await listed()).toEqual({ items: [] });
    const log = (await actionsOf(api.platform, admin.staffId)).filter(({ action }) => action === 'link.routes');
    expect(log).toHaveLength(3);
  });

  test.each([
    ['a brand and a country', [{ brand: 1, country: 'KZ' }]],
    ['an unknown country', [{ country: 'XX' }]],
    ['the same destination twice', [{ validFrom: '2026-01-01T00:00:00Z' }, { validFrom: '2026-01-01T00:00:00Z' }]],
    ['a price with seven decimals', [{ price: { value: 0.1234567, currency: 'RUB' } }]],
    ['a negative price', [{ price: { value: -1, currency: 'RUB' } }]],
    ['a priority of zero', [{ priority: 0 }]],
  ])('a list with %s is refused', async (_, routes) => {
    expect((await put(...routes)).status).toBe(400);
    expect(await listed()).toEqual({ items: [] });
  });

  test('an unknown link has no routes', async () => {
    expect((await admin.ask('GET', '/links/999999/routes')).status).toBe(404);
    expect((await admin.ask('PUT', '/links/999999/routes', { routes: [{}] })).status).toBe(404);
  });
});

test('the links of a company are balanced until staff set another mode', async () => {
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token);
  expect((await admin.ask('GET', `/companies/${companyId}`)).body).toMatchObject({ linkMode: 'balanced' });
  expect((await admin.ask('PUT', `/companies/${companyId}`, { linkMode: 'cost' })).body).toMatchObject({
    linkMode: 'cost',
  });
  expect((await admin.ask('PUT', `/companies/${companyId}`, { linkMode: 'cheap' })).status).toBe(400);
});
