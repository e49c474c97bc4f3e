import { describe, expect, test } from 'vitest';
import { isAllowed, parseNetwork } from './allowed-addresses.ts';

describe('parseNetwork', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['10.1.2.3/8', '10.1.2.3/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::ffff:c000:201', '192.0.2.1/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::/0', '::/0'],
    ['::192.0.2.1', '::192.0.2.1/128'],
  ])('parseNetwork reads %s as %s', (text, network) => {
    expect(parseNetwork(text)).toBe(network);
  });

  test.each([
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '::1%lo',
    '::/129',
    'example.org',
  ])('parseNetwork refuses %j', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});

describe('isAllowed', () => {
  const list = ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'];

  test.each(['10.255.0.1', '192.0.2.1', '::ffff:192.0.2.1', '::ffff:a01:203', '2001:db8::5', '2001:DB8:0:0::5'])(
    'the list of allowed addresses accepts %s',
    (address) => {
      expect(isAllowed(list, address)).toBe(true);
    },
  );

  test.each([
    '11.0.0.1',
    '192.0.2.2',
    '::ffff:11.0.0.1',
    '2001:db9::1',
    '::1',
    '',
    'unknown',
    '10.0.0.1:80',
    '::a00:1',
    '::10.0.0.1',
  ])('the list of allowed addresses refuses %j', (address) => {
    expect(isAllowed(list, address)).toBe(false);
  });

  test('an empty list allows every address; the full range of one family allows only that family', () => {
    expect(isAllowed([], 'unknown')).toBe(true);
    expect(isAllowed(['0.0.0.0/0'], '198.51.100.7')).toBe(true);
    expect(isAllowed(['0.0.0.0/0'], '2001:db8::1')).toBe(false);
    expect(isAllowed(['::/0'], '198.51.100.7')).toBe(false);
  });
});
