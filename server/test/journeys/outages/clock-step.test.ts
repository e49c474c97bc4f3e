// The database's clock steps back by an hour, as its tables show it: every real-time wait and lease lies an hour ahead.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { capWaits } from '../../../src/workers/sweeper/clock-step-loop.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { instanceLeaseMs: 1_000, inDoubtWaitMs: 500, claimLeaseMs: 500 } });

const aheadByAnHour = (table: string, column: string, where = 'true') =>
  cell().sql(`update ${table} set ${column} = ${column} + interval '1 hour' where ${where}`);

test('receipts that were stored before a step back are read at once after it', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const id = await shop.run(100);
  await until('all messages are sent', async () => (await shop.messages(id)).every(({ status }) => status === 'SENT'));
  await cell().operators.behave('mts', { noReceiptPercent: 0 });
  await cell().sql(
    `insert into receipts (link_id, operator_message_id, state, received_at, due_at)
     select r.link_id, r.operator_message_id, 2, $2, clock_timestamp() + interval '1 hour'
     from operator_refs r
     join messages m on m.id = r.message_id
     where m.dispatch_id = $1`,
    [id, cell().now()],
  );
  await cell().settle();
  expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 0, pending: 100 } });
  await capWaits(cell().platform);
  expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ delivered: 100, failed: 0 });
});

test('a waiting batch is decided when its wait is over, not a step later', async () => {
  await cell().link('mts');
  const shop = await givenShop(cell());
  const { accepted } = await cell().operators.counters('mts');
  await cell().operators.behave('mts', { mute: true });
  const id = await shop.run(5);
  await until(
    'the operator has accepted all messages',
    async () => (await cell().operators.counters('mts')).accepted === accepted + 5,
  );
  await cell().operators.behave('mts', { mute: false });
  await cell().operators.cut('mts');
  await until('their batch is in doubt', async () => {
    await aheadByAnHour(
      'batches',
      'due_at',
      `waiting_for = 'doubt' and due_at < clock_timestamp() + interval '30 minutes'`,
    );
    const waiting = await cell().sql(
      `select id from batches where waiting_for = 'doubt' and due_at > clock_timestamp() + interval '30 minutes'`,
    );
    return waiting.length > 0;
  });
  await cell().settle();
  expect(await shop.dispatch(id)).toMatchObject({ messages: { delivered: 0 } });
  await capWaits(cell().platform);
  await shop.untilStatus(id, 'COMPLETED');
});

test('a link of a dead connector is taken over when its lease is over, not a step later', async () => {
  const id = await cell().link('mts');
  const dead = randomUUID();
  await cell().sql(
    `insert into instances (id, roles, lease_until) values ($1, '{connector}', clock_timestamp() + interval '1 hour')`,
    [dead],
  );
  await cell().sql(
    `update operator_links set owner = $2, bound = false, lease_until = clock_timestamp() + interval '1 hour' where id = $1`,
    [id, dead],
  );
  await capWaits(cell().platform);
  await until('the link is bound by a living owner', async () => {
    const [row] = await cell().sql<{ owner: string; bound: boolean }>(
      'select owner, bound from operator_links where id = $1',
      [id],
    );
    return row?.bound === true && row.owner !== dead;
  });
});
