import { expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { givenShop } from '../given/people/shop.ts';
import { type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { until } from '../given/until.ts';

const cell = useCell();

type Rates = Record<'accepted' | 'submitted' | 'delivered' | 'failed', number>;
type Ops = {
  now: {
    rates: Rates | null;
    running: Record<'dispatches' | 'accepted' | 'queued' | 'withOperator' | 'delivered' | 'failed', number>;
    latency: { p50: number | null; count: number };
    outcomes: { operator: string | null; delivered: number }[];
    links: { linkId: number; name: string; paused: boolean; bound: boolean }[];
    instances: { isAlive: boolean; roles: string[] }[];
    broker: { connected: boolean };
    database: { ms: number };
  };
  points: { rates: Rates | null }[];
};

const look = async (sre: GivenStaff, query = '') => (await sre.ask('GET', `/ops${query}`)).body as Ops; // checked against the contract by the client

test('traffic is shown as rates, outcomes and receipt times, and every message is counted once', async () => {
  const sre = await givenStaff(cell(), 'sre');
  await cell().link('mts');
  const shop = await givenShop(cell());
  const first = await look(sre);
  expect(first.now).toMatchObject({
    broker: { connected: true },
    links: [{ name: 'mts', bound: true, paused: false }],
    instances: [{ isAlive: true }],
  });
  const id = await shop.create(20);
  await shop.start(id);
  let delivered = 0;
  await until('20 messages are shown as delivered', async () => {
    const { now } = await look(sre);
    const { accepted, queued, withOperator, delivered: done, failed } = now.running;
    expect(queued + withOperator + done + failed).toBe(accepted);
    delivered = now.outcomes.find(({ operator }) => operator === 'MTS')?.delivered ?? 0;
    return delivered === 20 && now;
  });
  const { now, points } = await look(sre, '?points=all');
  expect(now.latency.count).toBe(20);
  const sum = (of: keyof Rates) => points.reduce((total, { rates }) => total + (rates?.[of] ?? 0), 0);
  expect([sum('submitted') > 0, sum('delivered') > 0, sum('failed')]).toEqual([true, true, 0]);
  expect(points.length).toBeGreaterThan(1);
});

test('a link is paused with a reason, and the operations page shows it', async () => {
  const sre = await givenStaff(cell(), 'sre');
  const linkId = await cell().link('mts');
  const change = { paused: true, reason: 'the operator asked' };
  expect((await sre.ask('POST', `/links/${linkId}`, change)).status).toBe(200);
  await until('the operations page shows the pause', async () => (await look(sre)).now.links[0]?.paused);
  expect((await sre.ask('POST', `/links/${linkId}`, { paused: false, reason: 'over' })).status).toBe(200);
});

test('a message is traced through the engine without its number', async () => {
  const support = await givenStaff(cell(), 'support');
  await cell().link('mts');
  const shop = await givenShop(cell());
  const id = await shop.create(1);
  await shop.start(id);
  await until('the dispatch is completed', async () => (await shop.dispatch(id)).status === 'COMPLETED');
  const [message] = await cell().sql<{ id: string; destination: string }>(
    'select id, destination::text from messages where dispatch_id = $1',
    [id],
  );
  const { body, text } = await support.ask('GET', `/messages/${message?.id}/trace`);
  expect(body).toMatchObject({
    messageUuid: message?.id,
    dispatchId: id,
    companyId: shop.companyId,
    status: 'DELIVERED',
    operator: 'MTS',
    batch: { linkName: 'mts', attempt: 1 },
  });
  expect(text).not.toContain(message?.destination);
  expect((await support.ask('GET', '/messages/00000000-0000-7000-8000-000000000000/trace')).status).toBe(404);
});
