import { expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { givenShop } from '../given/shop.ts';
import { until } from '../given/until.ts';

const cell = useCell();
const RATE = 400;
const accepted = async () => (await cell().operators.counters('mts')).accepted;

test('two companies share a slow link evenly, though one came first with six times as much', async () => {
  await cell().link('mts', { rate: RATE });
  const [large, small] = [
    await givenShop(cell(), { senderName: 'Large' }),
    await givenShop(cell(), { senderName: 'Small' }),
  ];
  const first = await large.run(3_000);
  await until('the large one is on its way', async () => (await accepted()) > 100);
  const second = await small.run(500);
  await small.untilStatus(second, 'COMPLETED');
  expect((await large.dispatch(first)).status).toBe('STARTED');
  const sources = (await cell().operators.received('mts')).map(({ source }) => source);
  const together = sources.slice(sources.indexOf('Small'), sources.lastIndexOf('Small') + 1);
  const share = together.filter((source) => source === 'Small').length / together.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.75);
  // What the large one already had in hand is two seconds of the link at most.
  expect(sources.indexOf('Small')).toBeLessThan(100 + 3 * RATE);
  await large.stop(first);
});

test('urgent messages overtake a bulk dispatch that is running on the same link', async () => {
  await cell().link('mts', { rate: 200 });
  const [bulk, urgent] = [
    await givenShop(cell(), { senderName: 'Bulk' }),
    await givenShop(cell(), { senderName: 'Urgent' }),
  ];
  const before = await accepted();
  const long = await bulk.run(2_500);
  await until('the bulk dispatch is on its way', async () => (await accepted()) - before > 100);
  const id = await urgent.create(50);
  await cell().sql(`update strands set lane = 0, traffic_type = 'AUTHORIZE' where dispatch_id = $1`, [id]);
  const atStart = await accepted();
  await urgent.start(id);
  await urgent.untilStatus(id, 'COMPLETED');
  const sources = (await cell().operators.received('mts')).slice(atStart).map(({ source }) => source);
  const overtaken = sources.slice(0, sources.lastIndexOf('Urgent')).filter((source) => source === 'Bulk').length;
  expect(overtaken).toBeLessThan(300);
  expect((await bulk.dispatch(long)).messages.pending).toBeGreaterThan(1_000);
  await bulk.stop(long);
});
