// Two links of one channel, of which one dies or fails: messages that no link has accepted go over the other. Times are
// checked strictly with LONG=1 only, and with more messages: a busy machine is slow.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName } from '../../given/people/seller.ts';
import { givenShop } from '../../given/people/shop.ts';
import type { Operators } from '../../given/providers/operators.ts';
import { givenSecondProvider, type SecondProvider } from '../../given/providers/second-provider.ts';
import { countLeftAt } from '../../given/rows/batches.ts';
import { extraSubmits } from '../../given/rows/engine.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { statusCountsAmong, statusCountsOf } from '../../given/rows/messages.ts';
import { until } from '../../given/until.ts';

const WINDOW = 50;
const isLong = process.env['LONG'] === '1';
const COUNT = isLong ? 10_000 : 2_000;
/** Slow enough that no link gets all messages at once. */
const RATE = COUNT / 5;
const LEFT_LIMIT_MS = isLong ? 10_000 : 90_000;
/** Requests of a single message: the same number takes much longer. */
const HTTP_COUNT = isLong ? COUNT : 1_000;
const HTTP_RATE = HTTP_COUNT / 8;

const cell = useCell({
  accounts: ['mts-2'],
  settings: { moderation: 'auto', inDoubtWaitMs: 3_000, submitTimeoutMs: isLong ? 3_000 : 10_000, linkRetryMaxMs: 500 },
});

/** Waits until only messages in doubt wait for the link. */
const untilLeft = (linkId: number) =>
  until('the link has nothing left but doubts', async () => (await countLeftAt(cell(), linkId)) === 0, LEFT_LIMIT_MS);

const counted = () => extraSubmits(cell());

describe('SMPP: an operator that dies in the middle of a dispatch', () => {
  test('loses no message: all are delivered over the other link, and twice only where an answer was lost', async () => {
    const { operators } = cell();
    const linkId = await cell().link('mts', { window: WINDOW, rate: RATE });
    await cell().link('mts-2', { window: WINDOW, rate: RATE, brands: [1] });
    const shop = await givenShop(cell());
    const id = await shop.run(COUNT);
    await until('some messages are with both operators', async () => {
      const [one, two] = await Promise.all([operators.counters('mts'), operators.counters('mts-2')]);
      return one.accepted > COUNT / 20 && two.accepted > COUNT / 20;
    });
    await operators.behave('mts', { bindStatus: 13 });
    await operators.cut('mts');
    await untilLeft(linkId);
    await until('all messages have been handed over', async () => {
      const { CREATED } = await statusCountsOf(cell(), id);
      return CREATED === undefined;
    });
    // Receipts of the messages it accepted arrive when it is back.
    await operators.behave('mts', { bindStatus: 0 });
    await shop.untilStatus(id, 'COMPLETED');
    const { DELIVERED } = await statusCountsOf(cell(), id);
    const [one, two] = await Promise.all([operators.counters('mts'), operators.counters('mts-2')]);
    const extra = one.accepted + two.accepted - COUNT;
    expect([DELIVERED, extra <= WINDOW]).toEqual([COUNT, true]);
    await until('every copy is counted', async () => (await counted()) === extra);
    const [moved] = await cell().sql<{ hops: number }>(
      'select max(hops)::int as hops from batches where dispatch_id = $1',
      [id],
    );
    expect(moved?.hops).toBeGreaterThan(0);
  });
});

describe('HTTP: one of two providers', () => {
  let provider: SecondProvider;
  let second: Operators;
  beforeAll(async () => {
    provider = await givenSecondProvider(cell(), HTTP_RATE);
    second = provider.operators;
  });
  afterAll(() => provider.close());

  test('that dies in the middle of a dispatch loses no message: all are delivered, and twice only where an answer was lost', async () => {
    const { channels } = cell().operators;
    await channels.behave('viber', { readPercent: 0 });
    await second.channels.behave('viber', { readPercent: 0 });
    const seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
    await registerName(cell(), seller, { channelType: 'VIBER' });
    const accepted = async () =>
      Promise.all([channels, second.channels].map(async (provider) => (await provider.counters('viber')).accepted));
    const before = await accepted();
    const counts = async () => (await accepted()).map((count, at) => count - (before[at] ?? 0));
    const countedBefore = await counted();
    const destinations = Array.from({ length: HTTP_COUNT }, (_, at) => String(79_161_300_000 + at));
    const { dispatchId } = await seller.dispatch('Hi', destinations, { channelType: 'VIBER' });
    await until('some messages are with both providers', async () =>
      (await counts()).every((count) => count > HTTP_COUNT / 20),
    );
    await channels.behave('viber', { lostAnswerPercent: 100 });
    const link = await linkNamed(cell(), 'viber');
    await until('the link is down', async () => {
      const { bound } = await linkNamed(cell(), 'viber');
      return !bound;
    });
    await channels.behave('viber', { lostAnswerPercent: 0, lockedOut: true });
    await untilLeft(link.id);
    await until('all messages have been handed over', async () => {
      const { CREATED } = await statusCountsOf(cell(), dispatchId);
      return CREATED === undefined;
    });
    await channels.behave('viber', { lockedOut: false });
    await until('all messages are delivered', async () => {
      const { DELIVERED } = await statusCountsOf(cell(), dispatchId);
      return DELIVERED === HTTP_COUNT;
    });
    const extra = (await counts()).reduce((sum, count) => sum + count, 0) - HTTP_COUNT;
    const { answersLost } = await channels.counters('viber');
    expect([extra >= 0, extra <= answersLost]).toEqual([true, true]);
    await until('every copy is counted', async () => (await counted()) - countedBefore === extra);
  });

  test('that is healthy but answers 503 to every message is bypassed: codes are delivered over the other, and none ends with 502', async () => {
    const seller = await givenSeller(cell(), { brands: [] });
    await registerName(cell(), seller, { channelType: 'VIBER' });
    const { channels } = cell().operators;
    await provider.bothAreUp();
    await channels.behave('viber', { failedPercent: 100 });
    const failedBefore = (await channels.counters('viber')).failed;
    const destinations: string[] = [];
    const uuids: string[] = [];
    // A link that the test before made look bad gets only a few messages at first.
    await until('the provider that fails was asked', async () => {
      const destination = String(79_161_234_000 + destinations.length);
      const results = await seller.results({
        channelType: 'VIBER',
        senderName: 'Shop',
        destination,
        content: 'Hi',
      });
      destinations.push(destination);
      uuids.push(...results.map(({ messageUuid }) => messageUuid ?? ''));
      return destinations.length >= 20 && (await channels.counters('viber')).failed > failedBefore;
    });
    await until('all messages are delivered', async () => {
      const { DELIVERED } = await statusCountsAmong(cell(), uuids);
      return DELIVERED === uuids.length;
    });
    const received = (await second.received('viber')).map(({ destination }) => destination);
    expect(destinations.map((one) => received.filter((number) => number === one).length)).toEqual(
      destinations.map(() => 1),
    );
  });
});
