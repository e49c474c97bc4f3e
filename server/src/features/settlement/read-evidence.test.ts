import { describe, expect, test } from 'vitest';
import { isOther, isRead, SteadyService } from './read-evidence.ts';

describe('a probe of the outcome stream', () => {
  const probe = { epoch: 'a', last: 10 };
  test.each([
    ['the stream is empty', { epoch: 'a', oldest: undefined, last: 10 }, true],
    ['the oldest message came after the probe', { epoch: 'a', oldest: 11, last: 12 }, true],
    ['a message of the probe is still there', { epoch: 'a', oldest: 10, last: 12 }, false],
    ['the broker has lost the stream', { epoch: 'b', oldest: 1, last: 1 }, true],
  ])('when %s, is read: %s', (_what, progress, expected) => {
    expect(isRead(probe, progress)).toBe(expected);
  });
});

describe('the outcome stream', () => {
  test.each([
    ['the same, as far as before', { epoch: 'a', last: 10 }, false],
    ['the same, further on', { epoch: 'a', last: 11 }, false],
    ['the same, gone back', { epoch: 'a', last: 9 }, true],
    ['made anew', { epoch: 'b', last: 10 }, true],
    ['missing', { epoch: 'none', last: 0 }, true],
  ])('%s, is another one: %s', (_what, progress, expected) => {
    expect(isOther({ epoch: 'a', last: 10 }, { ...progress, oldest: undefined })).toBe(expected);
  });
});

describe('service of database and broker', () => {
  const LEASE_MS = 1_000;
  const seenAt = (...times: number[]) => {
    const service = new SteadyService(LEASE_MS);
    return times.map((time) => service.seen(time)).at(-1);
  };

  test('is steady after one whole lease', () => {
    expect(seenAt(0, 400, 800)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000)).toBe(true);
  });

  test('is not steady at the first look, however late it comes', () => {
    expect(seenAt(50_000)).toBe(false);
  });

  test('begins anew after a gap of more than half a lease', () => {
    expect(seenAt(0, 400, 800, 1_000, 1_501)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000, 1_501, 2_000, 2_400)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000, 1_501, 2_000, 2_450, 2_501)).toBe(true);
  });
});
