// Sender names in the partner console, by name and operator, with the side that must act and the waiting time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ageSenders } from '../../src/features/senders/age-senders.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { changeSender } from '../given/rows/senders.ts';

type Cell = { readonly id: number; readonly brand: string; readonly status: string; readonly turn: string };
type Matrix = {
  readonly total: number;
  readonly registrations: number;
  readonly turns: Record<string, number>;
  readonly items: readonly { readonly senderName: string; readonly cells: readonly (Cell & { older: number })[] }[];
};
type Page = Cell & {
  readonly actions: Record<string, unknown>;
  readonly history: readonly { status: string; suspended: boolean; comment: string | null }[];
};

let api: Api;
let user: PartnerUser;
let moderator: GivenStaff;
let companyId: number;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  user = await givenPartnerUser(api);
  moderator = await givenStaff(api, 'moderator');
  companyId = await givenCompany(api, user.token);
});
afterAll(() => api.close());

async function register(senderName: string, brand: string, change: object = {}): Promise<number> {
  const name = { companyId, senderName, brand, channelType: 'SMS', commonType: 'COMMON' };
  const { body } = await user.post('/partner/senders', { ...name, dateFrom: '2024-01-01T00:00:00Z', ...change });
  return numberAt(body, 'id');
}

const judge = (id: number, body: object) => moderator.ask('POST', `/senders/${id}/status`, body);
// The client has checked the replies against the contract.
const pageOf = async (id: number) => (await user.get(`/senders/${id}`)).body as Page;
const matrix = async (query = '') => (await user.get(`/senders?${query}`)).body as Matrix;

describe('the life of a name', () => {
  let id: number;

  test('starts with the partner while documents are missing', async () => {
    id = await register('Life', 'MTS', { commonType: 'PROMO' });
    expect(await pageOf(id)).toMatchObject({ status: 'DRAFT', turn: 'partner', usable: false, complete: false });
  });

  test('continues with the platform and the operator', async () => {
    await user.put(`/partner/senders/${id}`, { commonType: 'COMMON' });
    expect(await pageOf(id)).toMatchObject({ status: 'DRAFT', turn: 'platform' });
    await ageSenders(api.platform);
    expect(await pageOf(id)).toMatchObject({ status: 'PRE_REVIEW', turn: 'platform' });
    await judge(id, { status: 'INTERNAL_REVIEW' });
    await judge(id, { status: 'EXTERNAL_REVIEW', plan: 'PRO' });
    expect(await pageOf(id)).toMatchObject({ turn: 'operator', fee: { value: 3_200, currency: 'RUB' } });
  });

  test('returns to the partner with a reason and is corrected', async () => {
    await judge(id, { status: 'REJECTED', managerComment: 'the name is not yours' });
    expect(await pageOf(id)).toMatchObject({ turn: 'partner', managerComment: 'the name is not yours' });
    expect((await pageOf(id)).actions).toMatchObject({ edit: expect.arrayContaining(['senderName']) });
    await user.put(`/partner/senders/${id}`, { senderName: 'Life2' });
    expect(await pageOf(id)).toMatchObject({ status: 'PRE_REVIEW', turn: 'platform' });
  });

  test('is shown step by step, with suspensions', async () => {
    await user.post(`/partner/senders/${id}/suspend`, { reason: 'a wrong text' });
    await user.post(`/partner/senders/${id}/unsuspend`);
    const { history } = await pageOf(id);
    expect(history.map(({ status, suspended }) => `${status}${suspended ? ' suspended' : ''}`).toReversed()).toEqual([
      'DRAFT',
      'PRE_REVIEW',
      'INTERNAL_REVIEW',
      'EXTERNAL_REVIEW',
      'REJECTED',
      'PRE_REVIEW',
      'PRE_REVIEW suspended',
      'PRE_REVIEW',
    ]);
    expect(history.flatMap(({ comment }) => comment ?? []).toReversed()).toEqual([
      'the name is not yours',
      'a wrong text',
    ]);
  });
});

describe('the matrix', () => {
  beforeAll(async () => {
    const first = await register('Matrix', 'BEELINE');
    await ageSenders(api.platform);
    await judge(first, { status: 'REJECTED', managerComment: 'no' });
    await register('Matrix', 'BEELINE');
    await register('Matrix', 'TELE2', { commonType: 'PROMO' });
    await ageSenders(api.platform);
  });

  test('has one row per name and one cell per operator: the current registration', async () => {
    const { total, registrations, items } = await matrix('q=matr');
    expect([total, registrations]).toEqual([1, 2]);
    expect(items[0]?.cells).toMatchObject([
      { brand: 'BEELINE', status: 'PRE_REVIEW', turn: 'platform', older: 1 },
      { brand: 'TELE2', status: 'DRAFT', turn: 'partner', older: 0 },
    ]);
  });

  test('counts by the side that must act as the filter then lists', async () => {
    const { turns } = await matrix();
    for (const turn of ['partner', 'platform', 'operator', 'nobody'])
      expect((await matrix(`turn=${turn}`)).registrations).toBe(turns[turn]);
    expect((await matrix('turn=partner&q=Matrix')).items[0]?.cells).toHaveLength(2);
    expect(await matrix('status=REJECTED&q=Matrix')).toMatchObject({ total: 0, registrations: 0 });
    expect(await matrix('usable=true')).toMatchObject({ total: 0 });
  });

  test('is exported as a file without formulas', async () => {
    await register("-1+'2", 'MTS');
    const { text } = await user.get('/senders.csv');
    expect(text).toContain("'-1+'2");
    expect(text.trim().split('\r\n')).toHaveLength(1 + (await matrix()).registrations);
  });
});

test('an ended name is read-only', async () => {
  const id = await register('Ended', 'MTS', { dateFrom: '2024-01-01T00:00:00Z' });
  await changeSender(api, id, { dateTo: '2024-02-01T00:00:00Z' });
  expect(await pageOf(id)).toMatchObject({
    status: 'CLOSED',
    statusSince: '2024-02-01T00:00:00Z',
    turn: 'nobody',
    actions: { suspend: false, unsuspend: false, close: false, keepOpen: false, edit: [] },
  });
});

test('names of another partner answer 404', async () => {
  const id = await register('Mine', 'MTS');
  const stranger = await givenPartnerUser(api);
  expect((await stranger.get(`/senders/${id}`)).status).toBe(404);
  expect((await stranger.get('/senders')).body).toMatchObject({ total: 0, items: [] });
});
