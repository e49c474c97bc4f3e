// Store and forward, long texts, texts of subscribers, strictness, and limits.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { encodeGsm7 } from '@volley/domain/text/gsm7.ts';
import { dataCoding } from '@volley/smpp/codec/commands.ts';
import type { SubmitSm } from '@volley/smpp/codec/pdus.ts';
import { longTextForms, longTextSubmits, textPart } from '@volley/smpp/texts/long-text.ts';
import { decodeUcs2, encodeUcs2 } from '@volley/smpp/texts/receipt.ts';
import { TextJoiner } from '@volley/smpp/texts/text-joiner.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NumberSet } from './number-set.ts';
import { checkSubmit } from './submit-check.ts';
import { bindTo, closeAll, counters, get, pause, post, simulate, submit, toNumber, until } from './testing/client.ts';

afterEach(() => {
  vi.useRealTimers();
  return closeAll();
});

describe('store and forward', () => {
  test('resends unacknowledged receipts of a lost connection after the next bind', async () => {
    const simulator = await simulate({ receiptWindow: 20 });
    let unanswered = 0;
    const first = await bindTo(simulator, {
      onDeliverSm: () => {
        unanswered += 1;
        return new Promise(() => undefined);
      },
    });
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => first.session.submit(toNumber(`791600000${10 + index}`))),
    );
    await until(() => unanswered === 20);
    await pause(30);
    expect(unanswered).toBe(20);
    first.session.destroy();
    await until(async () => (await counters(simulator))['sessions'] === 0);
    expect(await counters(simulator)).toMatchObject({ receiptsSent: 20, receiptsAcked: 0, receiptsWaiting: 50 });
    const second = await bindTo(simulator);
    await until(() => second.receipts.length === 50);
    expect(new Set(second.receipts.map((receipt) => receipt.messageId))).toEqual(
      new Set(ids.map(({ messageId }) => messageId)),
    );
    await until(async () => (await counters(simulator))['receiptsAcked'] === 50);
    expect(await counters(simulator)).toMatchObject({ receiptsSent: 70, receiptsWaiting: 0 });
  });

  test('resends a refused receipt', async () => {
    const simulator = await simulate();
    const statuses = [0x64, 0x14, 0];
    let seen = 0;
    const { session } = await bindTo(simulator, {
      onDeliverSm: () => {
        seen += 1;
        return statuses[seen - 1] ?? 0;
      },
    });
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    await session.submit(submit);
    for (const refused of [1, 2]) {
      await until(async () => (await counters(simulator))['receiptsRefused'] === refused);
      vi.advanceTimersByTime(980);
      expect(await counters(simulator)).toMatchObject({ receiptsSent: refused, receiptsWaiting: 1 });
      vi.advanceTimersByTime(40);
    }
    await until(async () => (await counters(simulator))['receiptsAcked'] === 1);
    expect(await counters(simulator)).toMatchObject({ receiptsSent: 3, receiptsRefused: 2, receiptsWaiting: 0 });
  });

  test('refuses submits with 0x14 if too many receipts wait, and drops no receipt', async () => {
    const simulator = await simulate({ maxWaiting: 10 });
    const transmitter = await bindTo(simulator, { mode: 'transmitter' });
    const results = await Promise.all(Array.from({ length: 15 }, () => transmitter.session.submit(submit)));
    expect(results.filter(({ status }) => status === 0x14)).toHaveLength(5);
    const receiver = await bindTo(simulator, { mode: 'receiver' });
    await until(() => receiver.receipts.length === 10);
  });

  test('spreads the receipts over the sessions of an account', async () => {
    const simulator = await simulate();
    const first = await bindTo(simulator);
    const second = await bindTo(simulator);
    await Promise.all(Array.from({ length: 60 }, () => first.session.submit(submit)));
    await until(() => first.receipts.length + second.receipts.length === 60);
    expect(Math.min(first.receipts.length, second.receipts.length)).toBeGreaterThan(10);
  });
});

describe('long texts', () => {
  const text = `${'Проверка длинного текста '.repeat(10)}😀`;

  test.each(longTextForms)('by %s arrive as one message, in any order of parts', async (form) => {
    const simulator = await simulate();
    const { session } = await bindTo(simulator);
    const parts = longTextSubmits({ ...submit, dataCoding: 8 }, encodeUcs2(text), 77, form);
    for (const part of parts.toReversed()) expect((await session.submit(part)).status).toBe(0);
    const { items } = await get(simulator, '/received');
    expect(items).toMatchObject([{ text, parts: parts.length }]);
    expect(await counters(simulator)).toMatchObject({ accepted: parts.length, messages: 1, textsNotJoined: 0 });
  });

  test('in the 7-bit alphabet keep the extension characters', async () => {
    const simulator = await simulate();
    const { session } = await bindTo(simulator);
    const wide = `${'a'.repeat(152)}€${'[b]'.repeat(20)}`;
    for (const part of longTextSubmits(submit, Buffer.from(encodeGsm7(wide)), 5, 'header')) await session.submit(part);
    expect((await get(simulator, '/received'))['items']).toMatchObject([{ text: wide, parts: 2 }]);
  });

  test('with missing parts are reported', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const simulator = await simulate({ joinTimeoutMs: 5_000 });
    const { session } = await bindTo(simulator);
    const [first] = longTextSubmits({ ...submit, dataCoding: 8 }, encodeUcs2(text), 77, 'header');
    await session.submit(first ?? submit);
    vi.advanceTimersByTime(4_900);
    expect((await counters(simulator))['textsNotJoined']).toBe(0);
    vi.advanceTimersByTime(1_100);
    expect((await counters(simulator))['textsNotJoined']).toBe(1);
    expect(await get(simulator, '/not-joined')).toMatchObject({
      accounts: { mts: [{ text: 'Volley>79161234567/77/4', present: 1, total: 4 }] },
    });
    expect((await get(simulator, '/received'))['items']).toEqual([]);
  });
});

describe('texts of subscribers', () => {
  test.each(['Stop', 'Стоп', 'Длинный ответ '.repeat(20)])('"%s" reaches the client', async (text) => {
    const simulator = await simulate();
    expect(await post(simulator, '/mo', { account: 'mts', from: '79161234567', to: '1234', text })).toBe(200);
    const { delivered } = await bindTo(simulator);
    const joiner = new TextJoiner({ timeoutMs: 1_000, maxOpen: 10, onIncomplete: () => undefined });
    let read = '';
    await until(async () => (await counters(simulator))['receiptsWaiting'] === 0);
    for (const pdu of delivered) {
      const part = textPart(pdu);
      const bytes = part === undefined ? pdu.shortMessage : joiner.add('', part, 0);
      if (bytes !== undefined) read = pdu.dataCoding === dataCoding.ucs2 ? decodeUcs2(bytes) : bytes.toString('latin1');
    }
    expect(read).toBe(text);
    expect(delivered[0]).toMatchObject({ sourceAddr: '79161234567', destinationAddr: '1234' });
    expect((await counters(simulator))['moAcked']).toBe(delivered.length);
  });

  test.each([{ from: 'x' }, { to: '' }, { text: '' }, { account: 'nobody' }])('%o is refused', async (change) => {
    const simulator = await simulate();
    const whole = { account: 'mts', from: '79161234567', to: '1234', text: 'Hi' };
    expect(await post(simulator, '/mo', { ...whole, ...change })).toBe(400);
  });
});

describe('strictness', () => {
  const header = (bytes: number[], text: number): SubmitSm => ({
    ...submit,
    esmClass: 0x43,
    shortMessage: Buffer.concat([Buffer.from(bytes), Buffer.alloc(text, 0x41)]),
  });
  const cases: [string, SubmitSm, number][] = [
    ['a plain text', submit, 0],
    ['160 septets', { ...submit, shortMessage: Buffer.alloc(160, 0x41) }, 0],
    ['161 septets', { ...submit, shortMessage: Buffer.alloc(161, 0x41) }, 0x01],
    ['153 septets behind a header', header([5, 0, 3, 1, 2, 1], 153), 0],
    ['154 septets behind a header', header([5, 0, 3, 1, 2, 1], 154), 0x01],
    [
      '154 septets marked by sar',
      { ...submit, sar: { reference: 1, total: 2, sequence: 1 }, shortMessage: Buffer.alloc(154, 0x41) },
      0x01,
    ],
    ['a header without a text', header([5, 0, 3, 1, 2, 1], 0), 0x43],
    ['a header longer than the text', header([200, 0, 3], 1), 0x43],
    ['an octet above 127', { ...submit, shortMessage: Buffer.from([0x80]) }, 0x104],
    ['an escape at the end', { ...submit, shortMessage: Buffer.from([0x41, 0x1b]) }, 0x104],
    ['an unknown extension', { ...submit, shortMessage: Buffer.from([0x1b, 0x41]) }, 0x104],
    ['140 octets of UCS-2', { ...submit, dataCoding: 8, shortMessage: Buffer.alloc(140, 4) }, 0],
    ['142 octets of UCS-2', { ...submit, dataCoding: 8, shortMessage: Buffer.alloc(142, 4) }, 0x01],
    ['half a unit of UCS-2', { ...submit, dataCoding: 8, shortMessage: Buffer.alloc(3, 4) }, 0x104],
    ['half a surrogate pair', { ...submit, dataCoding: 8, shortMessage: Buffer.from([0xd8, 0x3d]) }, 0x104],
    ['an unknown coding', { ...submit, dataCoding: 5 }, 0x104],
    ['two texts', { ...submit, messagePayload: Buffer.from('Hi') }, 0x01],
    ['a name of 12 characters', { ...submit, sourceAddr: 'TwelveLetter' }, 0x0a],
    ['a name marked as a number', { ...submit, sourceTon: 1 }, 0x0a],
    ['an empty name', { ...submit, sourceAddr: '' }, 0x0a],
    ['a destination with a plus', { ...submit, destinationAddr: '+79161234567' }, 0x0b],
    ['a destination too short', { ...submit, destinationAddr: '791612345' }, 0x0b],
    ['a validity that is none', { ...submit, validityPeriod: '25h' }, 0x62],
    ['a relative validity', { ...submit, validityPeriod: '000001010000000R' }, 0],
    ['a schedule that is none', { ...submit, scheduleDeliveryTime: 'now' }, 0x61],
  ];
  test.each(cases)('%s', (_name, pdu, status) => {
    expect(checkSubmit(pdu)).toBe(status);
  });
});

/** Heap after a collection: garbage of other tests does not count. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void; // the flag above makes it
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('bounds', () => {
  test('apply to the list of messages, which keeps the newest, but not to the counters', async () => {
    const simulator = await simulate({ keepMax: 10 });
    const { session } = await bindTo(simulator);
    for (let index = 0; index < 25; index += 1) await session.submit(toNumber(`791600000${10 + index}`));
    const { items, total } = await get(simulator, '/received');
    expect((items as { seq: number }[]).map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect(total).toBe(25);
    expect(await counters(simulator)).toMatchObject({ accepted: 25, distinct: 25 });
  });

  test('hold under a hundred thousand submits, which all get a receipt', async () => {
    const simulator = await simulate({ keepMax: 1_000 });
    const total = 100_000;
    let acked = 0;
    const { session } = await bindTo(simulator, {
      onDeliverSm: () => {
        acked += 1;
        return 0;
      },
    });
    const before = heapUsed();
    let sent = 0;
    const fill = (): void => {
      while (session.hasCapacity && sent < total) {
        session.submitWith(toNumber(String(79_160_000_000 + sent)), () => undefined);
        sent += 1;
      }
    };
    session.onCapacity(fill);
    fill();
    await until(() => acked === total);
    await until(async () => (await counters(simulator))['receiptsWaiting'] === 0);
    expect(await counters(simulator)).toMatchObject({ accepted: total, receiptsAcked: total, distinct: total });
    expect(heapUsed() - before).toBeLessThan(100_000_000);
  });

  test('apply to a set of numbers, which reports that it is no longer exact', () => {
    const set = new NumberSet(5_000);
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 5_000; index += 1) set.add(79_000_000_000 + index * 7);
    }
    expect([set.size, set.exact]).toEqual([5_000, true]);
    set.add(1);
    expect([set.size, set.exact]).toEqual([5_000, false]);
  });
});
