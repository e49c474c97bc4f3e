import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenKey } from '../given/people/account.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { givenTrafficCenters } from '../given/rows/companies.ts';

let api: Api;
let admin: GivenStaff;
let companyId: number;
let otherId: number;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  const { token } = await api.givenPartner();
  [companyId, otherId] = [await givenCompany(api, token), await givenCompany(api, token)];
});
afterAll(() => api.close());

type Center = { readonly id: number; readonly name: string; readonly isDefault: boolean };

const listed = async (company: number) =>
  ((await admin.ask('GET', `/traffic-centers?companyId=${company}`)).body as { items: Center[] }).items; // checked against the contract by the client
const create = (change: object) => admin.ask('POST', '/traffic-centers', { companyId, ...change });

describe('traffic centers', () => {
  covers('messaging.center.default');
  test('a new company has one, and it is the default', async () => {
    expect(await listed(otherId)).toMatchObject([{ companyId: otherId, name: 'Default', isDefault: true }]);
  });

  test('a second one is created and becomes the default, and exactly one is the default', async () => {
    const [first] = await listed(companyId);
    const made = await create({ name: 'North' });
    expect([made.status, made.body]).toMatchObject([201, { companyId, name: 'North', isDefault: false }]);
    const id = numberAt(made.body, 'id');
    expect((await admin.ask('POST', `/traffic-centers/${id}/default`)).body).toMatchObject({ id, isDefault: true });
    expect((await create({ name: 'South', isDefault: true })).status).toBe(201);
    expect((await listed(companyId)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Default', false],
      ['North', false],
      ['South', true],
    ]);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.ask('POST', `/traffic-centers/${at % 2 === 0 ? id : first?.id}/default`),
      ),
    );
    expect((await listed(companyId)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const actions = (await actionsOf(api.platform, admin.staffId)).map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(['traffic-center.create', 'traffic-center.default']));
  });

  test('a name is unique within the company', async () => {
    expect((await create({ name: 'Twice' })).status).toBe(201);
    expect((await create({ name: 'Twice' })).status).toBe(400);
    expect((await create({ name: 'Twice', companyId: otherId })).status).toBe(201);
  });

  test('a company has at most a hundred', async () => {
    const fullId = await givenCompany(api, (await api.givenPartner()).token);
    await givenTrafficCenters(api, fullId, 98);
    expect((await create({ name: 'The hundredth', companyId: fullId })).status).toBe(201);
    expect((await create({ name: 'One more', companyId: fullId })).status).toBe(400);
  });

  test('an unknown center answers 404', async () => {
    expect((await create({ name: 'Nobody', companyId: 999_999 })).status).toBe(404);
    expect((await admin.ask('GET', '/traffic-centers?companyId=999999')).status).toBe(404);
    expect((await admin.ask('POST', '/traffic-centers/999999/default')).status).toBe(404);
  });
});

describe('a key', () => {
  const key = (change: object) =>
    admin.ask('POST', '/keys', { companyId: otherId, name: 'Shop', type: 'MESSAGES', ...change });

  covers('messaging.center.of-key');
  test("belongs to its company's default center unless it names another", async () => {
    const [first] = await listed(otherId);
    expect((await key({})).body).toMatchObject({ trafficCenterId: first?.id });
    const second = numberAt((await create({ name: 'Second', companyId: otherId })).body, 'id');
    expect((await key({ trafficCenterId: second })).body).toMatchObject({ trafficCenterId: second });
  });

  test('cannot be created for a center of another company, which answers like a missing one', async () => {
    const [foreign] = await listed(companyId);
    const replies = [await key({ trafficCenterId: foreign?.id }), await key({ trafficCenterId: 999_999 })];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect(replies[0]?.text.replace(String(foreign?.id), '')).toBe(replies[1]?.text.replace('999999', ''));
  });

  test('stays in its center when another center becomes the default', async () => {
    const company = await givenCompany(api, (await api.givenPartner()).token);
    await givenKey(api, company, 'MESSAGES');
    const [first] = await listed(company);
    expect((await create({ name: 'New', companyId: company, isDefault: true })).status).toBe(201);
    expect((await admin.ask('GET', `/keys?companyId=${company}`)).body).toMatchObject({
      items: [{ trafficCenterId: first?.id }],
    });
  });
});
