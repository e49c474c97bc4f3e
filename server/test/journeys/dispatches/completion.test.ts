import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { useSharedCell } from '../../given/cell.ts';
import { givenShop, recipients } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell();

const LONG = 'л'.repeat(67 * 3);

describe('a dispatch', () => {
  test('becomes COMPLETED by itself, counts messages and parts, and spends the sum of its prices', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const messages = [
      ...recipients(300),
      ...recipients(50, 79_161_300_000).map((one) => ({ ...one, customText: LONG })),
    ];
    const id = await shop.run(0, { messages });
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: 350, delivered: 350, failed: 0, pending: 0 });
    expect(done.parts).toEqual({ total: 450, delivered: 450, failed: 0, pending: 0 });
    const shown = await shop.messages(id);
    expect(shown).toHaveLength(350);
    for (const message of shown) {
      expect(message.status).toBe('DELIVERED');
      expect(message.sentAt).not.toBeNull();
      expect(message.deliveredAt).not.toBeNull();
      expect(message.errorCode).toBeUndefined();
    }
    const sum = shown.reduce((total, message) => total + message.price, 0);
    expect(sum).toBeCloseTo(450 * 3.2, 6);
    expect(done.priceEstimate).toBeCloseTo(sum, 6);
    expect(await shop.money()).toEqual({ spent: expect.closeTo(sum, 6), reserved: 0 });
    const counters = await cell().operators.counters('mts');
    expect(counters).toMatchObject({ accepted: 450, messages: 350, distinct: 350 });
    const arrived = await cell().operators.received('mts');
    expect(arrived.filter(({ text, source }) => text === LONG && source === 'Shop')).toHaveLength(50);
  });

  test('sends the events sent and delivered once each in this order, and failed only if callbackEvents lists it', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const ok = recipients(100, 79_161_240_000);
    const refused = Array.from({ length: 10 }, () => ({ destination: '70001000009' }));
    const run = async (path: string, callbackEvents: string[]) => {
      const id = await shop.run(0, {
        messages: [...ok, ...refused],
        callbackUrl: cell().sink.url(path),
        callbackEvents,
      });
      const done = await shop.untilStatus(id, 'COMPLETED');
      expect(done.messages).toEqual({ total: 110, delivered: 100, failed: 10, pending: 0 });
      return id;
    };
    const all = await run('/all', ['sent', 'delivered', 'failed']);
    await run('/delivered', []);
    const told = await until('all events have arrived', () => {
      const come = cell().sink.received('/all');
      return come.length >= 210 && cell().sink.received('/delivered').length >= 100 && come;
    });
    const byMessage = Map.groupBy(told, (callback) => callback.messageUuid);
    for (const message of await shop.messages(all)) {
      const events = byMessage.get(message.messageUuid)?.map((callback) => callback.event);
      expect(events).toEqual(message.status === 'FAILED' ? ['failed'] : ['sent', 'delivered']);
    }
    const failed = told.filter(({ event }) => event === 'failed');
    for (const { body } of failed)
      expect(body).toEqual({
        event: 'failed',
        messageUuid: expect.any(String),
        destination: '70001000009',
        status: 'FAILED',
        failedAt: expect.stringMatching(/Z$/),
        errorCode: ERROR.senderUnavailable,
      });
    expect(
      new Set(
        cell()
          .sink.received('/delivered')
          .map(({ event }) => event),
      ),
    ).toEqual(new Set(['delivered']));
  });

  test('charges nothing for a refused message and the price for an undelivered one', async () => {
    await cell().link('mts');
    await cell().operators.behave('mts', { undeliveredPercent: 100 });
    const shop = await givenShop(cell());
    const messages = [...recipients(20), ...Array.from({ length: 5 }, () => ({ destination: '70001000003' }))];
    const id = await shop.run(0, { messages });
    const done = await shop.untilStatus(id, 'COMPLETED');
    await cell().operators.behave('mts', { undeliveredPercent: 0 });
    expect(done.messages).toEqual({ total: 25, delivered: 0, failed: 25, pending: 0 });
    const shown = await shop.messages(id);
    expect(new Set(shown.map(({ errorCode, price }) => `${errorCode} ${price}`))).toEqual(
      new Set([`${ERROR.subscriberAbsent} 3.2`, `${ERROR.destinationRestricted} 0`]),
    );
    expect(await shop.money()).toEqual({ spent: expect.closeTo(64, 6), reserved: 0 });
  });
});
