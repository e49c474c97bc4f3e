import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataCoding } from '../codec/commands.ts';
import { hex } from '../testing/raw-peer.ts';
import { sampleSubmit } from '../testing/sample-pdus.ts';
import { longTextForms, longTextSubmits, splitText, textBytes, textPart } from './long-text.ts';
import { encodeUcs2 } from './receipt.ts';
import { TextJoiner } from './text-joiner.ts';

const ucs2Submit = { ...sampleSubmit, dataCoding: dataCoding.ucs2 };

describe('splitting a text', () => {
  test.each([
    [160, dataCoding.gsm7, [160]],
    [161, dataCoding.gsm7, [153, 8]],
    [307, dataCoding.gsm7, [153, 153, 1]],
    [140, dataCoding.ucs2, [140]],
    [142, dataCoding.ucs2, [134, 8]],
    [0, dataCoding.gsm7, [0]],
  ])('gives the right part sizes for %i octets in coding %i', (length, coding, sizes) => {
    expect(splitText(Buffer.alloc(length, 0x41), coding).map((part) => part.length)).toEqual(sizes);
  });

  test('never cuts an escape sequence', () => {
    const text = Buffer.concat([Buffer.alloc(152, 0x41), hex('1b65'), Buffer.alloc(20, 0x41)]);
    expect(splitText(text, dataCoding.gsm7).map((part) => part.length)).toEqual([152, 22]);
  });

  test('never cuts a surrogate pair', () => {
    const parts = splitText(encodeUcs2(`${'я'.repeat(66)}😀${'я'.repeat(10)}`), dataCoding.ucs2);
    expect(parts.map((part) => part.length)).toEqual([132, 24]);
  });

  test('throws for more than 255 parts', () => {
    expect(() => splitText(Buffer.alloc(255 * 153 + 1), dataCoding.gsm7)).toThrow(RangeError);
  });
});

describe('marks on the wire', () => {
  const text = encodeUcs2('я'.repeat(100));

  test('header: 05 00 03 reference total sequence, 0x40, and more_messages_to_send on all but the last', () => {
    const [first, second] = longTextSubmits(ucs2Submit, text, 0x1ab, 'header');
    expect(first?.shortMessage.subarray(0, 6).toString('hex')).toBe('050003ab0201');
    expect(second?.shortMessage.subarray(0, 6).toString('hex')).toBe('050003ab0202');
    expect(first).toMatchObject({ esmClass: 0x43, moreMessagesToSend: true });
    expect(second).toMatchObject({ esmClass: 0x43 });
    expect(second?.moreMessagesToSend).toBeUndefined();
  });

  test('sar: parameters and no header', () => {
    const [first, second] = longTextSubmits(ucs2Submit, text, 0x1ab, 'sar');
    expect(first).toMatchObject({ esmClass: 3, sar: { reference: 0x1ab, total: 2, sequence: 1 } });
    expect(second).toMatchObject({ sar: { reference: 0x1ab, total: 2, sequence: 2 } });
  });

  test('payload: one submit with the whole text', () => {
    const [only, ...none] = longTextSubmits(ucs2Submit, text, 1, 'payload');
    expect(none).toEqual([]);
    expect(only?.messagePayload?.equals(text)).toBe(true);
    expect(only?.shortMessage).toHaveLength(0);
  });

  test.each(longTextForms)('a short text is sent unchanged in form %s', (form) => {
    expect(longTextSubmits(sampleSubmit, Buffer.from('Hi'), 1, form)).toEqual([sampleSubmit]);
  });

  test('a 16-bit reference in the header is read, and other elements are skipped', () => {
    const shortMessage = hex('0c 05 04 0000 0000 08 04 0102 03 02 41');
    expect(textPart({ ...sampleSubmit, esmClass: 0x40, shortMessage })).toMatchObject({
      reference: 0x0102,
      total: 3,
      sequence: 2,
      text: Buffer.from('A'),
    });
  });

  test.each(['', '00', '05', '050003', '0500030102', 'ff000301020141', '0000', '0300ff0141'])(
    'a broken header %s is not a part and does not throw',
    (bytes) => {
      const pdu = { ...sampleSubmit, esmClass: 0x40, shortMessage: hex(bytes) };
      textBytes(pdu);
      expect(textPart(pdu)?.total ?? 2).toBeGreaterThan(1);
    },
  );
});

function joiner(timeoutMs = 1_000, maxOpen = 10) {
  const incomplete: string[] = [];
  const joining = new TextJoiner({
    timeoutMs,
    maxOpen,
    onIncomplete: (key, present, total) => incomplete.push(`${key} ${present}/${total}`),
  });
  return { joining, incomplete };
}

describe('joining parts', () => {
  test.each(['header', 'sar'] as const)('works for parts by %s in any order, repeated parts included', (form) => {
    const texts = fc.string({ unit: 'grapheme', minLength: 71, maxLength: 700 });
    fc.assert(
      fc.property(texts, fc.nat(255), fc.infiniteStream(fc.nat(1_000)), (text, reference, order) => {
        const bytes = encodeUcs2(text);
        const pdus = longTextSubmits(ucs2Submit, bytes, reference, form);
        const shuffled = pdus.map((pdu) => ({ pdu, at: order.next().value ?? 0 })).sort((a, b) => a.at - b.at);
        const { joining, incomplete } = joiner();
        const whole: Buffer[] = [];
        for (const { pdu } of shuffled.flatMap((entry, index) =>
          index === 0 && pdus.length > 1 ? [entry, entry] : [entry],
        )) {
          const part = textPart(pdu);
          const joined = part === undefined ? textBytes(pdu) : joining.add('a>b', part, 0);
          if (joined !== undefined) whole.push(joined);
        }
        expect(whole).toHaveLength(1);
        expect(whole[0]?.equals(bytes)).toBe(true);
        expect(joining.openTexts).toBe(0);
        expect(incomplete).toEqual([]);
      }),
    );
  });

  const part = (sequence: number, total = 2, reference = 7) => ({ reference, total, sequence, text: Buffer.from('x') });

  test('does not mix texts of different peers', () => {
    const { joining } = joiner();
    expect(joining.add('a>b', part(1), 0)).toBeUndefined();
    expect(joining.add('a>c', part(2), 0)).toBeUndefined();
    expect(joining.openTexts).toBe(2);
  });

  test('reports and drops an incomplete text', () => {
    const { joining, incomplete } = joiner(100);
    joining.add('a>b', part(1, 3), 0);
    joining.expire(99);
    expect(incomplete).toEqual([]);
    joining.expire(100);
    expect(incomplete).toEqual(['a>b/7/3 1/3']);
    expect(joining.openTexts).toBe(0);
  });

  test('drops the oldest of too many open texts', () => {
    const { joining, incomplete } = joiner(1_000, 2);
    for (const reference of [1, 2, 3]) joining.add('a>b', part(1, 2, reference), reference);
    expect(incomplete).toEqual(['a>b/1/2 1/2']);
    expect(joining.openTexts).toBe(2);
  });

  test.each([0, 3])('reports part number %i of 2', (sequence) => {
    const { joining, incomplete } = joiner();
    expect(joining.add('a>b', part(sequence), 0)).toBeUndefined();
    expect(incomplete).toHaveLength(1);
  });
});
