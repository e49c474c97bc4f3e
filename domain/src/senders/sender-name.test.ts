import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRANDS } from '../numbers/brand.ts';
import { CHANNEL_TYPES } from '../sending/channel.ts';
import { senderNameProblem } from './sender-name.ts';

describe('SMS names', () => {
  test.each(['NordShop', 'A', 'ABCDEFGHIJK', '123', "R&B's (1)", 'Go! Go?', 'a-b_c.d', 'A+B'])(
    '%j is accepted',
    (name) => {
      expect(senderNameProblem(name, 'SMS', 'MTS')).toBeUndefined();
    },
  );

  test.each(['', 'ABCDEFGHIJKL', 'Магазин', 'Shоp', 'a@b', 'a/b', 'a,b', 'a"b', 'a\nb', 'name\u00a0x', ' '])(
    '%j is refused',
    (name) => {
      expect(senderNameProblem(name, 'SMS', 'MTS')).toEqual(expect.any(String));
    },
  );

  test('MEGAFON forbids plus and space and allows an exclamation mark; other brands allow all three', () => {
    expect(senderNameProblem('A+B', 'SMS', 'MEGAFON')).toMatch('MEGAFON');
    expect(senderNameProblem('A B', 'SMS', 'MEGAFON')).toMatch('MEGAFON');
    expect(senderNameProblem('A!B', 'SMS', 'MEGAFON')).toBeUndefined();
    for (const brand of BRANDS.filter((other) => other !== 'MEGAFON')) {
      for (const name of ['A+B', 'A B', 'A!B']) expect(senderNameProblem(name, 'SMS', brand)).toBeUndefined();
    }
  });
});

describe('names of other channels', () => {
  test.each([
    ['VIBER', 28],
    ['WHATSAPP', 64],
    ['VK', 64],
    ['TELEGRAM', 64],
    ['MAX', 64],
    ['PUSH', 64],
  ] as const)('%s accepts all letters, up to %d characters', (channel, lengthMax) => {
    expect(senderNameProblem('Я'.repeat(lengthMax), channel, 'MEGAFON')).toBeUndefined();
    expect(senderNameProblem('😀'.repeat(lengthMax), channel, 'MTS')).toBeUndefined();
    expect(senderNameProblem('Я'.repeat(lengthMax + 1), channel, 'MTS')).toEqual(expect.any(String));
    expect(senderNameProblem('', channel, 'MTS')).toEqual(expect.any(String));
    expect(senderNameProblem('a\u0000b', channel, 'MTS')).toEqual(expect.any(String));
  });
});

test('an accepted SMS name always fits the address field of an operator', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary-ascii', maxLength: 13, size: 'max' }),
      fc.constantFrom(...BRANDS),
      (name, brand) => {
        if (senderNameProblem(name, 'SMS', brand) === undefined) expect(name).toMatch(/^[\x20-\x7e]{1,11}$/);
      },
    ),
  );
});

test('the check throws for no name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CHANNEL_TYPES), (name, channel) => {
      expect(['string', 'undefined']).toContain(typeof senderNameProblem(name, channel, undefined));
    }),
  );
});
