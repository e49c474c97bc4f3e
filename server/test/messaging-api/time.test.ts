// Sending times and lifetimes of single messages, with a clock that the test moves: hours and weekdays of eleven zones,
// local times, lifetimes, the change of the month.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, type Seller, sms } from '../given/people/seller.ts';
import { until } from '../given/until.ts';
import { elevenZones, hourIn, wallTime, weekdayIn, type Zone } from '../given/zone-numbers.ts';

const cell = useCell();
const ZONES = elevenZones();
const MOSCOW = 3;
const HOUR_S = 3_600;
const MINUTE_S = 60;
const SILENT = '70001000002';
let seller: Seller;

beforeAll(async () => {
  await cell().link('mts', { brands: [0, 1, 2, 3] });
  seller = await givenSeller(cell());
});

/** Ten minutes past the hour, so that no test runs over the end of an hour. */
async function atTenPast(hourOfMoscow?: number): Promise<void> {
  const now = cell().now();
  const passedS = (now.getTime() / 1_000) % HOUR_S;
  const toHourS = hourOfMoscow === undefined ? 0 : ((hourOfMoscow - hourIn(now, MOSCOW) + 24) % 24) * HOUR_S;
  const aheadS = toHourS + 10 * MINUTE_S - passedS;
  await cell().advance(Math.ceil(aheadS > 0 ? aheadS : aheadS + (hourOfMoscow === undefined ? HOUR_S : 24 * HOUR_S)));
}

const hasGone = async (uuid: string) => ['sent', 'delivered'].includes((await seller.message(uuid)).status);
const untilGone = (uuid: string, what: string) => until(`${what} is sent`, () => hasGone(uuid));
const gone = async (uuids: readonly string[]) => Promise.all(uuids.map(hasGone));
const farEast = ZONES.at(-1) as Zone; // ZONES has eleven zones

async function toEveryZone(change: object, at: number): Promise<string[]> {
  const items = await seller.results(...ZONES.map((zone) => sms({ destination: zone.number(at), ...change })));
  return items.map(({ messageUuid }) => messageUuid ?? '');
}

describe('the hours of a schedule', () => {
  covers(
    'messaging.time.hours-by-zone',
    'messaging.time.waits-for-hours',
    'messaging.send.param.hours',
    'messaging.send.param.useLocalTime.true',
    'messaging.send.param.useLocalTime.default',
  );
  test('are those of the subscriber: one hour moves through eleven zones, hour by hour', async () => {
    await atTenPast();
    const uuids = await toEveryZone({ hours: [hourIn(cell().now(), farEast.offset)] }, 0);
    for (const [at, zone] of [...ZONES.entries()].toReversed()) {
      await untilGone(uuids[at] ?? '', zone.name);
      await cell().settle();
      expect([zone.name, await gone(uuids)]).toEqual([zone.name, ZONES.map((_, other) => other >= at)]);
      await cell().advance(HOUR_S);
    }
  });

  covers('messaging.send.param.useLocalTime.false');
  test('are those of Moscow with useLocalTime false', async () => {
    await atTenPast();
    const hours = [hourIn(cell().now(), MOSCOW)];
    const uuids = await toEveryZone({ hours, useLocalTime: false }, 1);
    for (const uuid of uuids) await untilGone(uuid, 'every zone');
    const local = [hourIn(cell().now(), farEast.offset)];
    const waits = await seller.sendOne({ destination: farEast.number(2), hours: local, useLocalTime: false });
    await cell().settle();
    expect(await hasGone(waits)).toBe(false);
    await cell().advance(9 * HOUR_S);
    await untilGone(waits, 'the hour of Moscow');
  });

  covers('messaging.time.unknown-zone');
  test('are those of Moscow for a number without a known zone', async () => {
    await atTenPast();
    const hours = [hourIn(cell().now(), MOSCOW)];
    await untilGone(await seller.sendOne({ destination: '70000000000', hours }), 'the number without a zone');
  });
});

covers('messaging.time.days-by-zone', 'messaging.send.param.days');
test('apply with the weekdays of the subscriber, in every zone', async () => {
  await atTenPast(20);
  const now = cell().now();
  const days = [weekdayIn(now, farEast.offset)];
  const uuids = await toEveryZone({ days }, 3);
  const isTomorrow = ZONES.map(({ offset }) => weekdayIn(now, offset) === days[0]);
  expect(new Set(isTomorrow)).toEqual(new Set([true, false]));
  for (const [at, uuid] of uuids.entries()) if (isTomorrow[at]) await untilGone(uuid, ZONES[at]?.name ?? '');
  await cell().settle();
  expect(await gone(uuids)).toEqual(isTomorrow);
  await cell().advance(5 * HOUR_S);
  for (const uuid of uuids) await untilGone(uuid, 'the rest, after midnight');
});

describe('localSendTime', () => {
  covers('messaging.send.param.localSendTime', 'messaging.send.param.useLocalTime.true');
  test('is the local time of the subscriber', async () => {
    await atTenPast();
    const localSendTime = wallTime(new Date(cell().now().getTime() + 30 * MINUTE_S * 1_000), farEast.offset);
    const uuid = await seller.sendOne({ destination: farEast.number(4), localSendTime });
    await cell().advance(28 * MINUTE_S);
    await cell().settle();
    expect(await hasGone(uuid)).toBe(false);
    await cell().advance(4 * MINUTE_S);
    await untilGone(uuid, 'what was due at its local time');
    expect(await seller.message(uuid)).toMatchObject({ localSendTime, useLocalTime: true });
  });

  covers('messaging.send.param.useLocalTime.false');
  test('is Moscow time with useLocalTime false', async () => {
    await atTenPast();
    const localSendTime = wallTime(new Date(cell().now().getTime() + 30 * MINUTE_S * 1_000), MOSCOW);
    const uuid = await seller.sendOne({ destination: farEast.number(5), localSendTime, useLocalTime: false });
    await cell().settle();
    expect(await hasGone(uuid)).toBe(false);
    await cell().advance(32 * MINUTE_S);
    await untilGone(uuid, 'what was due at the time of Moscow');
  });
});

describe('a message that waits too long', () => {
  const notNow = () => [(hourIn(cell().now(), MOSCOW) + 20) % 24];
  const given = { status: 'unsent', errorCode: 7060, price: { totalPrice: 0, final: true } };

  covers('messaging.send.param.localCompletionTime', 'messaging.error-code.7060');
  test('is unsent with 7060 at its localCompletionTime, at no cost', async () => {
    await atTenPast();
    const before = await seller.balance();
    const localCompletionTime = wallTime(new Date(cell().now().getTime() + 60 * MINUTE_S * 1_000), MOSCOW);
    const uuid = await seller.sendOne({ hours: notNow(), localCompletionTime });
    await cell().advance(58 * MINUTE_S);
    await cell().settle();
    expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
    await cell().advance(4 * MINUTE_S);
    expect(await seller.untilStatus(uuid, 'unsent')).toMatchObject({ ...given, localCompletionTime });
    expect(await seller.balance()).toBe(before);
  });

  covers('messaging.time.no-completion');
  test('is unsent with 7060 after seven days without such a time', async () => {
    // No link serves numbers of TELE2 here.
    const uuid = await seller.sendOne({ destination: '70004000000' });
    await cell().advance(7 * 24 * HOUR_S - MINUTE_S);
    await cell().settle();
    expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
    await cell().advance(2 * MINUTE_S);
    expect(await seller.untilStatus(uuid, 'unsent')).toMatchObject(given);
  });
});

describe('the lifetime of a message', () => {
  covers('messaging.status.lifetime-default', 'messaging.limits.lifetime-undelivered', 'messaging.status.undelivered');
  test('is 25 hours by default, then the message is undelivered with 7060', async () => {
    const uuid = await seller.sendOne({ destination: SILENT });
    await seller.untilStatus(uuid, 'sent');
    await cell().advance(25 * HOUR_S - MINUTE_S);
    await cell().settle();
    expect(await seller.message(uuid)).toMatchObject({ status: 'sent' });
    await cell().advance(2 * MINUTE_S);
    expect(await seller.untilStatus(uuid, 'undelivered')).toMatchObject({ errorCode: 7060, price: { final: true } });
  });

  covers(
    'messaging.send.param.ttl',
    'messaging.time.ttl-over',
    'messaging.time.lifetime-from-handover',
    'messaging.error-code.7060',
  );
  test('is the ttl if given, counted from the submit', async () => {
    const localSendTime = wallTime(new Date(cell().now().getTime() + 3 * HOUR_S * 1_000), MOSCOW);
    const uuid = await seller.sendOne({ destination: SILENT, ttl: 3_600, localSendTime });
    await cell().advance(3 * HOUR_S + MINUTE_S);
    await seller.untilStatus(uuid, 'sent');
    await cell().advance(58 * MINUTE_S);
    await cell().settle();
    expect(await seller.message(uuid)).toMatchObject({ status: 'sent', ttl: 3_600 });
    await cell().advance(3 * MINUTE_S);
    expect(await seller.untilStatus(uuid, 'undelivered')).toMatchObject({ errorCode: 7060 });
  });
});

covers('messaging.time.budget-month', 'messaging.limits.budget');
test('the budget is full again with the new month of Moscow, and not an hour earlier', async () => {
  const bounded = await givenSeller(cell());
  await cell().call('PUT', `/company/${bounded.companyId}`, { token: bounded.token, body: { budget: 6.4 } });
  const codes = async () => (await bounded.results(sms(), sms(), sms())).map(({ code }) => code);
  expect(await codes()).toEqual([201, 201, 402]);
  const moscow = new Date(cell().now().getTime() + MOSCOW * HOUR_S * 1_000);
  const nextMonthMs = Date.UTC(moscow.getUTCFullYear(), moscow.getUTCMonth() + 1, 1) - MOSCOW * HOUR_S * 1_000;
  await cell().advance(Math.floor((nextMonthMs - cell().now().getTime()) / 1_000) - HOUR_S);
  expect(await codes()).toEqual([402, 402, 402]);
  await cell().advance(HOUR_S + 2);
  expect(await codes()).toEqual([201, 201, 402]);
});
