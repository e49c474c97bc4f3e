import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { RECEIPT_STATES } from '../../../src/features/receipts/receipt.ts';
import { storeReceipts } from '../../../src/features/receipts/store-receipts.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop, recipients, type Shop } from '../../given/people/shop.ts';
import {
  receiptComes as operatorReceiptComes,
  type PartRef,
  partRefsOf,
} from '../../given/providers/operator-receipts.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const LONG = 'л'.repeat(67 * 3);

const refsOf = (id: number) => partRefsOf(cell(), id);
const receiptComes = (ref: PartRef | undefined, state: keyof typeof RECEIPT_STATES) =>
  operatorReceiptComes(cell(), ref, state);

async function givenSent(shop: Shop, count: number, change: object = {}): Promise<number> {
  await cell().link('mts');
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const id = await shop.run(count, change);
  await until('all messages are sent', async () => (await shop.messages(id)).every(({ status }) => status === 'SENT'));
  await cell().operators.behave('mts', { noReceiptPercent: 0 });
  return id;
}

const statuses = async (shop: Shop, id: number) => (await shop.messages(id)).map(({ status }) => status);

describe('a message without a receipt', () => {
  covers('limits.lifetime');
  test('fails with 7060 after 25 hours, not before, and completes its dispatch; a late receipt changes nothing', async () => {
    const shop = await givenShop(cell());
    const sink = cell().sink;
    const id = await givenSent(shop, 300, { callbackUrl: sink.url('/late'), callbackEvents: ['delivered', 'failed'] });
    await cell().advance(25 * 3_600 - 120);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 300 } });
    await cell().advance(180);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: 300, delivered: 0, failed: 300, pending: 0 });
    expect(await shop.messages(id)).toMatchObject(Array(300).fill({ status: 'FAILED', errorCode: 7060, price: 3.2 }));
    const money = await shop.money();
    const [late, later] = await refsOf(id);
    await receiptComes(late, 'delivered');
    expect(await shop.dispatch(id)).toEqual(done);
    // The messages are more than a day old: the second lookup finds them.
    await cell().advance(2 * 3_600);
    await receiptComes(later, 'delivered');
    expect(await shop.dispatch(id)).toEqual(done);
    expect(await shop.money()).toEqual(money);
    await until('the failed events have arrived', () => sink.received('/late').length >= 300);
    expect(sink.received('/late').map(({ event }) => event)).toEqual(Array(300).fill('failed'));
  });
});

describe('a receipt', () => {
  test('that arrives twice counts once', async () => {
    await cell().link('mts');
    await cell().operators.behave('mts', { duplicatePercent: 100 });
    const shop = await givenShop(cell());
    const id = await shop.run(100, { callbackUrl: cell().sink.url('/twice') });
    const done = await shop.untilStatus(id, 'COMPLETED');
    await cell().operators.behave('mts', { duplicatePercent: 0 });
    await until(
      'all receipts are acknowledged',
      async () => (await cell().operators.counters('mts')).receiptsWaiting === 0,
    );
    await cell().settle();
    expect(done.messages).toMatchObject({ total: 100, delivered: 100 });
    expect(await shop.dispatch(id)).toEqual(done);
    expect(cell().sink.received('/twice')).toHaveLength(100);
  });

  test('with another state after the first changes nothing', async () => {
    const shop = await givenShop(cell());
    const id = await givenSent(shop, 2);
    const [first, second] = await refsOf(id);
    await receiptComes(first, 'delivered');
    await receiptComes(second, 'undelivered');
    await shop.untilStatus(id, 'COMPLETED');
    await receiptComes(first, 'undelivered');
    await receiptComes(second, 'delivered');
    expect(await shop.messages(id)).toMatchObject([{ status: 'DELIVERED' }, { status: 'FAILED', errorCode: 508 }]);
  });

  test('that arrives before the answer to its submit finds its message', async () => {
    await cell().link('mts');
    await cell().operators.behave('mts', { receiptBeforeAnswerPercent: 100 });
    const shop = await givenShop(cell());
    const callbackUrl = cell().sink.url('/early');
    const id = await shop.run(200, { callbackUrl, callbackEvents: ['sent', 'delivered'] });
    const done = await shop.untilStatus(id, 'COMPLETED');
    await cell().operators.behave('mts', { receiptBeforeAnswerPercent: 0 });
    expect(done.messages).toMatchObject({ delivered: 200 });
    const told = await until('all events have arrived', () => {
      const come = cell().sink.received('/early');
      return come.length >= 400 && come;
    });
    for (const events of Map.groupBy(told, ({ messageUuid }) => messageUuid).values())
      expect(events.map(({ event }) => event)).toEqual(['sent', 'delivered']);
  });

  test('for an unknown id changes no message and is stored', async () => {
    const [row] = await cell().sql<{ id: number }>('select account_id as id from operator_links limit 1');
    const stray = {
      accountId: row?.id ?? 0,
      operatorMessageId: 'stray',
      state: RECEIPT_STATES.delivered,
      errorCode: null,
      providerCode: null,
    };
    await storeReceipts(cell().platform, [
      { ...stray, destination: '79161230000', reference: 1, receivedAt: cell().now() },
    ]);
    await cell().settle();
    expect(await cell().sql(`select tries > 0 as seen from receipts where operator_message_id = 'stray'`)).toEqual([
      { seen: true },
    ]);
    await cell().sql(`delete from receipts where operator_message_id = 'stray'`);
  });
});

describe('a text of three parts', () => {
  test('is DELIVERED when all its parts are delivered, and not before', async () => {
    const shop = await givenShop(cell());
    const id = await givenSent(shop, 1, { text: LONG });
    const [first, second, third] = await refsOf(id);
    await receiptComes(third, 'delivered');
    await receiptComes(first, 'delivered');
    await cell().settle();
    expect(await statuses(shop, id)).toEqual(['SENT']);
    await receiptComes(second, 'delivered');
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.parts).toEqual({ total: 3, delivered: 3, failed: 0, pending: 0 });
  });

  test('is FAILED when one part fails, whatever the other parts do', async () => {
    const shop = await givenShop(cell());
    const id = await givenSent(shop, 1, { text: LONG });
    const [first, second, third] = await refsOf(id);
    await receiptComes(first, 'delivered');
    await receiptComes(second, 'undelivered');
    const done = await shop.untilStatus(id, 'COMPLETED');
    await receiptComes(third, 'delivered');
    expect(await shop.dispatch(id)).toEqual(done);
    expect(done.parts).toEqual({ total: 3, delivered: 0, failed: 3, pending: 0 });
    expect(await shop.messages(id)).toMatchObject([{ status: 'FAILED', errorCode: 508 }]);
  });

  test('of many messages is decided by all receipts in one batch', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const id = await shop.run(0, { text: LONG, messages: recipients(100) });
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.parts).toEqual({ total: 300, delivered: 300, failed: 0, pending: 0 });
  });
});
