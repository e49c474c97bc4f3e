import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenShop, recipients } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const HOUR_MS = 3_600_000;
const MOSCOW_MS = 3 * HOUR_MS;
const VLADIVOSTOK_MS = 10 * HOUR_MS;
const EVERY_HOUR = [...Array(24).keys()];
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const VLADIVOSTOK_FIRST = 79_141_800_000;

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z/, 'Z');
const hourAt = (ms: number) => new Date(ms).getUTCHours();
const dayAt = (ms: number) => new Date(ms).getUTCDay() || 7;
const arrivedAt = async (from: number, count: number) => {
  const arrived = await cell().operators.received('mts');
  return arrived.filter(({ destination }) => Number(destination) >= from && Number(destination) < from + count).length;
};

describe('a schedule', () => {
  covers('service.hours-restricted', 'dispatch.create.schedule.hours.allowed');
  test('uses the hours of the recipient: Moscow is sent, Vladivostok waits for its own hour', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const nowMs = cell().now().getTime();
    const messages = [...recipients(20, 79_161_231_000), ...recipients(20, VLADIVOSTOK_FIRST)];
    const hours = [hourAt(nowMs + MOSCOW_MS), (hourAt(nowMs + MOSCOW_MS) + 1) % 24];
    const id = await shop.run(0, { messages, schedule: { startAt: iso(nowMs - HOUR_MS), hours, days: EVERY_DAY } });
    await shop.untilPending(id, 20);
    await cell().settle();
    expect([await arrivedAt(79_161_231_000, 20), await arrivedAt(VLADIVOSTOK_FIRST, 20)]).toEqual([20, 0]);
    // Vladivostok is seven hours ahead: its listed hour begins again 17 hours after the one in Moscow.
    await cell().advance(16 * 3_600);
    await cell().settle();
    expect(await arrivedAt(VLADIVOSTOK_FIRST, 20)).toBe(0);
    await cell().advance(3_600);
    await shop.untilStatus(id, 'COMPLETED');
    expect(await arrivedAt(VLADIVOSTOK_FIRST, 20)).toBe(20);
  });

  covers('service.weekdays-restricted', 'dispatch.create.schedule.days.allowed');
  test('uses the weekdays of the recipient', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    // 20:00 in Moscow is the next day in Vladivostok.
    const nowMs = cell().now().getTime();
    const toEveningMs = (20 * HOUR_MS - ((nowMs + MOSCOW_MS) % (24 * HOUR_MS)) + 24 * HOUR_MS) % (24 * HOUR_MS);
    await cell().advance(Math.ceil(toEveningMs / 1_000));
    const eveningMs = cell().now().getTime();
    expect(dayAt(eveningMs + VLADIVOSTOK_MS)).not.toBe(dayAt(eveningMs + MOSCOW_MS));
    const messages = [...recipients(10, 79_161_232_000), ...recipients(10, VLADIVOSTOK_FIRST + 100)];
    const days = [dayAt(eveningMs + VLADIVOSTOK_MS)];
    const id = await shop.run(0, {
      messages,
      schedule: { startAt: iso(eveningMs - HOUR_MS), hours: EVERY_HOUR, days },
    });
    await shop.untilPending(id, 10);
    await cell().settle();
    expect([await arrivedAt(79_161_232_000, 10), await arrivedAt(VLADIVOSTOK_FIRST + 100, 10)]).toEqual([0, 10]);
    await cell().advance(4 * 3_600 + 5);
    await shop.untilStatus(id, 'COMPLETED');
  });

  covers('dispatch.create.schedule.startAt.datetime');
  test('waits for a start in the future, even more than seven days ahead', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const startAt = iso(cell().now().getTime() + 20 * 24 * HOUR_MS);
    const messages = recipients(10, 79_161_233_000);
    const id = await shop.run(0, { messages, schedule: { startAt, hours: EVERY_HOUR, days: EVERY_DAY } });
    await cell().advance(20 * 86_400 - 60);
    await cell().settle();
    expect(await shop.dispatch(id)).toMatchObject({ status: 'STARTED', messages: { pending: 10 } });
    expect(await arrivedAt(79_161_233_000, 10)).toBe(0);
    await cell().advance(120);
    expect((await shop.untilStatus(id, 'COMPLETED')).messages).toMatchObject({ delivered: 10 });
  });
});

test('that is missing fails messages with 7060 if no link accepts them for seven days', async () => {
  const shop = await givenShop(cell(), { brand: 'TELE2' });
  const id = await shop.run(0, { messages: [{ destination: '70004000000' }] });
  await cell().advance(7 * 86_400 - 60);
  await cell().settle();
  expect((await shop.dispatch(id)).messages).toMatchObject({ pending: 1 });
  await cell().advance(120);
  await shop.untilStatus(id, 'COMPLETED');
  expect(await shop.messages(id)).toMatchObject([{ status: 'FAILED', errorCode: ERROR.lifetimeOver, price: 0 }]);
  await until('the reservation is released', async () => (await shop.money()).reserved === 0);
});
