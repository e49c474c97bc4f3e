// Hours, weekdays and local times of recipients abroad: the time zone of their prefix, with its summer time.
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { openCountriesFor, priceCountries } from '../../given/destinations.ts';
import { givenSeller, type Seller } from '../../given/people/seller.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const GERMANY = '4915112345678';
const KAZAKHSTAN = '77011234567';
const MOSCOW = '79161230001';
/** Numbers of this prefix are in use in two zones. */
const INDONESIA = '6281112345678';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
let shop: Shop;
let seller: Seller;

beforeAll(async () => {
  await cell().link('mts', { brands: [BRAND_IDS.MTS, BRAND_IDS.unknown] });
  await priceCountries(cell(), 1);
  seller = await givenSeller(cell());
  await openCountriesFor(cell(), seller.partnerId, ['*']);
});

async function moveTo(instant: string): Promise<void> {
  await cell().advance(Math.ceil((Date.parse(instant) - cell().now().getTime()) / 1_000));
}

/** A token does not outlive a leap of the clock, so the shop is new. */
async function openShop(instant: string): Promise<void> {
  await moveTo(instant);
  shop = await givenShop(cell());
  await openCountriesFor(cell(), shop.partnerId, ['*']);
}

const scheduled = (destinations: readonly string[], hours: readonly number[], days: readonly number[] = EVERY_DAY) => ({
  messages: destinations.map((destination) => ({ destination })),
  schedule: { startAt: '2026-01-01T00:00:00Z', hours, days },
});

const statuses = async (id: number) => (await shop.messages(id)).map(({ status }) => status);

async function sentOf(destinations: readonly string[], hours: readonly number[]): Promise<string[]> {
  const id = await shop.run(0, scheduled(destinations, hours));
  await shop.untilPending(id, destinations.length - 1);
  await cell().settle();
  const delivered = (await shop.messages(id)).filter(({ status }) => status === 'DELIVERED');
  await shop.stop(id);
  return delivered.map(({ destination }) => destination);
}

describe('a schedule', () => {
  covers('dispatch.zone.prefix');
  test('uses the hours of recipients abroad', async () => {
    await openShop('2027-03-04T04:00:00Z');
    const all = [GERMANY, KAZAKHSTAN, MOSCOW];
    expect(await sentOf(all, [5])).toEqual([GERMANY]);
    expect(await sentOf(all, [9])).toEqual([KAZAKHSTAN]);
    expect(await sentOf(all, [7])).toEqual([MOSCOW]);
  });

  covers('dispatch.zone.several');
  test('uses the hours that suit all zones of a prefix', async () => {
    await openShop('2027-03-05T02:30:00Z');
    const id = await shop.run(0, scheduled([INDONESIA], [10, 11]));
    await cell().settle();
    // Half past nine in Jakarta, half past ten in Makassar.
    expect(await statuses(id)).toEqual(['CREATED']);
    await cell().advance(1_800);
    await shop.untilStatus(id, 'COMPLETED');
  });

  covers('dispatch.zone.summer-time');
  test('follows the change to summer time', async () => {
    await openShop('2027-03-28T00:20:00Z');
    const [second, third] = [
      await shop.run(0, scheduled([GERMANY], [2])),
      await shop.run(0, scheduled([GERMANY], [3])),
    ];
    await cell().advance(3_600);
    await shop.untilStatus(third, 'COMPLETED');
    await cell().settle();
    expect(await statuses(second)).toEqual(['CREATED']);
    await cell().advance(23 * 3_600);
    await shop.untilStatus(second, 'COMPLETED');
  });
});

covers('dispatch.estimate.zones');
test('an estimate shows the recipients of each zone with the first opening of the schedule', async () => {
  await openShop('2027-03-29T04:00:00Z');
  const { messages, schedule } = scheduled([MOSCOW, GERMANY, '4915112345679', KAZAKHSTAN, INDONESIA], [9, 10, 11]);
  const draft = { companyId: shop.companyId, name: 'July', senderIds: [shop.senderId], channelType: 'SMS', text: 'Hi' };
  const estimate = async (more: object) => {
    const reply = await cell().call('POST', '/dispatches/estimate', {
      token: shop.token,
      body: { ...draft, messages, ...more },
    });
    return reply.body;
  };
  expect(await estimate({ schedule })).toMatchObject({
    success: 5,
    zones: [
      {
        timezones: ['Asia/Almaty'],
        recipients: 1,
        firstAt: expect.stringMatching(/^2027-03-29T04:00/),
        lastAt: '2027-03-29T07:00:00Z',
      },
      { timezones: ['Europe/Moscow'], recipients: 1, firstAt: '2027-03-29T06:00:00Z', lastAt: '2027-03-29T09:00:00Z' },
      { timezones: ['Europe/Berlin'], recipients: 2, firstAt: '2027-03-29T07:00:00Z', lastAt: '2027-03-29T10:00:00Z' },
      {
        timezones: ['Asia/Jakarta', 'Asia/Makassar'],
        recipients: 1,
        firstAt: '2027-03-30T02:00:00Z',
        lastAt: '2027-03-30T04:00:00Z',
      },
    ],
  });
  expect(await estimate({})).toMatchObject({ success: 5, zones: [] });
});

describe('a single message abroad', () => {
  const hasGone = async (uuid: string) => ['sent', 'delivered'].includes((await seller.message(uuid)).status);
  const untilGone = (uuid: string) => until(`message ${uuid} is sent`, () => hasGone(uuid));

  covers('messaging.time.abroad');
  test('is sent at its localSendTime', async () => {
    await moveTo('2027-04-01T09:00:00Z');
    const localSendTime = '2027-04-01 12:00:00';
    const [berlin, almaty] = (await Promise.all(
      [GERMANY, KAZAKHSTAN].map((destination) => seller.sendOne({ destination, localSendTime })),
    )) as [string, string]; // two destinations
    await untilGone(almaty);
    await moveTo('2027-04-01T09:58:00Z');
    await cell().settle();
    expect(await hasGone(berlin)).toBe(false);
    await moveTo('2027-04-01T10:00:05Z');
    await untilGone(berlin);
  });

  test('ends at its localCompletionTime', async () => {
    await moveTo('2027-04-02T09:00:00Z');
    const uuid = await seller.sendOne({
      destination: GERMANY,
      hours: [20],
      localCompletionTime: '2027-04-02 13:00:00',
    });
    await moveTo('2027-04-02T10:58:00Z');
    await cell().settle();
    expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
    await moveTo('2027-04-02T11:02:00Z');
    expect(await seller.untilStatus(uuid, 'unsent')).toMatchObject({ errorCode: ERROR.lifetimeOver });
  });

  test('of a dispatch waits for the weekday of the recipient', async () => {
    // Saturday in Moscow and Berlin, Sunday in Almaty.
    await moveTo('2027-04-03T20:30:00Z');
    const { uuids } = await seller.dispatch('Hi', [GERMANY, KAZAKHSTAN], { days: [7] });
    const [berlin = '', almaty = ''] = uuids;
    await untilGone(almaty);
    await cell().settle();
    expect(await hasGone(berlin)).toBe(false);
    await moveTo('2027-04-03T22:00:05Z');
    await untilGone(berlin);
  });
});
