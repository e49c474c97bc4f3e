import { expect, test } from 'vitest';
import { arrayLiteral, textArrayLiteral, timeArrayLiteral } from './array-literal.ts';

test('values without quotes, nothing as NULL', () => {
  expect(arrayLiteral([1, null, 2n, true, 'a-b'])).toBe('{1,NULL,2,true,a-b}');
  expect(arrayLiteral([])).toBe('{}');
});

test('texts keep commas, braces, quotes, backslashes and the word NULL', () => {
  expect(textArrayLiteral(['a,b', '{}', 'say "x"', 'c:\\d', 'NULL', ''])).toBe(
    '{"a,b","{}","say \\"x\\"","c:\\\\d","NULL",""}',
  );
  expect(textArrayLiteral([])).toBe('{}');
});

test('times to the millisecond in UTC', () => {
  const at = new Date('2026-03-01T10:00:00.123Z');
  expect(timeArrayLiteral([at, null, at])).toBe('{"2026-03-01T10:00:00.123Z",NULL,"2026-03-01T10:00:00.123Z"}');
});
