import { afterEach, describe, expect, test } from 'vitest';
import { useCell, type Worker } from '../../given/cell.ts';
import { type ChildWorker, spawnWorker } from '../../given/child-worker.ts';
import { givenShop } from '../../given/people/shop.ts';
import { extraSubmits } from '../../given/rows/engine.ts';
import { until } from '../../given/until.ts';

/** Four batches: each lasts a quarter of a second at the rate of its link. */
const COUNT = 800;
const BATCHES = 4;
const RATE = 1_000;
const WINDOW = 50;
const ROLES: readonly Worker[] = ['connector', 'recorder', 'pacer', 'notifier'];

describe.each(ROLES)('a %s that is killed in mid-run', (role) => {
  const cell = useCell({
    settings: { instanceLeaseMs: 1_000, claimLeaseMs: 1_500, batchDeadlineMs: 10_000, inDoubtWaitMs: 1_000 },
    workers: ROLES.filter((other) => other !== role).concat('clock'),
    server: 'durable',
  });
  const children: ChildWorker[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });
  const start = async () => {
    const child = await spawnWorker(cell().platform.config, role);
    children.push(child);
    return child;
  };
  const counters = () => cell().operators.counters('mts');

  test('loses nothing: every message ends once, every event is sent, every extra submit is counted', async () => {
    const first = await start();
    await cell().link('mts', { rate: RATE, window: WINDOW });
    const shop = await givenShop(cell());
    const id = await shop.run(COUNT, { callbackUrl: cell().sink.url('/crash'), callbackEvents: ['sent', 'delivered'] });
    await until('the dispatch is under way', async () => (await counters()).accepted > 200);
    await first.kill();
    await start();
    const told = () =>
      new Set(
        cell()
          .sink.received('/crash')
          .map(({ event, messageUuid }) => `${event} ${messageUuid}`),
      );
    // Asks the receiver first: an answer of the API costs more.
    await until('every event has arrived', () => {
      return cell().sink.received('/crash').length >= 2 * COUNT && told().size === 2 * COUNT;
    });
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: COUNT, delivered: COUNT, failed: 0, pending: 0 });
    if (role !== 'notifier') expect(cell().sink.received('/crash')).toHaveLength(2 * COUNT);
    const copies = async () => (await counters()).accepted - COUNT;
    const counted = () => extraSubmits(cell());
    await until('every extra submit is counted', async () => (await copies()) === (await counted())).catch(
      async (error: unknown) => {
        throw new Error(`${await copies()} copies at the operators, ${await counted()} counted`, { cause: error });
      },
    );
    // Of each batch only a window can have been sent twice.
    expect(await copies()).toBeLessThanOrEqual(role === 'connector' ? BATCHES * WINDOW : 0);
  });
});
