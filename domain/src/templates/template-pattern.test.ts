import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { type CountedText, countedText } from '../testing/counted-text.ts';
import {
  compileTemplatePattern,
  matchesTemplatePattern,
  TEMPLATE_PATTERN_LENGTH_MAX,
  templatePatternProblem,
  templateValues,
} from './template-pattern.ts';

const matches = (pattern: string, text: string) => matchesTemplatePattern(compileTemplatePattern(pattern), text);

describe('a pattern', () => {
  covers('messaging.template.match.digits', 'messaging.template.match.words', 'messaging.template.match.plus');
  test.each([
    ['Code %d', 'Code 1'],
    ['Code %d', 'Code 123456'],
    ['Code %d+', 'Code 123456'],
    ['Code %d{4,6}', 'Code 1234'],
    ['Code %d{4,6}', 'Code 123456'],
    ['Code %d{4}', 'Code 1234'],
    ['Code %d{2,3}+', 'Code 123456789'],
    ['%d%d', '12'],
    ['%d{0,2}x', 'x'],
    ['Dear %w, your code', 'Dear Анна-Мария, your code'],
    ['%w', '!'],
    ['%w.', 'end..'],
    ['%w{1,3} pays', 'Mr John Smith pays'],
    ['%w+', 'one two three four'],
    ['%w{2,3}+', 'one two three four'],
    ['%w %w', 'one two'],
    ['%w%d', 'ab12'],
    ['a%wa', 'aaa'],
    ['aab%wab', 'aab aab'.replace(' ', '-')],
    ['100 % of %d%', '100 % of 5%'],
    ['%D %x %', '%D %x %'],
    ['(.*) [a-z]+ $1', '(.*) [a-z]+ $1'],
    ['строка\n%d', 'строка\n7'],
    ['{name} %d', '{name} 1'],
    ['literal', 'literal'],
    ['😀 %w', '😀 😀'],
  ])('%j matches %j', (pattern, text) => {
    expect(matches(pattern, text)).toBe(true);
  });

  covers('messaging.template.match.literal');
  test.each([
    ['Code %d', 'Code '],
    ['Code %d', 'code 1'],
    ['Code %d', 'Code 1 '],
    ['Code %d', ' Code 1'],
    ['Code %d', 'Code 1a'],
    ['Code %d', 'Code 12 34'],
    ['Code %d', 'Code ١٢'],
    ['Code %d{4,6}', 'Code 123'],
    ['Code %d{4,6}', 'Code 1234567'],
    ['Code %d{2,3}+', 'Code 1'],
    ['%d%d', '1'],
    ['%w', 'two words'],
    ['%w', 'two\nlines'],
    ['%w', 'no\u00a0break'],
    ['%w', ''],
    ['%w+', 'one  two'],
    ['%w+', 'one two '],
    ['%w+', 'one\ttwo'],
    ['%w+', 'one\u2003two'],
    ['%w{1,3} pays', 'Mr John Q Smith pays'],
    ['%w{2,3}', 'one'],
    ['literal', 'literally'],
    ['x%dx', 'x'],
    ['ab%dab', 'ab'],
  ])('%j does not match %j', (pattern, text) => {
    expect(matches(pattern, text)).toBe(false);
  });

  test.each<readonly [string, string]>([
    ['', 'must not be blank'],
    [' \n', 'must not be blank'],
    ['x'.repeat(TEMPLATE_PATTERN_LENGTH_MAX + 1), 'must be at most 1000 characters long'],
    ['%d'.repeat(51), 'must have at most 50 variables'],
    ...[
      '%d{',
      '%d{}',
      '%w{a,b}',
      '%d{3,2}',
      '%d{0,0}',
      '%d{0}',
      '%d{1,1001}',
      '%w{1,}',
      '%d{1,2}{3,4}',
      '%d+{1,2}',
    ].map((pattern) => [pattern, 'must limit variables by {a,b} with a at most b and b from 1 to 1000'] as const),
  ])('%j is refused', (pattern, problem) => {
    expect(templatePatternProblem(pattern)).toBe(problem);
  });

  test.each(['%d{0,5}', '%w{1,1000}', '%d{4}', '{%d}', '😀'.repeat(TEMPLATE_PATTERN_LENGTH_MAX), '%w'.repeat(50)])(
    '%j is accepted',
    (pattern) => {
      expect(templatePatternProblem(pattern)).toBeUndefined();
    },
  );
});

describe('any pattern', () => {
  const bounds = fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .map(([a, b]) => `{${Math.min(a, b)},${b}}`);
  const variable = fc
    .tuple(fc.constantFrom('%d', '%w'), fc.oneof(fc.constant(''), bounds), fc.constantFrom('', '+'))
    .map((parts) => parts.join(''));
  const patterns = fc
    .array(fc.oneof(variable, fc.constantFrom('a', 'ab', '1', ' ', '.', '  ', 'aab', '\n')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
    // Random input may repeat the limits of a variable, which is refused.
    .filter((pattern) => templatePatternProblem(pattern) === undefined);
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', ' ', '.', '\n'), maxLength: 12 });

  test('matches the same texts as the equivalent regular expression', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(matches(pattern, text)).toBe(expressionOf(pattern).test(text));
      }),
      { numRuns: propertyRuns(5000) },
    );
  });

  test('matches a text generated from it', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        const text = pattern.replace(/%([dw])(?:\{(\d+),\d+\})?\+?/g, (_whole, letter: string, least = '1') =>
          letter === 'd' ? '7'.repeat(Number(least)) : Array(Number(least)).fill('word').join(' '),
        );
        expect(matches(pattern, text)).toBe(true);
      }),
    );
  });

  test.each([
    ['%w'.repeat(50), `${'a'.repeat(4095)} `],
    ['%w{0,1000}'.repeat(50), `${'a '.repeat(2000)}  `],
    ['%d{0,1000}'.repeat(50), `${'1'.repeat(4095)}x`],
    [`${'%w+a'.repeat(50)}b`, 'a'.repeat(4096)],
    [`%w+${'a'.repeat(900)}b%w`, 'a'.repeat(4096)],
    [`%w+${'ab'.repeat(450)}%d`, 'ab'.repeat(2048)],
  ])('needs at most pieces times characters of work for hostile input: case %#', (pattern, text) => {
    const compiled = compileTemplatePattern(pattern);
    const read = countedText(text);
    const literals: CountedText[] = [];
    const pieces = compiled.pieces.map((piece) => {
      if (piece.kind !== 'literal') return piece;
      const literal = countedText(piece.text);
      literals.push(literal);
      return { ...piece, text: literal.text };
    });
    expect(matchesTemplatePattern({ ...compiled, pieces }, read.text)).toBe(false);
    const reads = [read, ...literals].reduce((sum, one) => sum + one.reads(), 0);
    // Per piece: a search for the literal, one pass over the text, and at most three reads of the literal per
    // character.
    expect(reads).toBeLessThanOrEqual((pieces.length + 1) * text.length * 6);
  });
});

/** The equivalent regular expression, which backtracks exponentially on long texts. */
function expressionOf(pattern: string): RegExp {
  let source = '';
  let end = 0;
  const literal = (text: string) => text.replace(/[.\\+*?[^\]$(){}=!<>|:#/-]/g, '\\$&');
  for (const found of pattern.matchAll(/%([dw])(?:\{(\d+),(\d+)\})?(\+)?/g)) {
    const [whole, letter, least, most, plus] = found;
    source += literal(pattern.slice(end, found.index));
    end = found.index + whole.length;
    const min = Number(least ?? 1);
    if (letter === 'd') source += least === undefined ? '\\d+' : `\\d{${min},${plus ? '' : most}}`;
    else if (least === undefined) source += plus ? '\\S+(?: \\S+)*' : '\\S+';
    else {
      const words = `\\S+(?: \\S+){${Math.max(min, 1) - 1},${plus ? '' : Number(most) - 1}}`;
      source += min === 0 ? `(?:${words})?` : words;
    }
  }
  return new RegExp(`^${source}${literal(pattern.slice(end))}$`, 'u');
}

describe('the values of variables', () => {
  const values = (pattern: string, text: string) => templateValues(compileTemplatePattern(pattern), text);
  test.each([
    ['Order %d is ready', 'Order 17 is ready', ['17']],
    ['Dear %w{1,3}, order %d for %w', 'Dear Anna Maria, order 17 for 5$', ['Anna Maria', '17', '5$']],
    ['Code %d{4}%d{4}', 'Code 12345678', ['1234', '5678']],
    ['%d%d', '123', ['12', '3']],
    ['%w{1,9} %w+', 'one two three', ['one two', 'three']],
    ['%d{0,3}x%w', 'xy', ['', 'y']],
    ['#%w', '#a#b', ['a#b']],
    ['no variable', 'no variable', []],
    ['Code %d', 'Code x', undefined],
  ])('of %j in %j are %j', (pattern, text, expected) => {
    expect(values(pattern, text)).toEqual(expected);
  });

  test('make the text again, and each matches its variable', () => {
    const variable = fc.constantFrom('%d', '%d{2,4}', '%w', '%w{1,3}', '%w+', '%d{0,2}');
    const literal = fc.constantFrom('', ' ', 'a', ': ', '-1 ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(variable, literal), { minLength: 1, maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('1', '2', 'a', ' ', ':', '-'), maxLength: 24 }),
        (parts, text) => {
          const found = values(parts.flat().join(''), text);
          if (found === undefined) return;
          expect(found).toHaveLength(parts.length);
          expect(found.map((value, at) => value + (parts[at]?.[1] ?? '')).join('')).toBe(text);
          for (const [at, value] of found.entries()) expect(matches(parts[at]?.[0] ?? '', value)).toBe(true);
        },
      ),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
