// Doubts are decided by evidence: a message whose outcome waits to be read is never sent again, and a receipt that
// never finds its message costs little.
import { describe, expect, test } from 'vitest';
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../../src/features/receipts/store-receipts.ts';
import { lockRecovery } from '../../../src/features/settlement/doubts/in-doubt.sql.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { batchesOf, setDoubts } from '../../given/rows/batches.ts';
import { evidenceAge, evidenceReadAt } from '../../given/rows/engine.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { forgetReceipts, hastenRetries, receiptTries, setReceiptTries } from '../../given/rows/receipts.ts';
import { until } from '../../given/until.ts';

const LEASE_MS = 1_500;
const DEADLINE_MS = 4_000;

const cell = useCell({
  workers: ['clock', 'pacer', 'connector', 'notifier'],
  settings: { instanceLeaseMs: LEASE_MS, batchDeadlineMs: DEADLINE_MS, inDoubtWaitMs: 200, claimLeaseMs: 60_000 },
});
const accepted = async () => (await cell().operators.counters('mts')).accepted;

test('messages whose outcomes wait for a recorder are not sent again, however long the recorder is away', async () => {
  await cell().link('mts', { window: 200 });
  const shop = await givenShop(cell());
  const before = await accepted();
  const id = await shop.run(600);
  await until('all messages are with the operator', async () => (await accepted()) - before === 600);
  // The deadline is real time: the batches must be older than it, and the sweeper must have run since.
  await until('the deadline has passed twice', async () =>
    (await batchesOf(cell(), id)).every(({ inFlightSeconds }) => (inFlightSeconds ?? 0) > (2 * DEADLINE_MS) / 1_000),
  );
  await cell().passRounds();
  expect((await batchesOf(cell())).filter(({ doubts }) => doubts > 0)).toEqual([]);
  expect((await accepted()) - before).toBe(600);
  const recorder = await cell().join(['recorder']);
  await shop.untilStatus(id, 'COMPLETED');
  await until('the mark is current', async () => (await evidenceAge(cell())) < 5);
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
  await setDoubts(cell(), 1);
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
    await setReceiptTries(cell(), 1);
    const before = await evidenceReadAt(cell());
    await until('the mark has advanced', async () => (await evidenceReadAt(cell())) > before);
  });
  await forgetReceipts(cell());
  await setDoubts(cell(), 0);
});

describe('receipts that never find their message', () => {
  const COUNT = 2_000;

  test('are written at most four times, and a new receipt does not wait for them', async () => {
    const { accountId } = await linkNamed(cell(), 'mts');
    const stray = (at: number) => ({
      accountId,
      linkId: accountId,
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
    await until('no receipt is due', async () => {
      await hastenRetries(cell());
      cell().platform.bus.wake('record');
      return (await receiptTries(cell())).resting === COUNT;
    });
    expect((await receiptTries(cell())).tries).toBe(4 * COUNT);
    await cell().passRounds();
    expect((await receiptTries(cell())).tries).toBe(4 * COUNT);
    const shop = await givenShop(cell());
    const id = await shop.run(20);
    await shop.untilStatus(id, 'COMPLETED');
    await forgetReceipts(cell());
    await recorder.leave();
  });
});
