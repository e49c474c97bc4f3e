import { expect, test } from 'vitest';
import { kannelConfig } from './kannel-config.ts';

const text = kannelConfig({ admin: 1, smsbox: 2, sendsms: 3, smsc: 4 }, '/spool', 'mts');

test('every group of the Kannel configuration starts with its name and contains no blank line', () => {
  const groups = text.trimEnd().split('\n\n');
  expect(groups.map((group) => group.split('\n')[0])).toEqual([
    'group = core',
    'group = smsc',
    'group = smsbox',
    'group = sendsms-user',
  ]);
  for (const group of groups) for (const line of group.split('\n')) expect(line).toMatch(/^[a-z-]+ = \S+$/);
});

test('Kannel spools messages to the given folder', () => {
  expect(text).toContain('store-type = spool\nstore-location = /spool\n');
});
