// Each fault on demand, as a client sees it.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noAnswer } from '@volley/smpp/codec/commands.ts';
import { normalizeMessageId } from '@volley/smpp/codec/message-id.ts';
import { receiptTime } from '@volley/smpp/texts/receipt.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindTo, closeAll, counters, pause, post, simulate, submit, toNumber, until } from './testing/client.ts';

afterEach(() => {
  vi.useRealTimers();
  return closeAll();
});

describe('answers', () => {
  test('throttle submits above the rate', async () => {
    const simulator = await simulate({ scenario: { ratePerSecond: 10 } });
    const { session } = await bindTo(simulator);
    vi.useFakeTimers({ toFake: ['performance'] });
    const statusesOf = async (count: number) => {
      const results = await Promise.all(Array.from({ length: count }, () => session.submit(submit)));
      return results.map(({ status }) => status);
    };
    const statuses = await statusesOf(30);
    expect(statuses).toEqual(statuses.map((_, at) => (at < 10 ? 0 : 0x58)));
    expect((await counters(simulator))['throttled']).toBe(20);
    vi.advanceTimersByTime(500);
    expect(await statusesOf(6)).toEqual([0, 0, 0, 0, 0, 0x58]);
  });

  test('throttle submits above the window', async () => {
    const simulator = await simulate({ scenario: { window: 5, answerDelayMs: 50 } });
    const { session } = await bindTo(simulator);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const submits = Array.from({ length: 8 }, () => session.submit(submit));
    await until(async () => (await counters(simulator))['submits'] === 8);
    vi.advanceTimersByTime(50);
    const results = await Promise.all(submits);
    expect(results.filter(({ status }) => status === 0)).toHaveLength(5);
  });

  test.each([
    ['queueFullPercent', 0x14],
    ['refusedPercent', 0x65],
  ])('%s', async (setting, status) => {
    const simulator = await simulate();
    const { session } = await bindTo(simulator);
    await post(simulator, '/scenario', { account: 'mts', [setting]: 100 });
    expect((await session.submit(submit)).status).toBe(status);
  });

  test('contain the requested share of faults', async () => {
    const simulator = await simulate({ scenario: { queueFullPercent: 20 } });
    const { session } = await bindTo(simulator, { window: 500 });
    const results = await Promise.all(Array.from({ length: 500 }, () => session.submit(submit)));
    const full = results.filter(({ status }) => status === 0x14).length;
    expect(full).toBeGreaterThan(60);
    expect(full).toBeLessThan(140);
  });

  test('can be lost: the client is in doubt while the message is delivered', async () => {
    const simulator = await simulate({ scenario: { lostAnswerPercent: 100 } });
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const { session, receipts } = await bindTo(simulator, { responseTimeoutMs: 100 });
    const result = session.submit(submit);
    await until(() => receipts.length === 1);
    vi.advanceTimersByTime(200);
    expect((await result).status).toBe(noAnswer);
    expect(await counters(simulator)).toMatchObject({ accepted: 1, answersLost: 1 });
  });

  test('can be cut at each Nth submit, which is in doubt and reported after the next bind', async () => {
    const simulator = await simulate({ scenario: { cutAfterSubmits: 3, receiptDelayMinMs: 20 } });
    const first = await bindTo(simulator);
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await first.session.submit({ ...submit, userMessageReference: index })).status);
    }
    expect(statuses).toEqual([0, 0, noAnswer]);
    await until(() => first.closed.length === 1);
    const second = await bindTo(simulator);
    await until(() => second.receipts.some((receipt) => receipt.userMessageReference === 2));
    expect(await counters(simulator)).toMatchObject({ accepted: 3, cuts: 1 });
  });
});

describe('receipts', () => {
  test('may come before the answer', async () => {
    const simulator = await simulate({ scenario: { receiptBeforeAnswerPercent: 100 } });
    const order: string[] = [];
    const { session } = await bindTo(simulator, {
      onDeliverSm: () => {
        order.push('receipt');
        return 0;
      },
    });
    await session.submit(submit).then(() => order.push('answer'));
    expect(order).toEqual(['receipt', 'answer']);
  });

  test('may come twice', async () => {
    const simulator = await simulate({ scenario: { duplicatePercent: 100 } });
    const { session, receipts } = await bindTo(simulator);
    const { messageId } = await session.submit(submit);
    await until(() => receipts.length === 2);
    expect(receipts.map((receipt) => receipt.messageId)).toEqual([messageId, messageId]);
  });

  test('may report a failure with its code', async () => {
    const simulator = await simulate({ scenario: { undeliveredPercent: 100, undeliveredError: 11 } });
    const { session, receipts } = await bindTo(simulator);
    await session.submit(submit);
    await until(() => receipts.length === 1);
    expect(receipts[0]).toMatchObject({ state: 'UNDELIV', errorCode: '11' });
  });

  test('may never come', async () => {
    const simulator = await simulate({ scenario: { noReceiptPercent: 100 } });
    const { session, receipts } = await bindTo(simulator);
    await session.submit(submit);
    await pause(50);
    expect(receipts).toEqual([]);
  });

  test.each([
    [0, false],
    [1, true],
    [2, false],
    [3, true],
    [0x11, true],
  ])('are requested for a success by registered_delivery %i: %s', async (registeredDelivery, expected) => {
    const simulator = await simulate();
    const { session, receipts } = await bindTo(simulator);
    await session.submit({ ...submit, registeredDelivery });
    await until(async () => (await counters(simulator))['receiptsWaiting'] === 0);
    expect(receipts).toHaveLength(expected ? 1 : 0);
  });

  test.each([
    ['text', false, true],
    ['tlv', true, false],
    ['both', true, true],
  ])('form %s', async (receiptForm, hasTlv, hasText) => {
    const simulator = await simulate();
    await post(simulator, '/scenario', { receiptForm, echoReference: false });
    const { session, delivered, receipts } = await bindTo(simulator);
    await session.submit({ ...submit, userMessageReference: 3 });
    await until(() => receipts.length === 1);
    expect(receipts[0]?.state).toBe('DELIVRD');
    expect(delivered[0]?.receiptedMessageId !== undefined).toBe(hasTlv);
    expect(delivered[0]?.shortMessage.toString('latin1').includes('stat:DELIVRD')).toBe(hasText);
    expect(delivered[0]?.userMessageReference).toBeUndefined();
  });

  test.each([
    ['decimal', 20, 'hex', 'without-leading-zeros', 'hex-to-decimal', /^\d{20}$/],
    ['hex', 16, 'decimal', 'without-leading-zeros', 'decimal-to-hex', /^0{3}[0-9A-F]{13}$/],
    ['uuid', 0, 'same', 'as-is', 'as-is', /^[0-9a-f-]{36}$/],
  ] as const)(
    'ids as %s, %i wide, with receipts in %s',
    async (idFormat, idWidth, receiptIdFormat, answerForm, receiptFormId, shape) => {
      const simulator = await simulate({ scenario: { idFormat, idWidth, receiptIdFormat } });
      const { session, receipts } = await bindTo(simulator);
      const { messageId } = await session.submit(submit);
      await until(() => receipts.length === 1);
      expect(messageId).toMatch(shape);
      expect(normalizeMessageId(receipts[0]?.messageId ?? '', receiptFormId)).toBe(
        normalizeMessageId(messageId, answerForm),
      );
    },
  );

  test.each([0, 180, 720])('dates are written in the zone of %i minutes', async (zoneOffsetMinutes) => {
    const now = new Date('2026-11-15T21:34:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const simulator = await simulate({ scenario: { zoneOffsetMinutes } });
    const { session, receipts } = await bindTo(simulator);
    await session.submit(submit);
    await until(() => receipts.length === 1);
    expect(receiptTime(receipts[0]?.doneDate ?? '', zoneOffsetMinutes)).toEqual(now);
  });

  test('delays stay between their bounds', async () => {
    const simulator = await simulate({
      scenario: { receiptDelayMinMs: 50, receiptDelayMeanMs: 100, receiptDelayMaxMs: 300 },
    });
    const { session } = await bindTo(simulator);
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    await Promise.all(Array.from({ length: 100 }, () => session.submit(submit)));
    const sentAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      return (await counters(simulator))['receiptsSent'];
    };
    expect(await sentAfter(40)).toBe(0);
    const within100 = await sentAfter(60);
    expect(within100).toBeGreaterThan(0);
    expect(within100).toBeLessThan(100);
    expect(await sentAfter(220)).toBe(100);
  });

  test('receipts that are held are sent when they are released', async () => {
    const simulator = await simulate({ scenario: { receiptsHeld: true } });
    const { session, receipts } = await bindTo(simulator);
    for (let at = 0; at < 3; at += 1) await session.submit(submit);
    expect(await counters(simulator)).toMatchObject({ receiptsSent: 0, receiptsWaiting: 3 });
    await post(simulator, '/scenario', { receiptsHeld: false });
    await until(() => receipts.length === 3);
  });
});

test('the log has a line per accepted submit and none for a refused submit', async () => {
  const logFile = join(tmpdir(), `accepted-${process.pid}.csv`);
  const simulator = await simulate({ logFile });
  const { session } = await bindTo(simulator);
  const { messageId } = await session.submit({ ...submit, userMessageReference: 42 });
  await session.submit(toNumber('70001000003'));
  await session.submit(submit);
  await until(() => readFileSync(logFile, 'utf8').split('\n').length === 3);
  const [first = '', second = ''] = readFileSync(logFile, 'utf8').split('\n');
  expect(first).toMatch(new RegExp(`^mts,79161234567,42,${messageId},\\d+\\.\\d{3}$`));
  expect(second).toMatch(/^mts,79161234567,,\d+,/);
  rmSync(logFile);
});
