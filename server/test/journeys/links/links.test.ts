import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop, recipients } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

/** Longer than the patience of a test: a message in doubt fails it. */
const IN_DOUBT_WAIT_MS = 600_000;
const cell = useCell({
  settings: { instanceLeaseMs: 1_000, inDoubtWaitMs: IN_DOUBT_WAIT_MS },
  accounts: ['other'],
});
const accepted = async (account: string) => (await cell().operators.counters(account)).accepted;
const ownersOf = async () => {
  const rows = await cell().sql<{ owner: string | null }>(
    'select owner from operator_links where enabled and bound and lease_until > clock_timestamp()',
  );
  return rows.map(({ owner }) => owner);
};

/** Every batch waits two seconds for its permission. */
async function slowBegins(): Promise<void> {
  await cell().sql(`
    create function sleep_two_seconds() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(2);
      return new;
    end $$`);
  await cell().sql(`
    create trigger slow_begin before update on batches for each row
    when (old.state <> ${BATCH_STATES.inFlight} and new.state = ${BATCH_STATES.inFlight})
    execute function sleep_two_seconds()`);
}

const begins = async () => {
  const rows = await cell().sql(`
    select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`);
  return rows.length;
};

test('a changed link row takes effect without a restart, and a running dispatch loses nothing', async () => {
  await cell().link('mts', { rate: 300 });
  const shop = await givenShop(cell());
  const id = await shop.run(1_500);
  await until('the dispatch is under way', async () => (await accepted('mts')) > 200);
  await cell().link('mts', { account: 'other' });
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: 1_500, failed: 0 });
  expect(await accepted('other')).toBeGreaterThan(500);
  expect((await accepted('mts')) + (await accepted('other'))).toBe(1_500);
});

test('a lower rate in the row slows the link at once', async () => {
  await cell().link('mts', { rate: 50 });
  const shop = await givenShop(cell());
  const before = await accepted('mts');
  const startedAt = performance.now();
  const id = await shop.run(100);
  await shop.untilStatus(id, 'COMPLETED');
  expect(performance.now() - startedAt).toBeGreaterThan(1_500);
  expect((await accepted('mts')) - before).toBe(100);
});

test('two connectors share the links; when one ends, the other takes over and every message arrives once', async () => {
  await cell().link('mts', { rate: 400 });
  await cell().link('beeline', { rate: 400 });
  const second = await cell().join(['connector']);
  await until('each connector has one link', async () => new Set(await ownersOf()).size === 2);
  const shop = await givenShop(cell());
  const before = (await accepted('mts')) + (await accepted('beeline'));
  const id = await shop.run(0, { messages: [...recipients(1_000), ...recipients(1_000, 79_031_230_000)] });
  await until('both links are under way', async () => (await shop.dispatch(id)).messages.delivered > 300);
  await second.leave();
  await until('the first connector has both links', async () => {
    const owners = await ownersOf();
    return owners.length === 2 && new Set(owners).size === 1;
  });
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: 2_000, failed: 0 });
  expect((await accepted('mts')) + (await accepted('beeline')) - before).toBe(2_000);
});

test('a connector that ends while its batches are being begun gives them back: none is in doubt', async () => {
  await cell().link('mts', { rate: 400 });
  await cell().link('beeline', { rate: 400 });
  const second = await cell().join(['connector']);
  await until('each connector has one link', async () => new Set(await ownersOf()).size === 2);
  await slowBegins();
  const shop = await givenShop(cell());
  const id = await shop.run(0, { messages: [...recipients(300), ...recipients(300, 79_031_240_000)] });
  await until('both connectors begin batches', async () => (await begins()) === 2);
  await second.leave();
  await cell().sql('drop trigger slow_begin on batches');
  const done = await shop.untilStatus(id, 'COMPLETED');
  expect(done.messages).toMatchObject({ delivered: 600, failed: 0 });
});

test('a link whose row another process held for a moment is bound again, and messages are sent', async () => {
  await cell().link('mts', { rate: 400 });
  await until('the link is bound', async () => (await ownersOf()).length > 0);
  await cell().sql(`update operator_links set owner = null, lease_until = null, bound = false`);
  const shop = await givenShop(cell());
  await shop.untilStatus(await shop.run(10), 'COMPLETED');
});
