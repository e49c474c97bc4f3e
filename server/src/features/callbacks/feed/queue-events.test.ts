import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallbackEvent, packEvents, unpackEvents } from './queue-events.ts';

const anyEvent: fc.Arbitrary<CallbackEvent> = fc.record({
  kind: fc.constantFrom('sent', 'delivered', 'failed'),
  messageUuid: fc.uuid({ version: 7 }),
  destination: fc.integer({ min: 1e9, max: 999_999_999_999_999 }).map(String),
  atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  errorCode: fc.integer({ min: 0, max: 32_767 }),
});

test('unpacking packed callback events returns the same events in the same order', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1 }), (events) => {
      expect(unpackEvents(packEvents(events))).toEqual(events);
    }),
  );
});

test('a packed callback event is a line of kind, message, number, time and error code', () => {
  const line = 'f 01890000-0000-7000-8000-000000000000 79161230000 1800000000000 508';
  expect(unpackEvents(line)).toEqual([
    {
      kind: 'failed',
      messageUuid: '01890000-0000-7000-8000-000000000000',
      destination: '79161230000',
      atMs: 1_800_000_000_000,
      errorCode: 508,
    },
  ]);
  expect(packEvents(unpackEvents(line))).toBe(line);
});
