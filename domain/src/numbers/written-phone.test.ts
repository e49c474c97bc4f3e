import { describe, expect, test } from 'vitest';
import { completeNumber, readPhone } from './written-phone.ts';

describe('a number as people write it', () => {
  test.each([
    ['79161234567', { digits: '79161234567' }],
    ['8 (916) 123-45-67', { digits: '79161234567' }],
    ['9161234567', { digits: '79161234567', addedSeven: true }],
    ['916 123-45-67', { digits: '79161234567', addedSeven: true }],
    ['(916) 123–45–67', { digits: '79161234567', addedSeven: true }],
    ['\u202a916\u00a0123\u00a045\u00a067', { digits: '79161234567', addedSeven: true }],
    ['916.123.45.67', { digits: '79161234567', addedSeven: true }],
    ['+9607712345', { digits: '9607712345' }],
    ['4951234567', { digits: '4951234567' }],
    ['7,9161234567E+10', { digits: '79161234567' }],
    ['7,92E+10', { problem: 'scientific' }],
    ['', { problem: 'empty' }],
    ['call me', { problem: 'letters' }],
    ['7916', { problem: 'short' }],
    ['1234567890123456', { problem: 'long' }],
    ['09161234567', { problem: 'zero' }],
  ])('%j is read as %j', (written, read) => {
    expect(readPhone(written)).toEqual(read);
  });

  test('keeps ten digits unchanged if adding the country is off', () => {
    expect(readPhone('9161234567', false)).toEqual({ digits: '9161234567' });
  });
});

test.each([
  ['9161234567', { digits: '79161234567', addedSeven: true }],
  ['+7 916 123-45-67', { digits: '79161234567' }],
  ['+9607712345', { digits: '9607712345' }],
  ['8161234567', { digits: '8161234567' }],
  ['91612345678', { digits: '91612345678' }],
  ['916.123.45.67', undefined],
])('%j is completed to %j', (text, number) => {
  expect(completeNumber(text)).toEqual(number);
});
