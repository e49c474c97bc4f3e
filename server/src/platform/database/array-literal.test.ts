import { expect, test } from 'vitest';
import { arrayLiteral, textArrayLiteral, timeArrayLiteral } from './array-literal.ts';

test('arrayLiteral writes values without quotes, and null as NULL', () => {
  expect(arrayLiteral([1, null, 2n, true, 'a-b'])).toBe('{1,NULL,2,true,a-b}');
  expect(arrayLiteral([])).toBe('{}');
});

test('textArrayLiteral preserves commas, braces, quotes, backslashes and the word NULL', () => {
  expect(textArrayLiteral(['a,b', '{}', 'say "x"', 'c:\\d', 'NULL', ''])).toBe(
    '{"a,b","{}","say \\"x\\"","c:\\\\d","NULL",""}',
  );
  expect(textArrayLiteral([])).toBe('{}');
});

test('timeArrayLiteral writes times in UTC to the millisecond', () => {
  const at = new Date('2026-03-01T10:00:00.123Z');
  expect(timeArrayLiteral([at, null, at])).toBe('{"2026-03-01T10:00:00.123Z",NULL,"2026-03-01T10:00:00.123Z"}');
});
