// A "test file" of recorded runs: the system starts, runs without work and ends, in this process and in a child
// process. Code that it executes is executed by every file that starts the system, so it tells no file from another.
import { expect, test } from 'vitest';
import { givenApi } from '../../../server/test/given/api.ts';
import { useCell } from '../../../server/test/given/cell.ts';
import { spawnWorker } from '../../../server/test/given/child-worker.ts';

const ROUNDS = 3;
const ROLES = ['api', 'pacer', 'connector', 'recorder', 'notifier', 'clock'];

const cell = useCell({ server: 'durable' });

test('an idle system works through its rounds and ends', async () => {
  const api = await givenApi();
  const child = await spawnWorker({ ...cell().platform.config, roles: ROLES });
  for (let round = 0; round < ROUNDS; round += 1) await cell().settle();
  expect(await child.end()).toBe(0);
  await api.close();
});
