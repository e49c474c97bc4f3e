// Doubts are decided by evidence: a message whose outcome waits to be read is never sent again, and a receipt that
// never finds its message costs little.
import { describe, expect, test } from 'vitest';
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../../src/features/receipts/store-receipts.ts';
import { lockRecovery } from '../../../src/features/settlement/doubts/in-doubt.sql.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const LEASE_MS = 1_500;
const DEADLINE_MS = 4_000;

const cell = useCell({
  workers: ['clock', 'pacer', 'connector', 'notifier'],
  settings: { instanceLeaseMs: LEASE_MS, batchDeadlineMs: DEADLINE_MS, inDoubtWaitMs: 200, claimLeaseMs: 60_000 },
});
const accepted = async () => (await cell().operators.counters('mts')).accepted;
const outcomesReadAt = async () => {
  const [row] = await cell().sql<{ at: number }>(
    `select extract(epoch from clock_timestamp() - greatest(outcomes_read_at, 'epoch'))::float8 as at from evidence_marks`,
  );
  return row?.at ?? Number.POSITIVE_INFINITY;
};

test('messages whose outcomes wait for a recorder are not sent again, however long the recorder is away', async () => {
  await cell().link('mts', { window: 200 });
  const shop = await givenShop(cell());
  const before = await accepted();
  const id = await shop.run(600);
  await until('all messages are with the operator', async () => (await accepted()) - before === 600);
  const [{ last } = { last: 0 }] = await cell().sql<{ last: number }>(
    'select extract(epoch from max(in_flight_at))::float8 as last from batches where dispatch_id = $1',
    [id],
  );
  // The deadline is real time: the batches must be older than it, and the sweeper must have run since.
  await until('the deadline has passed twice', async () => {
    const [row] = await cell().sql<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
    return (row?.now ?? 0) - last > (2 * DEADLINE_MS) / 1_000;
  });
  await cell().passRounds();
  expect(await cell().sql('select id from batches where doubts > 0')).toEqual([]);
  expect((await accepted()) - before).toBe(600);
  const recorder = await cell().join(['recorder']);
  await shop.untilStatus(id, 'COMPLETED');
  await until('the mark is current', async () => (await outcomesReadAt()) < 5);
  expect((await accepted()) - before).toBe(600);
  await recorder.leave();
});

test('the mark advances during a slow comparison of doubts with receipts', async () => {
  const { platform } = cell();
  await cell().link('mts', { window: 200 });
  const recorder = await cell().join(['recorder']);
  const shop = await givenShop(cell());
  await shop.untilStatus(await shop.run(1), 'COMPLETED');
  await recorder.leave();
  await cell().sql('update batches set doubts = 1');
  const receipt = {
    accountId: 1,
    operatorMessageId: 'unknown',
    state: RECEIPT_STATES.delivered,
    errorCode: null,
    providerCode: null,
    destination: null,
    reference: null,
    receivedAt: cell().now(),
  };
  await inTransaction(platform.db, async (tx) => {
    await lockRecovery(tx);
    await storeReceipts(platform, [receipt]);
    await cell().sql('update receipts set tries = 1');
    const [before] = await cell().sql<{ at: Date }>('select clock_timestamp() as at');
    await until('the mark has advanced', async () => {
      const rows = await cell().sql('select from evidence_marks where outcomes_read_at > $1', [before?.at]);
      return rows.length === 1;
    });
  });
  await cell().sql(`delete from receipts where operator_message_id = 'unknown'`);
  await cell().sql('update batches set doubts = 0');
});

describe('receipts that never find their message', () => {
  const COUNT = 2_000;

  test('are written at most four times, and a new receipt does not wait for them', async () => {
    const [link] = await cell().sql<{ id: number }>(`select account_id as id from operator_links where name = 'mts'`);
    const stray = (at: number) => ({
      accountId: link?.id ?? 0,
      linkId: link?.id ?? 0,
      operatorMessageId: `stray-${at}`,
      state: RECEIPT_STATES.delivered,
      errorCode: null,
      providerCode: null,
      destination: '79161230000',
      reference: 1,
      receivedAt: cell().now(),
    });
    await storeReceipts(
      cell().platform,
      Array.from({ length: COUNT }, (_, at) => stray(at)),
    );
    const recorder = await cell().join(['recorder']);
    const written = async () => {
      const [row] = await cell().sql<{ writes: number; resting: number }>(
        `select sum(tries)::int as writes, (count(*) filter (where due_at = 'infinity'))::int as resting
         from receipts where operator_message_id like 'stray-%'`,
      );
      return row ?? { writes: 0, resting: 0 };
    };
    await until('no receipt is due', async () => {
      await cell().sql(
        `update receipts set due_at = clock_timestamp()
         where operator_message_id like 'stray-%' and tries > 0 and due_at < 'infinity' and due_at > clock_timestamp()`,
      );
      cell().platform.bus.wake('record');
      return (await written()).resting === COUNT;
    });
    expect((await written()).writes).toBe(4 * COUNT);
    await cell().passRounds();
    expect((await written()).writes).toBe(4 * COUNT);
    const shop = await givenShop(cell());
    const id = await shop.run(20);
    await shop.untilStatus(id, 'COMPLETED');
    await cell().sql(`delete from receipts where operator_message_id like 'stray-%'`);
    await recorder.leave();
  });
});
