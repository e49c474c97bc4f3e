// A killed broker forgets its last writes. Work may be delivered again, but none may stay in a stream forever: doubts
// are decided only when every outcome has been read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnNats, startOwnNats } from '../../../bench/src/harness/own-nats.ts';
import { type Bus, connectBus } from '../../src/platform/bus/bus.ts';
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
    onWorked: () => undefined,
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
    await until('most outcomes are read', () => taken.size > (kill - 0.3) * PUBLISHED);
    await nats.kill9();
    await nats.start();
    await publishing;
    await until('the stream is empty', async () => {
      // The question for an unknown consumer returns the state of the stream.
      const progress = await bus.progress('outcome', 'nobody').catch(() => ({ oldest: 0 }));
      return progress.oldest === undefined;
    });
  }
  await consumption.stop();
  expect(taken.size).toBe(KILLS * PUBLISHED);
});
