import { expect, test } from 'vitest';
import { allNumbers, commentedLines } from './number-lines.ts';

test('a line contains a number and, after a separator, a comment', () => {
  const text = '+7 (916) 123-45-67;asked to stop\r\n\n89031112233\n"79261112233","a ""bot"", surely"\n79031112244\tx\n';
  expect(commentedLines(text)).toEqual([
    { line: 1, msisdn: '+7 (916) 123-45-67', comment: 'asked to stop' },
    { line: 3, msisdn: '89031112233', comment: undefined },
    { line: 4, msisdn: '79261112233', comment: 'a "bot", surely' },
    { line: 5, msisdn: '79031112244', comment: 'x' },
  ]);
});

test('numbers are separated by lines, commas, semicolons or tabs', () => {
  expect(allNumbers(' 79161234567, 8 (903) 111-22-33;\n\n"79261112233"\t1 ')).toEqual([
    '79161234567',
    '8 (903) 111-22-33',
    '79261112233',
    '1',
  ]);
  expect(allNumbers('  ')).toEqual([]);
});
