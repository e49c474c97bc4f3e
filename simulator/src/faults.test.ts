// Each fault on demand, as a client meets it.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noAnswer } from '@volley/smpp/commands.ts';
import { normalizeMessageId } from '@volley/smpp/message-id.ts';
import { receiptTime } from '@volley/smpp/receipt.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { bindTo, closeAll, counters, pause, post, simulate, submit, toNumber, until } from './testing/client.ts';

afterEach(closeAll);

describe('answers', () => {
  test('over the rate submits are throttled', async () => {
    const simulator = await simulate({ scenario: { ratePerSecond: 10 } });
    const { session } = await bindTo(simulator);
    const results = await Promise.all(Array.from({ length: 30 }, () => session.submit(submit)));
    const accepted = results.filter(({ status }) => status === 0).length;
    expect(accepted).toBeGreaterThanOrEqual(10);
    expect(accepted).toBeLessThan(15);
    expect(results.filter(({ status }) => status === 0x58)).toHaveLength(30 - accepted);
    expect((await counters(simulator))['throttled']).toBe(30 - accepted);
  });

  test('over the window submits are throttled', async () => {
    const simulator = await simulate({ scenario: { window: 5, answerDelayMs: 50 } });
    const { session } = await bindTo(simulator);
    const results = await Promise.all(Array.from({ length: 8 }, () => session.submit(submit)));
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

  test('a share of faults is the share asked for', async () => {
    const simulator = await simulate({ scenario: { queueFullPercent: 20 } });
    const { session } = await bindTo(simulator, { window: 500 });
    const results = await Promise.all(Array.from({ length: 500 }, () => session.submit(submit)));
    const full = results.filter(({ status }) => status === 0x14).length;
    expect(full).toBeGreaterThan(60);
    expect(full).toBeLessThan(140);
  });

  test('a lost answer leaves the client in doubt while the message is delivered', async () => {
    const simulator = await simulate({ scenario: { lostAnswerPercent: 100 } });
    const { session, receipts } = await bindTo(simulator, { responseTimeoutMs: 100 });
    expect((await session.submit(submit)).status).toBe(noAnswer);
    await until(() => receipts.length === 1);
    expect(await counters(simulator)).toMatchObject({ accepted: 1, answersLost: 1 });
  });

  test('the connection is cut at each Nth submit, which is in doubt and delivered after the next bind', async () => {
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
  ])('registered_delivery %i asks for one of a success: %s', async (registeredDelivery, expected) => {
    const simulator = await simulate();
    const { session, receipts } = await bindTo(simulator);
    await session.submit({ ...submit, registeredDelivery });
    await pause(30);
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
    const simulator = await simulate({ scenario: { zoneOffsetMinutes } });
    const { session, receipts } = await bindTo(simulator);
    await session.submit(submit);
    await until(() => receipts.length === 1);
    const doneMs = receiptTime(receipts[0]?.doneDate ?? '', zoneOffsetMinutes)?.getTime() ?? 0;
    expect(Math.abs(doneMs - Date.now())).toBeLessThan(5_000);
  });

  test('delays stay between their bounds', async () => {
    const simulator = await simulate({
      scenario: { receiptDelayMinMs: 50, receiptDelayMeanMs: 100, receiptDelayMaxMs: 300 },
    });
    const startedMs = performance.now();
    const delaysMs: number[] = [];
    const { session } = await bindTo(simulator, {
      onDeliverSm: () => {
        delaysMs.push(performance.now() - startedMs);
        return 0;
      },
    });
    await Promise.all(Array.from({ length: 100 }, () => session.submit(submit)));
    await until(() => delaysMs.length === 100);
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(49);
    expect(Math.max(...delaysMs)).toBeGreaterThan(100);
    expect(Math.max(...delaysMs)).toBeLessThan(900);
  });
});

test('the log has a line for each accepted submit and none for a refused one', async () => {
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
