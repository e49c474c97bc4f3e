// Open countries as staff see them: the lists that replace the installation's list, and the lists that apply to one
// company.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type GivenStaff, givenStaff } from '../given/people/staff.ts';

let api: Api;
let admin: GivenStaff;
beforeAll(async () => {
  api = await givenApi({ allowedCountries: ['RU', 'BY'], countrySpendAlarm: 7_000 });
  admin = await givenStaff(api, 'admin');
});
afterAll(() => api.close());

const ask = async (query = '') =>
  (await api.call('GET', `/admin/v1/destinations${query}`, { token: admin.token })).body as Record<string, unknown>;

test('the list of the installation and every list that replaces it are shown', async () => {
  const [one, other] = [await api.givenPartner(), await api.givenPartner()];
  const companyId = await givenCompany(api, one.token);
  const foreign = await givenCompany(api, other.token);
  const put = (path: string, allowedCountries: string[] | null) =>
    api.call('PUT', `/admin/v1${path}`, { token: admin.token, body: { allowedCountries } });
  expect((await put(`/partners/${one.partnerId}/countries`, ['RU', 'KZ'])).status).toBe(200);
  expect((await put(`/companies/${companyId}`, ['*'])).status).toBe(200);
  expect((await put(`/companies/${foreign}`, ['AM'])).status).toBe(200);
  const ofPartner = { of: 'partner', id: one.partnerId, allowedCountries: ['RU', 'KZ'] };
  const ofCompany = { of: 'company', id: companyId, partnerId: one.partnerId, allowedCountries: ['*'] };
  const ofForeign = { of: 'company', id: foreign, partnerId: other.partnerId, allowedCountries: ['AM'] };
  const all = await ask();
  expect(all).toMatchObject({
    allowedCountries: ['RU', 'BY'],
    spendAlarm: 7_000,
    lists: [ofPartner, ofCompany, ofForeign],
  });
  expect(all['countries']).toEqual(expect.arrayContaining(['RU', 'KZ', 'GB']));
  expect(await ask(`?companyId=${companyId}`)).toMatchObject({ lists: [ofPartner, ofCompany] });
  expect((await put(`/companies/${companyId}`, null)).status).toBe(200);
  expect(await ask(`?companyId=${companyId}`)).toMatchObject({ lists: [ofPartner] });
  expect(((await ask(`?companyId=${foreign}`))['lists'] as unknown[]).length).toBe(1);
});
