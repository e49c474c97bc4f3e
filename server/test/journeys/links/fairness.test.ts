import { expect, test } from 'vitest';
import { useSharedCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { makeUrgent } from '../../given/rows/strands.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell();
const RATE = 400;
const accepted = async () => (await cell().operators.counters('mts')).accepted;

test('two companies share a slow link evenly, although the first one has six times as many messages', async () => {
  await cell().link('mts', { rate: RATE });
  const [large, small] = [
    await givenShop(cell(), { senderName: 'Large' }),
    await givenShop(cell(), { senderName: 'Small' }),
  ];
  const first = await large.run(3_000);
  await until('the large dispatch is under way', async () => (await accepted()) > 100);
  const second = await small.run(500);
  await small.untilStatus(second, 'COMPLETED');
  expect((await large.dispatch(first)).status).toBe('STARTED');
  const sources = (await cell().operators.received('mts')).map(({ source }) => source);
  const together = sources.slice(sources.indexOf('Small'), sources.lastIndexOf('Small') + 1);
  const share = together.filter((source) => source === 'Small').length / together.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.75);
  // The large dispatch has at most two seconds of the link already claimed.
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
  await until('the bulk dispatch is under way', async () => (await accepted()) - before > 100);
  const id = await urgent.create(50);
  await makeUrgent(cell(), id);
  await urgent.start(id);
  await urgent.untilStatus(id, 'COMPLETED');
  const sources = (await cell().operators.received('mts')).map(({ source }) => source);
  // From its first message on: the time that the start itself takes depends on the load of the machine.
  const together = sources.slice(sources.indexOf('Urgent'), sources.lastIndexOf('Urgent'));
  expect(together.filter((source) => source === 'Bulk').length).toBeLessThan(100);
  expect((await bulk.dispatch(long)).messages.pending).toBeGreaterThan(1_000);
  await bulk.stop(long);
});
