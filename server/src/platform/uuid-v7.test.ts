import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uuidFloor, uuidText, uuidTimeMs, uuidV7, writeUuidV7 } from './uuid-v7.ts';

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
// The generator ignores a short step back, so every test of this file uses later times than the test before it.
const START_MS = Date.UTC(2030, 0, 1);
const DAY_MS = 86_400_000;

describe('ids of one process', () => {
  test('are version 7 and carry the time they were given', () => {
    for (let at = 0; at < 1_000; at += 1) {
      const id = uuidV7(START_MS + at * 7);
      expect(id).toMatch(FORM);
      expect(uuidTimeMs(id)).toBe(START_MS + at * 7);
    }
  });

  test('rise strictly, also within a millisecond and when the clock steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -250, max: 250 }), { minLength: 2, maxLength: 200 }), (steps) => {
        let nowMs = START_MS + DAY_MS;
        const ids = steps.map((step) => uuidV7((nowMs += step)));
        expect(ids).toEqual([...new Set(ids)].toSorted());
      }),
    );
  });

  test('are distinct and ordered for a million ids in one millisecond', () => {
    const ms = START_MS + 30 * DAY_MS;
    let last = uuidV7(ms);
    let rising = true;
    for (let at = 0; at < 1_000_000; at += 1) {
      const next = uuidV7(ms);
      if (next <= last) rising = false;
      last = next;
    }
    expect(rising).toBe(true);
  });

  test('follow the clock when it steps back by more than a minute', () => {
    const ms = START_MS + 40 * DAY_MS;
    uuidV7(ms);
    expect(uuidTimeMs(uuidV7(ms - 60_000))).toBe(ms);
    expect(uuidTimeMs(uuidV7(ms - 60_001))).toBe(ms - 60_001);
  });

  test('are the same in a buffer and as text', () => {
    const buffer = Buffer.alloc(48, 0xee);
    writeUuidV7(buffer, 16, START_MS + 41 * DAY_MS);
    expect(uuidText(buffer, 16).replaceAll('-', '')).toBe(buffer.toString('hex', 16, 32));
    expect(buffer.subarray(0, 16).every((byte) => byte === 0xee)).toBe(true);
    expect(buffer.subarray(32).every((byte) => byte === 0xee)).toBe(true);
  });
});

test('uuidFloor bounds a partition: earlier ids are below it, later ids above', () => {
  fc.assert(
    fc.property(fc.integer({ min: 32, max: 4_000 }), fc.integer({ min: 0, max: DAY_MS - 1 }), (day, within) => {
      const floor = uuidFloor(START_MS + day * DAY_MS);
      const next = uuidFloor(START_MS + (day + 1) * DAY_MS);
      const ms = START_MS + day * DAY_MS + within;
      // The lowest and highest ids of that instant.
      const lowest = uuidFloor(ms).replace(/-0000-0000-/, '-7000-8000-');
      const highest = `${uuidFloor(ms).slice(0, 13)}-7fff-bfff-ffffffffffff`;
      expect(floor < lowest && lowest < next && floor < highest && highest < next).toBe(true);
    }),
  );
});
