import { countParts, isGsm7 } from '@volley/domain/text/text-segmentation.ts';
import { dataCoding } from '@volley/smpp/codec/commands.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSubmitWriter } from './submit-pdus.ts';

const write = createSubmitWriter({ ton: 5, npi: 0 });
const submitsOf = (text: string) => write({ senderName: 'Shop', destination: '79161230000', text, reference: 513 });

test('a short text becomes one submit with a receipt request and our reference', () => {
  expect(submitsOf('Hi')).toEqual([
    expect.objectContaining({
      sourceTon: 5,
      sourceNpi: 0,
      sourceAddr: 'Shop',
      destinationTon: 1,
      destinationNpi: 1,
      destinationAddr: '79161230000',
      registeredDelivery: 1,
      dataCoding: dataCoding.gsm7,
      userMessageReference: 513,
      shortMessage: Buffer.from('Hi'),
    }),
  ]);
});

test('a text is encoded in the smallest alphabet that fits', () => {
  expect(submitsOf('Hi')[0]?.dataCoding).toBe(dataCoding.gsm7);
  expect(submitsOf('Привет')[0]?.dataCoding).toBe(dataCoding.ucs2);
});

test('a long text becomes as many submits as parts were charged', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1_000 }),
    fc.string({ unit: fc.constantFrom('л', 'x', '€', '{', '\u{1F600}'), minLength: 1, maxLength: 600 }),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(submitsOf(given)).toHaveLength(countParts(given));
      expect(submitsOf(given)[0]?.dataCoding).toBe(isGsm7(given) ? dataCoding.gsm7 : dataCoding.ucs2);
    }),
  );
});

test('the cached encoding is used for the same text only', () => {
  const first = submitsOf('one').map(({ shortMessage }) => shortMessage.toString('latin1'));
  const second = submitsOf('two').map(({ shortMessage }) => shortMessage.toString('latin1'));
  expect([first, second]).toEqual([['one'], ['two']]);
});

test('the validity period is the lifetime of the message, 25 hours by default', () => {
  const base = { senderName: 'Shop', destination: '79161230000', text: 'Hi', reference: 1 };
  expect(write(base)[0]?.validityPeriod).toBe('000001010000000R');
  expect(write({ ...base, ttlSeconds: 90 })[0]?.validityPeriod).toBe('000000000130000R');
  expect(write({ ...base, ttlSeconds: 86_400 })[0]?.validityPeriod).toBe('000001000000000R');
});
