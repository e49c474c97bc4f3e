// Statuses of a dispatch of the messaging API over time.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { add, create, people, run, show, start, untilCalled, untilCounted } from '../given/people/campaign.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';
import { hourIn } from '../given/zone-numbers.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const wallIn = (hours: number) =>
  new Date(cell().now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('the status over time', () => {
  covers('messaging.dispatch.status.scheduled');
  test('is scheduled before the local start, then sending', async () => {
    // Moscow is three hours ahead of UTC.
    const id = await run(seller, 2, { localSendTime: wallIn(5) });
    expect((await show(seller, id)).status).toBe('scheduled');
    await cell().advance(2 * 3_600 + 10);
    await untilCalled(seller, id, 'done');
  });

  covers('messaging.dispatch.status.scheduled', 'messaging.dispatch.status.sending');
  test('is scheduled before the first hour of the schedule, and sending after it, also between the hours', async () => {
    await cell().advance(3_600 - Math.floor((cell().now().getTime() / 1_000) % 3_600));
    const id = await run(seller, 2, { hours: [(hourIn(cell().now(), 3) + 2) % 24], rate: 1, rateTerm: 'd' });
    expect((await show(seller, id)).status).toBe('scheduled');
    await cell().advance(3_600);
    expect((await show(seller, id)).status).toBe('scheduled');
    await cell().advance(3_600);
    await untilCounted(seller, id, 'delivered', 1);
    await cell().advance(2 * 3_600);
    expect((await show(seller, id)).status).toBe('sending');
    await cell().advance(22 * 3_600 + 60);
    await untilCalled(seller, id, 'done');
  });

  covers('messaging.dispatch.status.sending');
  test('is sending until localCompletionTime; then unsent messages fail with 7060', async () => {
    const id = await run(seller, 3, { rate: 1, rateTerm: 'd', localCompletionTime: wallIn(8) });
    await untilCounted(seller, id, 'delivered', 1);
    expect((await show(seller, id)).status).toBe('sending');
    await cell().advance(5 * 3_600 + 10);
    const { messages } = await untilCalled(seller, id, 'done');
    expect(messages).toMatchObject({ delivered: 1, unsent: 2 });
    const { items } = await seller.list(`dispatch_id=${id}&status=unsent`);
    expect(items.map(({ errorCode }) => errorCode)).toEqual([7060, 7060]);
  });
});

describe('the status by progress', () => {
  covers('messaging.dispatch.status.awaiting');
  test('is awaiting when all messages are sent without a receipt, and done when their lifetime ends', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const id = await run(seller, 2, { ttl: 600 });
    const { messages } = await untilCalled(seller, id, 'awaiting');
    expect(messages).toEqual({ total: 2, delivered: 0, undelivered: 0, unsent: 0, sent: 2, sending: 0 });
    await cell().advance(601);
    expect((await untilCalled(seller, id, 'done')).messages).toMatchObject({ undelivered: 2, sent: 0 });
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
  });

  test('is paused under a suspended name', async () => {
    const own = await givenSeller(cell(), { brands: [] });
    const senderId = await registerName(cell(), own, {});
    const id = await run(own, 2, { localSendTime: wallIn(5) });
    await cell().call('POST', `/senders/${senderId}/suspend`, { token: own.token });
    expect((await show(own, id)).status).toBe('scheduled');
    await cell().advance(2 * 3_600 + 10);
    expect((await show(own, id)).status).toBe('paused');
    await cell().call('POST', `/senders/${senderId}/unsuspend`, { token: own.token });
    await untilCalled(own, id, 'done');
  });

  test('is paused also when all messages are claimed and wait for the link', async () => {
    await cell().link('beeline', { rate: 1 });
    const own = await givenSeller(cell(), { brands: [] });
    const senderId = await registerName(cell(), own, { brand: 'BEELINE' });
    const id = await create(own);
    await add(own, id, people(3, 79_030_000_001));
    await start(own, id);
    await untilCounted(own, id, 'delivered', 1);
    await cell().call('POST', `/senders/${senderId}/suspend`, { token: own.token });
    await untilCalled(own, id, 'paused');
    await cell().call('POST', `/senders/${senderId}/unsuspend`, { token: own.token });
    await untilCalled(own, id, 'done');
  });
});
