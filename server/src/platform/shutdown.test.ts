import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createShutdown } from './shutdown.ts';

const log = createLog('silent', 'test');

test('shutdown closes parts in sequence, the last started first', async () => {
  const shutdown = createShutdown(log);
  const ended: string[] = [];
  for (const name of ['database', 'bus', 'api'])
    shutdown.add(name, async () => {
      await new Promise((resolve) => setTimeout(resolve, name === 'api' ? 30 : 1));
      ended.push(name);
    });
  await shutdown.run();
  expect(ended).toEqual(['api', 'bus', 'database']);
});

test('shutdown closes the other parts when a part fails', async () => {
  const shutdown = createShutdown(log);
  const ended: string[] = [];
  shutdown.add('database', () => ended.push('database'));
  shutdown.add('bus', async () => {
    throw new Error('already gone');
  });
  shutdown.add('api', () => {
    throw new Error('already gone');
  });
  await shutdown.run();
  expect(ended).toEqual(['database']);
});

test('shutdown runs once and every caller awaits the same run', async () => {
  const shutdown = createShutdown(log);
  let runs = 0;
  shutdown.add('database', async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await Promise.all([shutdown.run(), shutdown.run()]);
  await shutdown.run();
  expect(runs).toBe(1);
});
