import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../tools/proofs/property-runs.ts';
import { cutBatches } from './cut-batches.ts';

const head = {
  companyId: 1,
  dispatchId: 2,
  strand: 3,
  senderId: 4,
  senderName: 'Shop',
  linkId: 5,
  lane: 2,
  channelType: 'WHATSAPP',
  trafficType: 'PROMO',
  month: '2026-11-01',
  partMicros: null,
} as const;
const BROKER_MAX = 1_048_576;

const messageOf = (seq: number, text: string | null) => ({
  id: `0190b5a0-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  seq,
  destination: '79161230001',
  text,
  parts: 1,
  special: null,
});

test('the id bounds of a batch enclose all its messages, also if ids do not follow positions', () => {
  const anyIds = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(anyIds, (ids) => {
      const messages = ids.map((id, at) => ({ ...messageOf(id, 'Hi'), seq: at + 1 }));
      for (const { row, outgoing } of cutBatches(
        head,
        messages,
        { text: '', special: null },
        { size: 7, nowMs: 1_800_000_000_000 },
      )) {
        const own = outgoing.batch.messages.map(({ id }) => id).toSorted();
        expect([row.firstId, row.lastId]).toEqual([own[0], own.at(-1)]);
      }
    }),
  );
});

test('every message is in exactly one batch, in order, and no payload exceeds the limit of the broker', () => {
  const anyTexts = fc.array(fc.option(fc.integer({ min: 1, max: 4_096 })), { maxLength: 600 });
  fc.assert(
    fc.property(anyTexts, fc.integer({ min: 1, max: 250 }), (lengths, size) => {
      const messages = lengths.map((length, at) => messageOf(at + 1, length === null ? null : 'я'.repeat(length)));
      const claims = cutBatches(head, messages, { text: 'shared', special: null }, { size, nowMs: 1_800_000_000_000 });
      expect(claims.flatMap(({ outgoing }) => outgoing.batch.messages.map(({ seq }) => seq))).toEqual(
        messages.map(({ seq }) => seq),
      );
      for (const { row, outgoing } of claims) {
        expect(outgoing.payload.length).toBeLessThan(BROKER_MAX);
        expect(row.count).toBe(outgoing.batch.messages.length);
        expect(row.count).toBeLessThanOrEqual(size);
        expect([row.fromSeq, row.toSeq]).toEqual([
          outgoing.batch.messages[0]?.seq,
          outgoing.batch.messages.at(-1)?.seq,
        ]);
      }
    }),
    { numRuns: propertyRuns(30) },
  );
});
