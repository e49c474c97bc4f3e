import { readFileSync } from 'node:fs';
import { zonesOf } from '@volley/domain/dispatches/timezone.ts';
import { expect, test } from 'vitest';
import { parseCsv } from '../../platform/files/csv.ts';
import { findCountry } from './find-country.ts';
import { isZoneOfPrefix, zoneOfPrefix } from './zone-of-prefix.ts';

test.each([
  ['4915112345678', 'Europe/Berlin'],
  ['77011234567', 'Asia/Almaty'],
  ['77112345678', 'Asia/Aqtobe'],
  ['447400123456', 'Europe/London'],
  ['12125550123', 'America/New_York'],
  ['13105550123', 'America/Los_Angeles'],
  ['5511961234567', 'America/Sao_Paulo'],
  ['5592961234567', 'America/Manaus'],
  ['919012345678', 'Asia/Kolkata'],
  ['34612345678', 'Europe/Madrid'],
  ['34912345678', 'Europe/Madrid'],
  ['61412345678', 'Australia/Sydney'],
  ['6281234567890', 'Asia/Jakarta'],
  ['6281112345678', 'Asia/Jakarta Asia/Makassar'],
  ['12085550123', 'America/Boise America/Los_Angeles'],
  ['74012123456', 'Europe/Kaliningrad'],
  ['74232123456', 'Asia/Vladivostok'],
  ['78001234567', undefined],
  ['881612345678', undefined],
])('the prefix of %s has the time zone %s', (digits, timezone) => {
  expect(zoneOfPrefix(digits)).toBe(timezone);
});

test('a Russian mobile number has no zone by prefix, because its range has one', () => {
  expect(findCountry('79141801234').timezone).toBeUndefined();
  expect(findCountry('70001000000').timezone).toBeUndefined();
});

test('a landline and a number abroad have the zone of their prefix', () => {
  expect(findCountry('74232123456')).toMatchObject({ country: 'RU', timezone: 'Asia/Vladivostok' });
  expect(findCountry('4915112345678')).toMatchObject({ country: 'DE', timezone: 'Europe/Berlin' });
});

test('every zone of the table is known to this Node', () => {
  const text = readFileSync(new URL('../../../reference-data/numbering/zones-by-prefix.csv', import.meta.url), 'utf8');
  const rows = parseCsv(text);
  expect(rows.length).toBeGreaterThan(300);
  for (const { zones = '', prefixes = '' } of rows) {
    expect(prefixes).toMatch(/^\d{1,8}( \d{1,8})*$/);
    for (const zone of zonesOf(zones)) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  }
});

test('only the zones of the table are zones of prefixes', () => {
  expect(isZoneOfPrefix('Europe/Berlin')).toBe(true);
  expect(isZoneOfPrefix('Asia/Jakarta Asia/Makassar')).toBe(true);
  expect(isZoneOfPrefix('Asia/Makassar Asia/Jakarta')).toBe(false);
  expect(isZoneOfPrefix('Mars/Base')).toBe(false);
});
