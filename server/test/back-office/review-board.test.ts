import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { queueForReview } from '../given/rows/senders.ts';

let api: Api;
let moderator: GivenStaff;
let token: string;
let companyId: number;
let otherId: number;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  moderator = await givenStaff(api, 'moderator');
  ({ token } = await api.givenPartner());
  companyId = await givenCompany(api, token);
  otherId = await givenCompany(api, token);
});
afterAll(() => api.close());

async function givenSender(senderName: string, change: object = {}): Promise<number> {
  const draft = { companyId, channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom: '2024-01-01T00:00:00Z' };
  const { body } = await api.call('POST', '/senders', { token, body: { ...draft, senderName, ...change } });
  const id = numberAt(body, 'id');
  await queueForReview(api, id);
  return id;
}

const board = async (query = '') => (await moderator.ask('GET', `/review/senders?${query}`)).body;
const review = (id: number, staff = moderator) => staff.ask('GET', `/review/senders/${id}`);

test('a card shows the owner of a name, its waiting time and the possible next statuses', async () => {
  const id = await givenSender('Oldest');
  const card = { id, senderName: 'Oldest', companyId, status: 'PRE_REVIEW', documents: 0, similar: [] };
  const shown = await board('name=oldest');
  expect(shown).toMatchObject({ total: 1, items: [{ ...card, moves: ['INTERNAL_REVIEW', 'REJECTED'] }] });
  const before = await review(id);
  expect((await moderator.ask('POST', `/senders/${id}/status`, { status: 'INTERNAL_REVIEW' })).status).toBe(200);
  const after = await review(id);
  expect(after.body).toMatchObject({
    card: { status: 'INTERNAL_REVIEW', moves: ['EXTERNAL_REVIEW', 'REJECTED'] },
    history: [{ login: moderator.login, from: 'PRE_REVIEW', to: 'INTERNAL_REVIEW' }],
  });
  const since = (reply: typeof after) => (reply.body as { card: { waitingSince: string } }).card.waitingSince; // checked above
  expect(Date.parse(since(after))).toBeGreaterThan(Date.parse(since(before)));
});

test('counts cover every status, items only the requested ones, the first registered first', async () => {
  const ids = [await givenSender('First'), await givenSender('Second'), await givenSender('Third')];
  await moderator.ask('POST', `/senders/${ids[1]}/status`, { status: 'REJECTED', managerComment: 'not yours' });
  const shown = (await board('status=PRE_REVIEW&perPage=1000')) as { items: { id: number }[]; total: number };
  const place = (id: number | undefined) => shown.items.findIndex((item) => item.id === id);
  expect([place(ids[0]) < place(ids[2]), place(ids[1])]).toEqual([true, -1]);
  expect(shown.total).toBe(shown.items.length);
  expect(shown).toMatchObject({ counts: expect.arrayContaining([{ status: 'REJECTED', count: 1 }]) });
  expect((await review(ids[0] ?? 0)).body).toMatchObject({ nextId: ids[2] });
});

test.each([
  ['Sberbank', '5BERBANK'],
  ['Ali-Shop', 'A1i Shop'],
  ['Look', 'L00K'],
])('the board marks %s as similar to %s of another company', async (mine, theirs) => {
  const other = await givenSender(theirs, { companyId: otherId });
  const id = await givenSender(mine);
  await givenSender(mine, { brand: 'BEELINE' });
  const { body } = await review(id);
  expect(body).toMatchObject({
    card: { similar: [{ id: other, senderName: theirs, companyId: otherId }] },
    checks: expect.arrayContaining([{ check: 'name-unlike-others', passed: false }]),
  });
});

test('a card warns of a blocked name and of missing documents', async () => {
  await moderator.ask('PUT', '/blocks/names', { name: 'Fraud', reason: 'reported' });
  expect((await review(await givenSender('Fraud'))).body).toMatchObject({
    checks: [
      { check: 'name-rule', passed: true },
      { check: 'name-free', passed: false },
      { check: 'name-unlike-others', passed: true },
      { check: 'documents', passed: false },
      { check: 'still-valid', passed: true },
    ],
    brandFee: { currency: 'RUB' },
  });
});

test('decisions of colleagues are shown to reviewers only', async () => {
  const support = await givenStaff(api, 'support');
  const id = await givenSender('Judged');
  await moderator.ask('POST', `/senders/${id}/status`, { status: 'INTERNAL_REVIEW' });
  expect((await review(id, support)).body).toMatchObject({ card: { id }, history: [] });
  expect((await review(999_999)).status).toBe(404);
});
