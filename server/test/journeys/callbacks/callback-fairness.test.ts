// A caller that puts a new address of a hanging host into every message must not use up the connections of other
// accounts.
import { expect, test } from 'vitest';
import { recordEvents } from '../../../src/features/callbacks/feed/record-events.ts';
import { registerTargets } from '../../../src/features/callbacks/targets/register-target.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useCell } from '../../given/cell.ts';
import { deliveredEvents } from '../../given/message-events.ts';
import { givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ workers: ['notifier'], settings: { callbackGatherMs: 0 } });
const ADDRESSES = 120;
const AT_ONCE_MAX = 50;

/** Sends an event to each address. */
function callBack(companyId: number, paths: readonly string[]): Promise<void> {
  const { platform, sink } = cell();
  const urls = paths.map((path) => sink.url(path));
  return inTransaction(platform.db, async (tx) => {
    const idOf = await registerTargets(tx, platform, { companyId, form: 'MESSAGING' }, urls);
    const wanted = ['delivered'];
    await recordEvents(
      tx,
      urls.map((url) => ({ companyId, endpointId: idOf(url), wanted, events: deliveredEvents(1) })),
    );
  });
}

test('a host that hangs under many addresses of one account does not delay the callbacks of another', async () => {
  const { sink } = cell();
  const [greedy, quiet] = [await givenAccount(cell(), {}), await givenAccount(cell(), {})];
  const paths = Array.from({ length: ADDRESSES }, (_, n) => `/hangs/${n}`);
  for (const path of paths) sink.answer(path, () => undefined);
  await callBack(greedy.companyId, paths);
  const called = () => paths.filter((path) => sink.received(path).length > 0).length;
  await until('all connections of the account are in use', () => called() >= AT_ONCE_MAX);
  await callBack(quiet.companyId, ['/quiet']);
  await until('the other callback has arrived', () => sink.received('/quiet').length === 1, 3_000);
  expect(called()).toBe(AT_ONCE_MAX);
  for (const path of paths) sink.answer(path, () => 200);
  await until('the first account gets all its callbacks in the end', () => called() === ADDRESSES);
});

test('a target whose lease is lost is not called twice: a later event waits for the request in flight', async () => {
  const { sink } = cell();
  const { companyId } = await givenAccount(cell(), {});
  const cameAt: number[] = [];
  sink.answer('/lost', () => (cameAt.push(performance.now()) === 1 ? undefined : 200));
  await callBack(companyId, ['/lost']);
  await until('the first request hangs', () => cameAt.length === 1);
  const lose = `update callback_endpoints set lease_until = clock_timestamp() - interval '1 second' where company_id = $1`;
  await cell().sql(lose, [companyId]);
  await callBack(companyId, ['/lost']);
  await until('the second request has arrived', () => cameAt.length === 2);
  const [first = 0, second = 0] = cameAt;
  expect(second - first).toBeGreaterThan(9_000);
});
