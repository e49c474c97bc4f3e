// A broker that is killed forgets some of what it was told last. Work may come again, but none may lie in a stream for
// ever: doubts are judged only when every outcome has been read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnNats, startOwnNats } from '../../../bench/src/stand/own-nats.ts';
import { type Bus, connectBus } from '../../src/platform/bus.ts';
import { until } from '../given/until.ts';

const KILLS = 4;
const PUBLISHED = 600;
let nats: OwnNats;
let bus: Bus;

beforeAll(async () => {
  nats = await startOwnNats();
  bus = await connectBus({
    url: nats.url,
    cell: 'killed',
    replicas: 1,
    name: 'test',
    onTrouble: () => undefined,
    onRepair: () => undefined,
  });
});

afterAll(async () => {
  await bus?.close();
  await nats?.stop();
});

async function publishOneByOne(names: readonly string[]): Promise<void> {
  for (const name of names) await bus.publish('outcome', `link${name.length}`, name, Buffer.alloc(1_500, `${name} `));
}

test('every outcome is read after the broker was killed, however often', async () => {
  const taken = new Set<string>();
  const consumption = bus.consume(
    { stream: 'outcome', key: '>', name: 'recorder', maxPending: 48, ackWaitMs: 1_000 },
    (work) => {
      taken.add(Buffer.from(work.payload).toString().split(' ')[0] ?? '');
      work.ack();
    },
  );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const publishing = publishOneByOne(Array.from({ length: PUBLISHED }, (_, at) => `${kill}-${at}`));
    await until('most are taken', () => taken.size > (kill - 0.3) * PUBLISHED);
    await nats.kill9();
    await nats.start();
    await publishing;
    await until('the stream is read', async () => {
      // Asked for a reader that does not exist, it tells what the stream holds.
      const progress = await bus.progress('outcome', 'nobody').catch(() => ({ oldest: 0 }));
      return progress.oldest === undefined;
    });
  }
  await consumption.stop();
  expect(taken.size).toBe(KILLS * PUBLISHED);
});
