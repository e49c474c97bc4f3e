import { expect, test } from 'vitest';
import { isIdle, readAddresses } from './key-age.ts';

test('a key is idle after thirty days without use', () => {
  const now = Date.UTC(2026, 6, 31, 0, 0, 1);
  expect(isIdle({ createdAt: '2026-07-01T00:00:00Z', lastUsedAt: null }, now)).toBe(true);
  expect(isIdle({ createdAt: '2026-01-01T00:00:00Z', lastUsedAt: '2026-07-20T00:00:00Z' }, now)).toBe(false);
});

test('addresses are separated by lines or commas', () => {
  expect(readAddresses(' 10.0.0.1\n10.0.0.0/8, 2001:db8::/32;\n')).toEqual(['10.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  expect(readAddresses('')).toEqual([]);
});
