// What a dispatch of the messaging API is called while time passes.
import { beforeAll, describe, expect, test } from 'vitest';
import { add, create, people, run, show, start, untilCalled, untilCounted } from '../given/campaign.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../given/sending.ts';
import { hourIn } from '../given/zones.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const wallIn = (hours: number) =>
  new Date(cell().now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('time', () => {
  test('before its local start a dispatch is scheduled, then it is sent [messaging.dispatch.status.scheduled]', async () => {
    // Moscow is three hours ahead of UTC.
    const id = await run(seller, 2, { localSendTime: wallIn(5) });
    expect((await show(seller, id)).status).toBe('scheduled');
    await cell().advance(2 * 3_600 + 10);
    await untilCalled(seller, id, 'done');
  });

  test('before its first hour a dispatch is scheduled; once begun it is sending, in the hours between too [messaging.dispatch.status.scheduled messaging.dispatch.status.sending]', async () => {
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

  test('what is not handed over by localCompletionTime is unsent with 7060; until then it is sending [messaging.dispatch.status.sending]', async () => {
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

describe('progress', () => {
  test('with all handed over and no receipt a dispatch is awaiting, and done when their lifetime ends [messaging.dispatch.status.awaiting]', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const id = await run(seller, 2, { ttl: 600 });
    const { messages } = await untilCalled(seller, id, 'awaiting');
    expect(messages).toEqual({ total: 2, delivered: 0, undelivered: 0, unsent: 0, sent: 2, sending: 0 });
    await cell().advance(601);
    expect((await untilCalled(seller, id, 'done')).messages).toMatchObject({ undelivered: 2, sent: 0 });
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
  });

  test('under a suspended name a dispatch is paused', async () => {
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

  test('also when all of it is claimed and waits for the link', async () => {
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
