import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test.each([
  ['plain cells', 'a,b\n1,2\n', [{ a: '1', b: '2' }]],
  ['no line feed at the end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
  [
    'empty cells',
    'a,b,c\n,,\n1,,3\n',
    [
      { a: '', b: '', c: '' },
      { a: '1', b: '', c: '3' },
    ],
  ],
  ['quotes, doubled quotes and commas', 'a,b\n"x, ""y""",z\n', [{ a: 'x, "y"', b: 'z' }]],
  ['a quoted cell at the end', 'a,b\nx,"y"\n', [{ a: 'x', b: 'y' }]],
  ['an empty cell after a quoted one', 'a,b\n"x",\n', [{ a: 'x', b: '' }]],
  ['missing cells', 'a,b\n1\n', [{ a: '1', b: '' }]],
  ['only a header', 'a,b\n', []],
  ['nothing', '', []],
])('%s', (_name, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test('parseCsv reads back every row written by the quoting rules', () => {
  const cell = fc.string().filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell)), (rows) => {
      const lines = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
      const expected = rows.map(([a, b, c]) => ({ a, b, c }));
      expect(parseCsv(['a,b,c', ...lines].join('\n'))).toEqual(expected);
    }),
  );
});
