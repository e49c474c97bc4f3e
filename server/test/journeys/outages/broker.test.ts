import { describe, expect, test } from 'vitest';
import { claimBatches } from '../../../src/features/queue/batches/claim-batches.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { makeBatchesDue } from '../../given/rows/batches.ts';
import { extraSubmits } from '../../given/rows/engine.ts';
import { until } from '../../given/until.ts';

type Cell = ReturnType<typeof useCell>;

const counters = (cell: Cell) => cell().operators.counters('mts');

describe('batches claimed by hand, without a pacer', () => {
  // Leases and deadlines are those of production: a slow machine must not bring a batch into doubt here.
  const cell = useCell({ workers: ['clock', 'notifier', 'recorder', 'connector'] });

  test('a message that the broker delivers twice is sent once, also by a connector that has forgotten it', async () => {
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
    expect(await counters(cell)).toMatchObject({ accepted: 400, distinct: 400 });
    expect(await extraSubmits(cell())).toBe(0);
  });

  test('a batch that was claimed and never published is published again after its lease', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const before = (await counters(cell)).accepted;
    const id = await shop.run(300);
    const { outgoing } = await claimBatches(cell().platform, new Map());
    expect(outgoing).toHaveLength(2);
    const pacer = await cell().join(['pacer']);
    await cell().settle();
    expect((await counters(cell)).accepted).toBe(before);
    await makeBatchesDue(cell(), { dispatchId: id });
    const done = await shop.untilStatus(id, 'COMPLETED');
    await pacer.leave();
    expect(done.messages).toMatchObject({ delivered: 300 });
    expect((await counters(cell)).accepted - before).toBe(300);
    expect(await extraSubmits(cell())).toBe(0);
  });
});

describe('a broker that loses its streams', () => {
  const cell = useCell({ settings: { claimLeaseMs: 1_000, batchDeadlineMs: 3_000, inDoubtWaitMs: 500 } });

  test('loses no message: a dispatch that runs meanwhile takes longer and completes', async () => {
    await cell().link('mts', { rate: 200 });
    const shop = await givenShop(cell());
    const before = await counters(cell);
    const id = await shop.run(750, {
      callbackUrl: cell().sink.url('/broker'),
      callbackEvents: ['sent', 'delivered'],
    });
    for (const share of [75, 300]) {
      await until('the dispatch is under way', async () => (await counters(cell)).accepted - before.accepted > share);
      await cell().platform.bus.destroy();
    }
    await until('every event has arrived', () => cell().sink.received('/broker').length >= 1_500);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: 750, delivered: 750, failed: 0, pending: 0 });
    expect(
      new Set(
        cell()
          .sink.received('/broker')
          .map(({ event, messageUuid }) => `${event} ${messageUuid}`),
      ).size,
    ).toBe(1_500);
    expect(cell().sink.received('/broker')).toHaveLength(1_500);
    const copies = async () => (await counters(cell)).accepted - before.accepted - 750;
    await until('every extra submit is counted', async () => (await copies()) === (await extraSubmits(cell())));
  });
});
