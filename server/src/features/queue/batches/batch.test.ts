import { ERROR } from '@volley/domain/sending/message-error.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Batch, packBatch, referenceOf, unpackBatch } from './batch.ts';
import { type Outcome, packOutcomes, unpackOutcomes } from './outcome.ts';

const head: Omit<Batch, 'messages'> = {
  id: '01890000-0000-7000-8000-000000000000',
  attempt: 1,
  companyId: 2,
  dispatchId: 3,
  senderId: 4,
  senderName: 'Shop',
  linkId: 5,
  lane: 2,
  channelType: 'WHATSAPP',
  trafficType: 'PROMO',
};
const shared = { contentType: 'image', fileUrl: 'https://example.com/a.png' };
const anyMessage = fc.record(
  {
    id: fc.uuid({ version: 7 }),
    seq: fc.integer({ min: 1, max: 10_000_000 }),
    destination: fc.integer({ min: 1e9, max: 999_999_999_999_999 }).map(String),
    text: fc.oneof(fc.constant('Hi'), fc.string({ unit: 'grapheme' })),
    parts: fc.integer({ min: 1, max: 10 }),
    sealed: fc.option(fc.string({ minLength: 1 })),
    special: fc.oneof(
      fc.constant(shared),
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
        fc.jsonValue(),
        { noNullPrototype: true },
      ),
    ),
  },
  { requiredKeys: ['id', 'seq', 'destination', 'text', 'parts'] },
);

describe('a batch on the bus', () => {
  test('unpackBatch returns the packed batch, whatever its texts', () => {
    fc.assert(
      fc.property(fc.array(anyMessage), fc.string(), (messages, dispatchText) => {
        const batch = { ...head, messages };
        expect(unpackBatch(packBatch(batch, dispatchText))).toEqual(JSON.parse(JSON.stringify(batch)));
      }),
    );
  });

  test('a batch carries its lifetime, and a batch without a channel is SMS', () => {
    const { channelType: _, ...old } = head;
    expect(unpackBatch(packBatch({ ...head, ttlSeconds: 60, messages: [] }, '')).ttlSeconds).toBe(60);
    expect(unpackBatch(Buffer.from(JSON.stringify({ ...old, text: '', items: [] }))).channelType).toBe('SMS');
  });

  test('a batch with sealed messages has no items, so a connector without seals cannot read it', () => {
    const message = { id: head.id, seq: 1, destination: '79161230000', text: 'Code ••••', parts: 1, sealed: 'k.x' };
    const packed = JSON.parse(Buffer.from(packBatch({ ...head, messages: [message] }, '')).toString()) as object;
    expect(packed).not.toHaveProperty('items');
  });

  test('a batch carries the text of the dispatch once', () => {
    const text = 'x'.repeat(1_000);
    const message = { id: head.id, seq: 1, destination: '79161230000', text, parts: 7 };
    const size = (count: number) => packBatch({ ...head, messages: Array(count).fill(message) }, text).length;
    expect(size(250) - size(1)).toBeLessThan(249 * 100);
  });

  test('a batch carries special content shared by its messages once', () => {
    const message = { id: head.id, seq: 1, destination: '79161230000', text: '', parts: 1 };
    const special = { contentType: 'text', footer: { text: 'x'.repeat(1_000) } };
    const size = (count: number) =>
      packBatch({ ...head, messages: Array(count).fill({ ...message, special }) }, '').length;
    expect(size(250) - size(1)).toBeLessThan(249 * 100);
  });
});

test('unpackOutcomes returns the packed outcomes', () => {
  const outcome: Outcome = {
    batchId: head.id,
    attempt: 2,
    linkId: 5,
    trafficType: 'PROMO',
    atMs: 1_800_000_000_000,
    sent: [['a', ['1', '2']]],
    failed: [
      ['b', ERROR.stopped],
      ['c', ERROR.senderUnavailable, 'ESME_RINVSRCADR'],
    ],
    rest: 'doubt',
  };
  expect(unpackOutcomes(packOutcomes([outcome, outcome]))).toEqual([outcome, outcome]);
});

test('unpackOutcomes reads a single outcome of the previous version', () => {
  const outcome = { batchId: head.id, attempt: 1, linkId: 5, trafficType: 'PROMO', atMs: 1, sent: [], failed: [] };
  const before = { ...outcome, rest: 'none' };
  expect(unpackOutcomes(Buffer.from(JSON.stringify(before)))).toEqual([before]);
});

describe('the reference of a message', () => {
  test('the reference fits two bytes and differs between neighbors of a dispatch', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_147_483_647 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (dispatchId, seq) => {
          const reference = referenceOf(dispatchId, seq);
          expect(reference).toBeGreaterThanOrEqual(0);
          expect(reference).toBeLessThanOrEqual(0xffff);
          expect(referenceOf(dispatchId, seq + 1)).not.toBe(reference);
        },
      ),
    );
  });

  test('the reference differs between two dispatches to the same recipients, also if the positions are shifted', () => {
    for (let dispatchId = 1; dispatchId < 2_000; dispatchId += 1) {
      expect(referenceOf(dispatchId + 1, 77)).not.toBe(referenceOf(dispatchId, 77));
      expect(referenceOf(dispatchId + 1, 76)).not.toBe(referenceOf(dispatchId, 77));
    }
  });
});
