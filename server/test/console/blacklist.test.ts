import type * as contract from '@volley/contract/console/blacklist.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { type Console, givenPartnerUser } from '../given/people/console.ts';

type List = ReplyOf<typeof contract.listBlacklist>;

let api: Api;
beforeAll(async () => {
  api = await sharedApi();
});
afterAll(() => api.close());

async function list(user: Console, query = ''): Promise<List> {
  const reply = await user.get(`/blacklist?${query}`);
  expect(reply.status).toBe(200);
  return reply.body as List; // checked against the contract by the client
}

test('numbers are imported once, in any form, and the list is searched by number and comment', async () => {
  const owner = await givenPartnerUser(api);
  const companyId = await givenCompany(api, owner.token);
  const other = await givenCompany(api, owner.token);
  const items = [
    { msisdn: '+7 (916) 123-45-67', comment: 'asked to stop' },
    { msisdn: '89161234567' },
    { msisdn: '79031112233' },
    { msisdn: 'nobody' },
    { msisdn: '903.111-22-34' },
  ];
  const first = await owner.post('/blacklist/import', { companyId, items });
  expect(first.body).toEqual({
    added: 3,
    known: 0,
    repeated: 1,
    completed: 1,
    refused: 1,
    firstRefused: [{ line: 4, msisdn: 'nobody' }],
  });
  const again = await owner.post('/blacklist/import', {
    companyId,
    items: [{ msisdn: '79031112233', comment: 'bot' }],
  });
  expect(again.body).toMatchObject({ added: 0, known: 1 });
  await owner.post('/blacklist/import', { companyId: other, items: [{ msisdn: '79031112233' }] });

  expect((await list(owner)).total).toBe(4);
  expect((await list(owner, `company=${companyId}`)).total).toBe(3);
  expect((await list(owner, 'q=9031112234')).items).toMatchObject([{ msisdn: '79031112234' }]);
  expect((await list(owner, `q=${encodeURIComponent('8 (916) 123-45-67')}`)).items).toMatchObject([
    { company: { id: companyId }, msisdn: '79161234567', comment: 'asked to stop' },
  ]);
  expect((await list(owner, 'q=1112233')).total).toBe(2);
  expect((await list(owner, 'q=BOT')).total).toBe(1);
  expect((await list(owner, 'q=nothing')).total).toBe(0);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(owner, `perPage=1&page=${page}`)));
  expect(pages.flatMap(({ items: [item] }) => item?.msisdn ?? [])).toHaveLength(4);

  const removed = await owner.put('/partner/recipients', { companyId, msisdn: '79161234567', blacklist: false });
  expect(removed.status).toBe(200);
  expect((await list(owner, `company=${companyId}`)).total).toBe(2);
});

test('a role without the right to numbers sees them masked and cannot change them', async () => {
  const owner = await givenPartnerUser(api);
  const companyId = await givenCompany(api, owner.token);
  await owner.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234567' }] });
  const reader = await givenPartnerUser(api, { role: 'reader', partner: owner });
  expect((await list(reader)).items).toMatchObject([{ msisdn: '7916•••4567' }]);
  expect((await list(reader, 'q=9161234567')).total).toBe(1);
  expect((await list(reader, 'q=916123456')).total).toBe(0);
  expect((await reader.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234568' }] })).status).toBe(403);
});

test('companies of other partners can neither be read nor changed', async () => {
  const [mine, theirs] = [await givenPartnerUser(api), await givenPartnerUser(api)];
  const companyId = await givenCompany(api, theirs.token);
  await theirs.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234567' }] });
  expect(await list(mine)).toMatchObject({ total: 0, items: [] });
  expect(await list(mine, `company=${companyId}`)).toMatchObject({ total: 0 });
  expect((await mine.post('/blacklist/import', { companyId, items: [{ msisdn: '79161234568' }] })).status).toBe(404);
});

test('ten thousand numbers are imported at once, one more is refused', async () => {
  const owner = await givenPartnerUser(api);
  const companyId = await givenCompany(api, owner.token);
  const items = Array.from({ length: 10_000 }, (_, at) => ({ msisdn: String(79_160_000_000 + at) }));
  expect((await owner.post('/blacklist/import', { companyId, items })).body).toMatchObject({ added: 10_000 });
  const more = [...items, { msisdn: '79170000000' }];
  expect((await owner.post('/blacklist/import', { companyId, items: more })).status).toBe(400);
});
