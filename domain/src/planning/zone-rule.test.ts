import { expect, test } from 'vitest';
import { timezoneOf, zoneRuleOf } from './zone-rule.ts';

test.each([
  ['without wall times', false, true, ''],
  ['with wall times of the recipient', true, true, 'Asia/Omsk'],
  ['with wall times of Moscow', true, false, 'Europe/Moscow'],
])('%s a number in Omsk has the zone that its strand needs', (_name, hasWallTimes, useLocalTime, zone) => {
  expect(timezoneOf(zoneRuleOf(hasWallTimes, useLocalTime), { timezone: 'Asia/Omsk' })).toBe(zone);
});

test('a number of an unknown region has the zone of Moscow', () => {
  expect(timezoneOf('recipient', undefined)).toBe('Europe/Moscow');
});
