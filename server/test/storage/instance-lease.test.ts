// The lease of a process that was frozen for longer than it lasts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instance, signIn } from '../../src/platform/instance.ts';
import { type Api, givenApi } from '../given/api.ts';
import { until } from '../given/until.ts';

const LEASE_MS = 400;

let api: Api;
let instance: Instance;
beforeAll(async () => {
  api = await givenApi();
  instance = await signIn(api.platform.db, api.platform.log, {
    id: randomUUID(),
    roles: ['connector'],
    leaseMs: LEASE_MS,
  });
});
afterAll(async () => {
  await instance.close();
  await api.close();
});

const freeze = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a lease that lapsed stays lapsed: the process gets another one', async () => {
  const before = instance.lease();
  freeze(LEASE_MS * 2);
  expect(instance.lease()).toBeUndefined();
  const after = await until('a new lease', () => instance.lease());
  expect([before, after]).toEqual([1, 2]);
});
