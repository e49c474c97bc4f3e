import { describe, expect, test } from 'vitest';
import { csvText } from './csv.ts';

describe('a table as a file', () => {
  test('the file opens in a spreadsheet of either language', () => {
    expect(
      csvText('ru', [
        ['Оператор', 'Всего'],
        ['МТС', 5],
      ]),
    ).toBe('\uFEFFОператор;Всего\r\nМТС;5\r\n');
    expect(
      csvText('en', [
        ['Operator', 'Total'],
        ['MTS', 5],
      ]),
    ).toBe('\uFEFFOperator,Total\r\nMTS,5\r\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+79160000000', "'+79160000000"],
    ['-5', "'-5"],
    ['@name', "'@name"],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
  ])('the cell %j is neither a formula nor split into two cells', (cell, written) => {
    expect(csvText('ru', [[cell]])).toBe(`\uFEFF${written}\r\n`);
  });

  test('a negative number stays a number', () => {
    expect(csvText('en', [[-5]])).toBe('\uFEFF-5\r\n');
  });
});
