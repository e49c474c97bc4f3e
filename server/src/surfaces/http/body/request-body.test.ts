import { Refusal } from '@volley/domain/refusals/refusal.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from './request-body.ts';

const parse = (text: string) => parseBody(Buffer.from(text));

describe('parseBody', () => {
  test.each([
    ['truncated', '{"a":'],
    ['empty', ''],
    ['NUL by escape', '{"a":"x\\u0000y"}'],
    ['NUL in a name', '{"a\\u0000":1}'],
    ['raw NUL', '{"a":"\0"}'],
    ['high surrogate alone', '{"a":"\\ud83d"}'],
    ['low surrogate alone', '{"a":"\\uDE00 "}'],
    ['surrogates in the wrong order', '{"a":"\\ude00\\ud83d"}'],
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['__proto__ by escape', '{"\\u005f_proto__":1}'],
    ['__proto__ by escape of a letter', '{"__\\u0070roto__":1}'],
    ['more than a million objects', `[${'{},'.repeat(1_000_001)}0]`],
    ['more than a million numbers', `[${'0,'.repeat(1_000_001)}0]`],
    ['an object of too many members', `{${Array.from({ length: 1_001 }, (_, at) => `"${at}":0`).join(',')}}`],
    ['eleven levels', '['.repeat(11) + ']'.repeat(11)],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('refuses a body that is %s', (_name, text) => {
    expect(() => parse(text)).toThrow(Refusal);
  });

  test.each([
    ['{"a":[{"b":"x"},{"b":"\\ud83d"}]}', 'a[1].b'],
    ['["x","\\u0000"]', '[1]'],
    ['{"a":{"__proto__":1}}', 'a'],
    ['{"a\\u0000":1}', 'body'],
    ['"\\u0000"', 'body'],
  ])('names the field of the fault in %s', (text, field) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ details: expect.objectContaining({ field }) }));
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(() => parseBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(Refusal);
  });

  test.each([
    ['a pair of surrogate escapes', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['an escaped backslash before u0000', '{"a":"\\\\u0000"}', { a: '\\u0000' }],
    ['the word __proto__ as a value', '{"a":"__proto__"}', { a: '__proto__' }],
    ['ten levels', '['.repeat(10) + ']'.repeat(10), [[[[[[[[[[]]]]]]]]]]],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ])('reads a body with %s', (_name, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test('reads a body of 500,000 values', () => {
    expect(parse(`[${'{},'.repeat(499_999)}"[[{{"]`)).toHaveLength(500_000);
  });

  test('reads every clean JSON value like JSON.parse', () => {
    const clean = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' });
    fc.assert(
      fc.property(clean, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('u0000') && !text.includes('__proto__'));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
