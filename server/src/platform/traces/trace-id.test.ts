import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uuidV7 } from '../uuid-v7.ts';
import { createSampler, readTraceParent, rootSpanIdOf, traceIdOf } from './trace-id.ts';

const ID = '0192f1c4-7a3b-7c5d-8e6f-001122334455';

test('the trace of a message has its id, and its root span the last eight bytes of it', () => {
  expect(traceIdOf(ID)).toBe('0192f1c47a3b7c5d8e6f001122334455');
  expect(rootSpanIdOf(ID)).toBe('8e6f001122334455');
});

test('ids have the form of the standard and are never zero', () => {
  for (const id of [uuidV7(0), uuidV7(Date.now()), randomUUID()]) {
    expect(traceIdOf(id)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(rootSpanIdOf(id)).toMatch(/^(?!0{16})[0-9a-f]{16}$/);
  }
});

test('two processes with one share decide the same, and a greater share includes the messages of a smaller', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const suffix = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map((value) => value.toString(16).padStart(12, '0'));
  fc.assert(
    fc.property(share, share, suffix, (a, b, digits) => {
      const id = `0192f1c4-7a3b-7c5d-8e6f-${digits}`;
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(createSampler(low)(id)).toBe(createSampler(low)(id));
      if (createSampler(low)(id)) expect(createSampler(high)(id)).toBe(true);
    }),
  );
});

test.each([0.001, 0.01, 0.25, 0.5])('a share of %d of the ids is traced', (share) => {
  const has = createSampler(share);
  const ids = 40_000;
  let traced = 0;
  for (let at = 0; at < ids; at += 1) if (has(uuidV7(1_790_000_000_000))) traced += 1;
  // Five standard deviations of a fair draw.
  expect(Math.abs(traced - ids * share)).toBeLessThan(5 * Math.sqrt(ids * share * (1 - share)));
});

test.each([
  [0, false],
  [1, true],
])('a share of %d decides without the id', (share, decision) => {
  expect(createSampler(share)('0192f1c4-7a3b-7c5d-8e6f-000000000000')).toBe(decision);
  expect(createSampler(share)('0192f1c4-7a3b-7c5d-8e6f-ffffffffffff')).toBe(decision);
});

const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

test.each([
  ['of the standard', `00-${PARENT.traceId}-${PARENT.spanId}-01`],
  ['of a later version with more fields', `01-${PARENT.traceId}-${PARENT.spanId}-00-more`],
])('a traceparent %s is read', (_what, header) => {
  expect(readTraceParent(header)).toEqual(PARENT);
});

test.each([
  undefined,
  '',
  'text',
  `ff-${PARENT.traceId}-${PARENT.spanId}-01`,
  `00-${'0'.repeat(32)}-${PARENT.spanId}-01`,
  `00-${PARENT.traceId}-${'0'.repeat(16)}-01`,
  `00-${PARENT.traceId.toUpperCase()}-${PARENT.spanId}-01`,
  `00-${PARENT.traceId}-${PARENT.spanId}-01-${'x'.repeat(500)}`,
])('the traceparent %s is ignored', (header) => {
  expect(readTraceParent(header)).toBeUndefined();
});
