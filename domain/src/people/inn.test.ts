import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { innFault } from './inn.ts';

describe('a legal entity', () => {
  test.each(['7707083893', '7736207543', '7702070139'])('%s is right', (inn) => {
    expect(innFault(inn, 'LEGAL')).toBeUndefined();
  });

  test.each([
    ['7707083894', 'check-digits'],
    ['770708389', 'too-short'],
    ['', 'too-short'],
    ['77070838933', 'too-long'],
    ['77070838x3', 'not-digits'],
    ['500100732259', 'too-long'],
  ] as const)('%s is wrong: %s', (inn, fault) => {
    expect(innFault(inn, 'LEGAL')).toBe(fault);
  });
});

describe('a person', () => {
  test.each(['500100732259', '773370857141'])('%s is right', (inn) => {
    expect(innFault(inn, 'INDIVIDUAL')).toBeUndefined();
  });

  test.each([
    ['500100732258', 'check-digits'],
    ['500100732269', 'check-digits'],
    ['7707083893', 'too-short'],
  ] as const)('%s is wrong: %s', (inn, fault) => {
    expect(innFault(inn, 'INDIVIDUAL')).toBe(fault);
  });
});

test('exactly one of the ten possible last digits is valid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (number) => {
      const start = String(number).padStart(9, '0');
      const right = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).filter(
        (inn) => innFault(inn, 'LEGAL') === undefined,
      );
      expect(right).toHaveLength(1);
    }),
  );
});
