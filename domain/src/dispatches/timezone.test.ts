import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTimezone } from './timezone.ts';

const NUMBERING = new URL('../../../server/reference-data/numbering/', import.meta.url);

test('a zone has one spelling, so a client cannot make more clocks than there are zones', () => {
  for (const name of ['Europe/Moscow', 'Asia/Almaty', 'America/New_York', 'UTC']) expect(isTimezone(name)).toBe(true);
  for (const name of ['europe/moscow', 'EUROPE/MOSCOW', 'utc', 'Mars/Base', '', 'Asia/Jakarta Asia/Makassar'])
    expect(isTimezone(name), name).toBe(false);
});

test('every zone of the Russian ranges is known', () => {
  const zones = readFileSync(new URL('ru-region-timezone.csv', NUMBERING), 'utf8').match(/(?:Europe|Asia)\/[\w-]+/g);
  expect(zones?.length).toBeGreaterThan(20);
  expect([...new Set(zones)].filter((zone) => !isTimezone(zone))).toEqual([]);
});
