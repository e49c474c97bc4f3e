import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileText, renderText } from './text-substitution.ts';

const render = (text: string, substitutions?: Record<string, unknown>) => renderText(compileText(text), substitutions);

describe('substitutions', () => {
  test.each([
    ['{name}, hello', { name: 'Ann' }, 'Ann, hello'],
    ['{имя}: {сумма-1}', { имя: 'Оля', 'сумма-1': 5 }, 'Оля: 5'],
    ['{a}{a}{b.c_1}', { a: 'x', 'b.c_1': 'y' }, 'xxy'],
    ['{yes} {no} {zero}', { yes: true, no: false, zero: 0 }, 'true false 0'],
    ['{empty}!', { empty: '' }, '!'],
    ['{a}', { a: '{b}', b: 'x' }, '{b}'],
    ['{a} {b}', { a: '{b}', b: '{a}' }, '{b} {a}'],
    ['{price}', { price: '$& $1 $$ $`' }, '$& $1 $$ $`'],
    ['{{name}}', { name: 'Ann' }, '{Ann}'],
    ['{} { name } {a b} {a{name}', { name: 'x' }, '{} { name } {a b} {ax'],
    ['{"json": 1}', {}, '{"json": 1}'],
    ['no placeholders', undefined, 'no placeholders'],
    ['', undefined, ''],
    ['{constructor}', { constructor: 'mine' }, 'mine'],
    ['{a}', { a: 'x', unused: 'y' }, 'x'],
  ])('%j with %j gives %j', (text, substitutions, expected) => {
    expect(render(text, substitutions)).toEqual({ text: expected });
  });

  test.each([
    ['{name}', {}, 'name'],
    ['{name}', undefined, 'name'],
    ['{a} {b}', { a: 'x' }, 'b'],
    ['{name}', { name: null }, 'name'],
    ['{name}', { name: ['x'] }, 'name'],
    ['{name}', { name: new Date(0) }, 'name'],
    ['{constructor}', {}, 'constructor'],
    ['{__proto__}', {}, '__proto__'],
    ['{toString}', {}, 'toString'],
    ['{Name}', { name: 'x' }, 'Name'],
  ])('%j with %j lacks %j', (text, substitutions, missing) => {
    expect(render(text, substitutions)).toEqual({ missing });
  });

  test('a text without placeholders is returned unchanged', () => {
    const compiled = compileText('plain');
    expect(renderText(compiled, { a: 'x' })).toBe(renderText(compiled, undefined));
  });
});

test('values are inserted between the literals exactly as given', () => {
  const piece = fc.string({ unit: fc.constantFrom(...'ab {}$&\\я'.split('')), maxLength: 6, size: 'max' });
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, piece)), piece, (pairs, tail) => {
      const safe = (text: string) => text.replace(/[{}]/g, '');
      const text = pairs.map(([literal], at) => `${safe(literal)}{k${at}}`).join('') + safe(tail);
      const values = Object.fromEntries(pairs.map(([, value], at) => [`k${at}`, value]));
      const expected = pairs.map(([literal, value]) => safe(literal) + value).join('') + safe(tail);
      expect(render(text, values)).toEqual({ text: expected });
    }),
  );
});

test('rendering stops at the longest text of any channel, for values of every size', () => {
  const compiled = compileText('{a}'.repeat(500));
  expect(renderText(compiled, { a: 'x'.repeat(20) })).toEqual({ text: 'x'.repeat(10_000) });
  expect(renderText(compiled, { a: 'x'.repeat(21) })).toEqual({ tooLong: true });
});
