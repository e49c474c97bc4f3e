// Addresses are cheap: who writes a new one into every message must not take the places of others with a host that hangs.
import { expect, test } from 'vitest';
import { recordEvents } from '../../src/features/callbacks/record-events.ts';
import { registerEndpoints } from '../../src/features/callbacks/register-endpoint.ts';
import { inTransaction } from '../../src/platform/database.ts';
import { givenAccount } from '../given/account.ts';
import { useCell } from '../given/cell.ts';
import { deliveredEvents } from '../given/message-events.ts';
import { until } from '../given/until.ts';

const cell = useCell({ workers: ['notifier'], settings: { callbackGatherMs: 0 } });
const ADDRESSES = 120;
const AT_ONCE_MAX = 50;

/** One event to each address. */
function callBack(companyId: number, paths: readonly string[]): Promise<void> {
  const { platform, sink } = cell();
  const urls = paths.map((path) => sink.url(path));
  return inTransaction(platform.db, async (tx) => {
    const idOf = await registerEndpoints(tx, platform, companyId, urls, 'MESSAGING');
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
  await until('its places are taken', () => called() >= AT_ONCE_MAX);
  await callBack(quiet.companyId, ['/quiet']);
  await until('the other callback has come', () => sink.received('/quiet').length === 1, 3_000);
  expect(called()).toBe(AT_ONCE_MAX);
  for (const path of paths) sink.answer(path, () => 200);
  await until('the first account gets its own in the end', () => called() === ADDRESSES);
});

test('an endpoint that is lost by its lease is not worked twice: a later event waits for the request in flight', async () => {
  const { sink } = cell();
  const { companyId } = await givenAccount(cell(), {});
  const cameAt: number[] = [];
  sink.answer('/lost', () => (cameAt.push(performance.now()) === 1 ? undefined : 200));
  await callBack(companyId, ['/lost']);
  await until('the first request hangs', () => cameAt.length === 1);
  const lose = `update callback_endpoints set lease_until = clock_timestamp() - interval '1 second' where company_id = $1`;
  await cell().sql(lose, [companyId]);
  await callBack(companyId, ['/lost']);
  await until('the second request has come', () => cameAt.length === 2);
  const [first = 0, second = 0] = cameAt;
  expect(second - first).toBeGreaterThan(9_000);
});
