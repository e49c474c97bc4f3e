import { expect, test } from 'vitest';
import { type Cell, useSharedCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { add, create, people, start } from '../given/people/campaign.ts';
import { givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { givenSeller } from '../given/people/seller.ts';
import { givenShop } from '../given/people/shop.ts';
import { until } from '../given/until.ts';

const cell = useSharedCell();

type Counts = Record<'accepted' | 'queued' | 'withOperator' | 'delivered' | 'failed', number>;
type Row = { id: number; kind: string; name: string; status: string; counts: Counts; spend: Spend | null };
type Spend = Record<'estimate' | 'spent' | 'reserved', { value: number; currency: string }>;
type Page = Row & {
  senderNames: string[];
  text: string;
  progress: Row & {
    pausedUntil: string | null;
    heldBy: string | null;
    isStalled: boolean;
    ratePerSecond: number | null;
    endedAt: string | null;
  };
};
type Breakdown = {
  byOperator: ({ operator: string | null } & Counts)[];
  points: { at: string; sent: number; delivered: number; failed: number }[];
  failures: { errorCode: number; count: number }[];
  notSent: { reason: string; count: number; codes: { errorCode: number; refused: number; failed: number }[] }[];
};

/** The client has checked both replies against the contract. */
const list = async (user: PartnerUser, query = '') =>
  (await user.get(`/dispatches?${query}`)).body as { total: number; items: Row[] };
const page = async (user: PartnerUser, id: number) => (await user.get(`/dispatches/${id}`)).body as Page;
const breakdown = async (user: PartnerUser, id: number) =>
  ((await user.get(`/dispatches/${id}/breakdown`)).body as { breakdown: Breakdown }).breakdown;

const sum = ({ queued, withOperator, delivered, failed }: Counts) => queued + withOperator + delivered + failed;

/** The console of the partner that owns a shop or an account. */
async function userOf(at: Cell, { partnerId }: { partnerId: number }, role: 'admin' | 'reader' = 'admin') {
  const [row] = await at.sql<{ login: string }>('select login from partners where id = $1', [partnerId]);
  return givenPartnerUser(at, { role, partner: { partnerId, login: row?.login ?? '', password: '', token: '' } });
}

test('counts, money, operators, times and reasons of a finished dispatch add up', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const id = await shop.run(40, { name: 'Autumn' });
  await shop.untilStatus(id, 'COMPLETED');

  const { total, items } = await list(user, 'q=UTUM');
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ id, kind: 'PARTNER', name: 'Autumn', status: 'COMPLETED' });
  expect(items[0]?.counts).toEqual({ accepted: 40, queued: 0, withOperator: 0, delivered: 40, failed: 0 });

  const shown = await page(user, id);
  expect(shown.progress).toMatchObject({ heldBy: null, isStalled: false, pausedUntil: null, ratePerSecond: null });
  expect(shown.progress.spend?.spent.value).toBe(shown.progress.spend?.estimate.value);
  expect(shown.progress.spend?.reserved.value).toBe(0);
  expect(shown.progress.endedAt).not.toBeNull();

  const found = await breakdown(user, id);
  expect(found.byOperator).toEqual([
    { operator: 'MTS', accepted: 40, queued: 0, withOperator: 0, delivered: 40, failed: 0 },
  ]);
  expect(found.points.reduce((all, { sent }) => all + sent, 0)).toBe(40);
  expect(found.points.reduce((all, { delivered }) => all + delivered, 0)).toBe(40);
  expect(found.failures).toEqual([]);
});

test('rejected recipients are counted by reason, with those that the import had dropped before', async () => {
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const messages = [{ destination: '79161240001' }, { destination: 'nobody' }, { destination: '12' }];
  const id = await shop.create(0, { messages });
  expect((await user.put(`/dispatches/${id}/left-out`, { duplicates: 5, badNumbers: 1 })).status).toBe(200);
  expect((await user.put(`/dispatches/${id}/left-out`, { duplicates: 4, badNumbers: 2 })).status).toBe(200);
  expect((await breakdown(user, id)).notSent).toEqual([
    { reason: 'bad-number', count: 4, codes: [{ errorCode: 7401, refused: 4, failed: 0 }] },
    { reason: 'duplicate', count: 4, codes: [{ errorCode: 0, refused: 4, failed: 0 }] },
  ]);
});

test('a stopped dispatch shows the stopped messages, and its sums hold at every moment', async () => {
  await cell().link('mts', { rate: 20 });
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const id = await shop.run(200);
  const looks: Counts[] = [];
  await until('some messages are handed over', async () => {
    const { progress } = await page(user, id);
    looks.push(progress.counts);
    return progress.counts.queued < 190 && progress.counts.queued > 0;
  });
  expect((await user.post(`/dispatches/${id}/stop`)).body).toEqual({ id, status: 'STOPPED' });
  await shop.untilPending(id, 0);
  const { progress } = await page(user, id);
  for (const counts of [...looks, progress.counts]) expect(sum(counts)).toBe(counts.accepted);
  const found = await until('the breakdown is current', async () => {
    const now = await breakdown(user, id);
    return now.failures.length > 0 && now;
  });
  expect(found.failures).toEqual([{ errorCode: 7002, count: progress.counts.failed }]);
  expect(found.notSent).toEqual([
    {
      reason: 'stopped',
      count: progress.counts.failed,
      codes: [{ errorCode: 7002, refused: 0, failed: progress.counts.failed }],
    },
  ]);
  expect((await user.post(`/dispatches/${id}/stop`)).status).toBe(400);
  await cell().link('mts');
});

test('a dispatch of the messaging API is in the same list and is started and stopped there', async () => {
  const seller = await givenSeller(cell());
  const user = await userOf(cell(), seller);
  const id = await create(seller, { dispatchName: 'By key' });
  await add(seller, id, [...people(3), { destination: 'nobody' }]);
  expect((await breakdown(user, id)).notSent[0]).toMatchObject({ reason: 'bad-number', count: 1 });
  expect((await list(user)).items[0]).toMatchObject({ id, kind: 'MESSAGING', status: 'CREATED' });
  expect((await user.post(`/dispatches/${id}/start`)).body).toEqual({ id, status: 'STARTED' });
  await until('the dispatch is completed', async () => (await page(user, id)).progress.status === 'COMPLETED');

  const other = await create(seller);
  await add(seller, other, people(2));
  await start(seller, other);
  const stopped = await user.post(`/dispatches/${other}/stop`);
  expect([200, 400]).toContain(stopped.status);
});

test('a dispatch outside its schedule shows the time it waits for', async () => {
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const startAt = new Date(cell().now().getTime() + 3_600_000).toISOString();
  const schedule = { startAt, hours: Array.from({ length: 24 }, (_, hour) => hour), days: [1, 2, 3, 4, 5, 6, 7] };
  const id = await shop.run(2, { schedule });
  const { progress } = await page(user, id);
  expect(progress).toMatchObject({ status: 'STARTED', isStalled: false, heldBy: null });
  expect(Date.parse(progress.pausedUntil ?? '')).toBe(Math.floor(Date.parse(startAt) / 1000) * 1000);
  await user.post(`/dispatches/${id}/stop`);
  await shop.untilPending(id, 0);
});

test('a dispatch under a suspended name shows the reason of the hold', async () => {
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const id = await shop.create(2);
  await shop.start(id);
  await shop.suspend();
  const held = await until('the message is held or final', async () => {
    const { progress } = await page(user, id);
    return (progress.heldBy === 'sender' || progress.status === 'COMPLETED') && progress;
  });
  expect(held.isStalled).toBe(false);
  await shop.unsuspend();
  await shop.untilStatus(id, 'COMPLETED');
});

test('the list has filters, order and pages', async () => {
  const shop = await givenShop(cell());
  const user = await userOf(cell(), shop);
  const ids: number[] = [];
  for (const [count, name] of [
    [2, '100%_a'],
    [5, 'b'],
    [1, 'c'],
  ] as const)
    ids.push(await shop.create(count, { name }));
  const shownBy = async (query: string) => (await list(user, query)).items.map(({ id }) => ids.indexOf(id));
  expect(await shownBy('')).toEqual([2, 1, 0]);
  expect(await shownBy('sort=accepted&order=asc')).toEqual([2, 0, 1]);
  expect(await shownBy('sort=name&order=asc&perPage=2')).toEqual([0, 1]);
  expect(await shownBy('sort=name&order=asc&perPage=2&page=2')).toEqual([2]);
  expect(await shownBy('q=%25_')).toEqual([0]);
  expect(await shownBy('status=STARTED')).toEqual([]);
  expect(await shownBy('status=STARTED,CREATED')).toEqual([2, 1, 0]);
  expect(await shownBy(`company=${shop.companyId}`)).toEqual([2, 1, 0]);
  expect(await shownBy('company=1000000')).toEqual([]);
  expect(await shownBy('to=2020-01-01T00:00:00Z')).toEqual([]);
  expect(await shownBy('from=2020-01-01T00:00:00Z')).toEqual([2, 1, 0]);
  expect((await user.get('/dispatches?perPage=101')).status).toBe(400);
});

test('another partner does not see the dispatch, and a read-only role sees no money and no actions', async () => {
  const shop = await givenShop(cell());
  const id = await shop.create(1);
  const stranger = await givenPartnerUser(cell());
  expect((await list(stranger)).total).toBe(0);
  for (const path of [`/dispatches/${id}`, `/dispatches/${id}/breakdown`])
    expect((await stranger.get(path)).status).toBe(404);
  for (const move of ['start', 'stop']) expect((await stranger.post(`/dispatches/${id}/${move}`)).status).toBe(404);
  expect((await stranger.put(`/dispatches/${id}/left-out`, { duplicates: 1, badNumbers: 0 })).status).toBe(404);

  const reader = await userOf(cell(), shop, 'reader');
  expect((await page(reader, id)).progress.spend).toBeNull();
  expect((await list(reader)).items[0]?.spend).toBeNull();
  expect((await reader.post(`/dispatches/${id}/start`)).status).toBe(403);
  expect(numberAt((await reader.get(`/dispatches/${id}`)).body, 'id')).toBe(id);
});
