// An operator that follows only the framing of SMPP, as a client sees it.
import { BindRefused } from '@volley/smpp/client.ts';
import { noAnswer } from '@volley/smpp/codec/commands.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindTo, closeAll, counters, get, post, simulate, submit, until } from './testing/client.ts';

afterEach(() => {
  vi.useRealTimers();
  return closeAll();
});

const submits = (count: number) => Array.from({ length: count }, () => submit);

test('a bind is refused for the time of the scenario and accepted after it', async () => {
  const simulator = await simulate();
  vi.useFakeTimers({ toFake: ['performance'] });
  await post(simulator, '/scenario', { account: 'mts', bindStatus: 13, bindStatusMs: 30_000 });
  await expect(bindTo(simulator)).rejects.toThrow(BindRefused);
  vi.advanceTimersByTime(29_999);
  await expect(bindTo(simulator)).rejects.toThrow('ESME_RBINDFAIL');
  vi.advanceTimersByTime(1);
  expect((await bindTo(simulator)).session.isBound).toBe(true);
  expect(await counters(simulator)).toMatchObject({ bindsRefused: 2, binds: 1 });
});

describe('malformed receipts', () => {
  test.each(['truncatedPercent', 'paddedPercent', 'oversizedPercent'])(
    '%s spoils receipts inside a valid frame; each is acknowledged or rejected once',
    async (setting) => {
      const simulator = await simulate({ scenario: { [setting]: 100 } });
      const malformed: Buffer[] = [];
      const { session, receipts, closed } = await bindTo(simulator, { onMalformed: (raw) => void malformed.push(raw) });
      await Promise.all(submits(100).map((pdu) => session.submit(pdu)));
      await until(async () => (await counters(simulator))['receiptsWaiting'] === 0);
      const counted = await counters(simulator);
      expect(counted).toMatchObject({ receiptsSpoiled: 100, receiptsSent: 100, receiptsRejected: malformed.length });
      expect(counted['receiptsAcked']).toBe(100 - malformed.length);
      expect(malformed.length > 0).toBe(setting === 'truncatedPercent');
      if (setting !== 'truncatedPercent') expect(receipts).toHaveLength(100);
      expect(closed).toEqual([]);
      const obscure = setting === 'paddedPercent' ? 0 : 100;
      expect(await get(simulator, '/obscure')).toHaveProperty('accounts.mts.length', obscure);
    },
  );

  test('leave the remaining receipts valid', async () => {
    const simulator = await simulate({ scenario: { paddedPercent: 30 } });
    const { session, delivered } = await bindTo(simulator);
    await Promise.all(submits(100).map((pdu) => session.submit(pdu)));
    await until(() => delivered.length === 100);
    const spoiled = delivered.filter(({ malformed, tlvs }) => malformed !== undefined || tlvs !== undefined).length;
    expect(spoiled).toBeGreaterThan(10);
    expect(spoiled).toBeLessThan(60);
  });
});

test('a mute operator accepts submits and answers none', async () => {
  const simulator = await simulate({ scenario: { mute: true } });
  const { session, receipts } = await bindTo(simulator);
  const results = submits(5).map((pdu) => session.submit(pdu));
  await until(async () => (await counters(simulator))['accepted'] === 5);
  expect([session.inFlight, receipts.length]).toEqual([5, 0]);
  session.destroy();
  expect((await Promise.all(results)).map(({ status }) => status)).toEqual(Array(5).fill(noAnswer));
});

test('answers overtake each other, and each settles its own submit', async () => {
  const simulator = await simulate({ scenario: { answerSpreadMs: 30 } });
  const { session } = await bindTo(simulator);
  const order: number[] = [];
  const ids = await Promise.all(
    submits(50).map(async (pdu, at) => {
      const { messageId } = await session.submit(pdu);
      order.push(at);
      return BigInt(messageId);
    }),
  );
  expect(order).not.toEqual(order.toSorted((one, other) => one - other));
  expect(ids).toEqual(ids.toSorted((one, other) => Number(one - other)));
});

test('a flood sends receipts with unknown ids', async () => {
  const simulator = await simulate();
  const { session, receipts } = await bindTo(simulator);
  const { messageId } = await session.submit(submit);
  expect(await post(simulator, '/flood', { account: 'mts', count: 500 })).toBe(200);
  await until(() => receipts.length === 501);
  expect(receipts.filter((receipt) => receipt.messageId === messageId)).toHaveLength(1);
  expect(new Set(receipts.map((receipt) => receipt.messageId)).size).toBe(501);
  expect(await post(simulator, '/flood', { account: 'mts', count: 0 })).toBe(400);
});

test('several submits may get the same id', async () => {
  const simulator = await simulate({ scenario: { repeatedIdPercent: 100 } });
  const { session } = await bindTo(simulator);
  const results = await Promise.all(submits(5).map((pdu) => session.submit(pdu)));
  expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1);
});

test('the session is unbound after every Nth submit, and the submit is answered', async () => {
  const simulator = await simulate({ scenario: { unbindAfterSubmits: 3, noReceiptPercent: 100 } });
  for (let round = 1; round <= 3; round += 1) {
    const { session, closed } = await bindTo(simulator);
    const results = await Promise.all(submits(3).map((pdu) => session.submit(pdu)));
    expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
    await until(() => closed.length === 1);
    expect(closed).toEqual(['unbound by peer']);
  }
  expect(await counters(simulator)).toMatchObject({ unbinds: 3, accepted: 9 });
});

test('a receipt goes to any session of the account', async () => {
  const simulator = await simulate({ scenario: { randomSession: true } });
  const [first, second] = [await bindTo(simulator), await bindTo(simulator)];
  await Promise.all(submits(100).map((pdu) => first.session.submit(pdu)));
  await until(() => first.receipts.length + second.receipts.length === 100);
  expect(first.receipts.length).toBeGreaterThan(20);
  expect(second.receipts.length).toBeGreaterThan(20);
});
