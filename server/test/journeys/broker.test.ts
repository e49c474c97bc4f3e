import { expect, test } from 'vitest';
import { claimBatches } from '../../src/features/dispatches/claim-batches.ts';
import { useCell } from '../given/cell.ts';
import { givenShop } from '../given/shop.ts';
import { until } from '../given/until.ts';

// The pacer is not among the workers: a test claims by itself, or lets one join.
const cell = useCell({
  settings: { claimLeaseMs: 1_000, batchDeadlineMs: 3_000, inDoubtWaitMs: 500 },
  workers: ['clock', 'notifier', 'recorder', 'connector'],
});

const counters = () => cell().operators.counters('mts');
const extraSubmits = async () => {
  const rows = await cell().sql<{ value: bigint }>(`select value from engine_counters where name = 'extra_submits'`);
  return Number(rows[0]?.value ?? 0n);
};

test('a message of the broker that comes twice is sent once, also to a connector that has forgotten it', async () => {
  const { platform } = cell();
  await cell().link('mts');
  const shop = await givenShop(cell());
  const id = await shop.run(400);
  const { outgoing } = await claimBatches(platform, new Map());
  expect(outgoing.map(({ batch }) => batch.messages.length)).toEqual([250, 150]);
  const publish = (suffix: string) =>
    Promise.all(
      outgoing.map(({ batch, payload }) =>
        platform.bus.publish('send', `bulk.${batch.linkId}`, `${batch.id}.${suffix}`, payload),
      ),
    );
  await publish('first');
  await publish('second');
  await shop.untilStatus(id, 'COMPLETED');
  await cell().link('mts');
  await publish('third');
  await cell().settle();
  expect(await counters()).toMatchObject({ accepted: 400, distinct: 400 });
  expect(await extraSubmits()).toBe(0);
});

test('a batch that was claimed and never published is published again when its lease is over', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  const before = (await counters()).accepted;
  const id = await shop.run(300);
  const { outgoing } = await claimBatches(cell().platform, new Map());
  expect(outgoing).toHaveLength(2);
  const pacer = await cell().join(['pacer']);
  await cell().settle();
  expect((await counters()).accepted).toBe(before);
  const done = await shop.untilStatus(id, 'COMPLETED');
  await pacer.leave();
  expect(done.messages).toMatchObject({ delivered: 300 });
  expect((await counters()).accepted - before).toBe(300);
  expect(await extraSubmits()).toBe(0);
});

test('a broker that loses both streams in mid-run costs time, not messages', async () => {
  await cell().link('mts', { rate: 800 });
  const shop = await givenShop(cell());
  const before = await counters();
  const pacer = await cell().join(['pacer']);
  const id = await shop.run(3_000, { callbackUrl: cell().sink.url('/broker'), callbackEvents: ['sent', 'delivered'] });
  for (const share of [300, 1_200]) {
    await until('the dispatch is under way', async () => (await counters()).accepted - before.accepted > share);
    await cell().platform.bus.destroy();
  }
  const done = await shop.untilStatus(id, 'COMPLETED', 50_000);
  expect(done.messages).toEqual({ total: 3_000, delivered: 3_000, failed: 0, pending: 0 });
  await until('every event has come', () => cell().sink.received('/broker').length >= 6_000);
  expect(
    new Set(
      cell()
        .sink.received('/broker')
        .map(({ event, messageUuid }) => `${event} ${messageUuid}`),
    ).size,
  ).toBe(6_000);
  expect(cell().sink.received('/broker')).toHaveLength(6_000);
  const copies = async () => (await counters()).accepted - before.accepted - 3_000;
  await until('every extra submit is counted', async () => (await copies()) === (await extraSubmits()));
  await pacer.leave();
});
