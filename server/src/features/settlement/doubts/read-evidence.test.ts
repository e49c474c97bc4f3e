import { describe, expect, test } from 'vitest';
import { hasStreamChanged, isProbeRead, SteadyService } from './read-evidence.ts';

describe('isProbeRead', () => {
  const probe = { epoch: 'a', last: 10 };
  test.each([
    ['the probe is read if the stream is empty', { epoch: 'a', oldest: undefined, last: 10 }, true],
    ['the probe is read if the oldest message is newer', { epoch: 'a', oldest: 11, last: 12 }, true],
    ['the probe is unread while the stream holds one of its messages', { epoch: 'a', oldest: 10, last: 12 }, false],
    ['the probe is read if the broker has replaced the stream', { epoch: 'b', oldest: 1, last: 1 }, true],
  ])('%s', (_case, progress, expected) => {
    expect(isProbeRead(probe, progress)).toBe(expected);
  });
});

describe('hasStreamChanged', () => {
  test.each([
    ['the same stream at the same position has not changed', { epoch: 'a', last: 10 }, false],
    ['the same stream at a later position has not changed', { epoch: 'a', last: 11 }, false],
    ['the same stream at an earlier position has changed', { epoch: 'a', last: 9 }, true],
    ['a stream with a new epoch has changed', { epoch: 'b', last: 10 }, true],
    ['a missing stream has changed', { epoch: 'none', last: 0 }, true],
  ])('%s', (_case, progress, expected) => {
    expect(hasStreamChanged({ epoch: 'a', last: 10 }, { ...progress, oldest: undefined })).toBe(expected);
  });
});

describe('SteadyService', () => {
  const LEASE_MS = 1_000;
  const seenAt = (...times: number[]) => {
    const service = new SteadyService(LEASE_MS);
    return times.map((time) => service.seen(time)).at(-1);
  };

  test('the service is steady after a whole lease', () => {
    expect(seenAt(0, 400, 800)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000)).toBe(true);
  });

  test('the service is not steady at the first check, however late the check comes', () => {
    expect(seenAt(50_000)).toBe(false);
  });

  test('a gap of more than half a lease restarts the wait for steady service', () => {
    expect(seenAt(0, 400, 800, 1_000, 1_501)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000, 1_501, 2_000, 2_400)).toBe(false);
    expect(seenAt(0, 400, 800, 1_000, 1_501, 2_000, 2_450, 2_501)).toBe(true);
  });
});
