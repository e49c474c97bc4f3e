import { countParts } from '@volley/domain/text/text-segmentation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf } from './text-cost.ts';

test.for([
  ['', 'GSM7', 0, 0, 160],
  ['Hello', 'GSM7', 1, 5, 155],
  ['Привет', 'UCS2', 1, 6, 64],
  ['[x]', 'GSM7', 1, 5, 155],
  ['a'.repeat(161), 'GSM7', 2, 161, 145],
  ['я'.repeat(71), 'UCS2', 2, 71, 63],
  ['a'.repeat(70).concat('—'), 'UCS2', 2, 71, 63],
] as const)('the text %j is %s in %d parts', ([text, encoding, parts, length, left]) => {
  const cost = costOf(text);
  expect([cost.encoding, cost.parts.length, cost.length, cost.left]).toEqual([encoding, parts, length, left]);
});

test('characters outside the GSM alphabet and those counted twice are marked', () => {
  expect(costOf('Sale — 20%').parts[0]?.pieces).toEqual([
    { kind: 'plain', text: 'Sale ' },
    { kind: 'foreign', text: '—' },
    { kind: 'plain', text: ' 20%' },
  ]);
  expect(costOf('a [b]').parts[0]?.pieces.map(({ kind }) => kind)).toEqual(['plain', 'double', 'plain', 'double']);
});

test('the preview has the billed number of parts, the whole text, and no part above its limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'я', '—', '[', '😀', ' '), maxLength: 400 }), (text) => {
      const { parts, left, encoding } = costOf(text);
      expect(parts.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('')).toBe(text);
      if (text !== '') expect(parts).toHaveLength(countParts(text));
      expect(left).toBeGreaterThanOrEqual(0);
      const max = parts.length > 1 ? { GSM7: 153, UCS2: 67 } : { GSM7: 160, UCS2: 70 };
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(max[encoding]);
    }),
  );
});
