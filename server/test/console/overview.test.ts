// The first page: every number on it equals the total of the list that it links to.
import { expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { givenShop, recipients } from '../given/people/shop.ts';

const cell = useCell({ settings: { testMode: true } });

const STATES = ['queued', 'withOperator', 'delivered', 'failed'] as const;
type States = Record<(typeof STATES)[number] | 'accepted', number> & { from: string };
type Overview = {
  readonly today: States;
  readonly week: States;
  readonly running: { total: number; items: ({ id: number } & States)[] };
  readonly budgets: { companyId: number; limit: { value: number } | null; spent: { value: number } }[];
  readonly senders: { total: number; items: { senderName: string; status: string }[] };
  readonly callbacks: { endpoints: number; failing: unknown[] };
  readonly gettingStarted: { step: string; done: boolean }[];
};

/** The client has checked the reply against the contract. */
const look = async (user: PartnerUser, query = '') => (await user.get(`/overview?${query}`)).body as Overview;

async function totals(user: PartnerUser, { from }: States, query = '') {
  const since = encodeURIComponent(from);
  const counted = STATES.map(async (state) => {
    const { body } = await user.get(`/messages?from=${since}&state=${state}${query}`);
    return [state, numberAt(body, 'total')] as const;
  });
  const all = numberAt((await user.get(`/messages?from=${since}${query}`)).body, 'total');
  return { from, accepted: all, ...Object.fromEntries(await Promise.all(counted)) };
}

const userOf = ({ partnerId }: { partnerId: number }, role: 'admin' | 'reader' = 'admin') =>
  givenPartnerUser(cell(), { role, partner: { partnerId, login: '', password: '', token: '' } });

test('counts of today and of the week equal those of the lists, with dispatches that began the day before', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell(), { budget: 1_000 });
  const ended = await shop.run(0, { messages: [...recipients(5), { destination: '70001000003' }] });
  await shop.untilStatus(ended, 'COMPLETED');
  const waiting = await shop.create(2, { name: 'Over midnight' });
  await cell().advance(86_400);
  await cell().call('POST', `/dispatches/${waiting}/messages`, {
    token: shop.token,
    body: { messages: recipients(3, 79_161_239_000) },
  });
  const user = await userOf(shop);
  const dayStart = new Date(cell().now().getTime() - 3_600_000).toISOString();
  const overview = await look(user, `dayStart=${encodeURIComponent(dayStart)}`);
  expect(overview.today).toEqual(await totals(user, overview.today));
  expect(overview.week).toEqual(await totals(user, overview.week));
  expect([overview.today.accepted, overview.week.accepted]).toEqual([3, 11]);
  const { body } = await user.get(`/overview/failures?from=${encodeURIComponent(overview.week.from)}`);
  expect(body).toMatchObject({ failed: overview.week.failed });
  for (const { errorCode, count } of (body as { items: { errorCode: number; count: number }[] }).items) {
    const list = await user.get(`/messages?from=${encodeURIComponent(overview.week.from)}&error=${errorCode}`);
    expect(list.body).toMatchObject({ total: count });
  }
  const [budget] = overview.budgets;
  expect(budget).toMatchObject({ companyId: shop.companyId, limit: { value: 1_000 } });
  expect(await look(user, `company=${shop.companyId + 1}`)).toMatchObject({ week: { accepted: 0 }, budgets: [] });
  expect((await look(await userOf(shop, 'reader'))).budgets).toEqual([]);
});

test('the page shows running dispatches, open tasks of the partner and the steps of a beginner', async () => {
  const beginner = await givenPartnerUser(cell());
  expect((await look(beginner)).gettingStarted.map(({ done }) => done)).toEqual([false, false, false, false, false]);
  const shop = await givenShop(cell());
  const startAt = new Date(cell().now().getTime() + 3_600_000).toISOString();
  const every = (count: number, first: number) => Array.from({ length: count }, (_, at) => at + first);
  const id = await shop.run(4, { schedule: { startAt, hours: every(24, 0), days: every(7, 1) } });
  const user = await userOf(shop);
  const { running, gettingStarted } = await look(user);
  expect(running).toMatchObject({ total: 1, items: [{ id, accepted: 4, queued: 4, delivered: 0 }] });
  expect(gettingStarted.slice(0, 3)).toEqual([
    { step: 'company', done: true },
    { step: 'sender', done: true },
    { step: 'key', done: false },
  ]);
  expect((await user.get('/overview?dayStart=2020-01-01T00%3A00%3A00Z')).status).toBe(400);
});
