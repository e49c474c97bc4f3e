// Files as spreadsheets of several systems write them, read from bytes to recipients.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { badRowsFile } from './bad-rows.ts';
import { columnLetter, columnsOf, guessHeader, guessMapping, recallMapping, rememberMapping } from './columns.ts';
import { decodeSample, detectFormat, sampleRecords } from './file-format.ts';
import { FileProblem } from './file-problem.ts';
import { eachRecipient, findRecipient, type ReadyFile, type RecipientRow, readBatch } from './recipient-rows.ts';
import { type ScanOptions, scanRows } from './row-scan.ts';

async function opened(name: string, change: Partial<ScanOptions> = {}): Promise<ReadyFile> {
  const bytes = new Uint8Array(await readFile(new URL(`../fixtures/${name}`, import.meta.url)));
  const format = detectFormat(bytes, true);
  const records = sampleRecords(decodeSample(bytes, format.encoding, true), format, true);
  const hasHeader = guessHeader(records);
  const mapping = guessMapping(records, hasHeader);
  const options = { hasHeader, mapping, addSeven: true, keepDuplicates: false, edits: new Map(), ...change };
  const source = { blob: new Blob([bytes]), format };
  return { source, options, scanned: await scanRows(source, options) };
}

async function recipients(file: ReadyFile): Promise<RecipientRow[]> {
  const found: RecipientRow[] = [];
  await eachRecipient(file, 1, (one) => {
    found.push(one);
    return undefined;
  });
  return found;
}

const numbers = async (file: ReadyFile) => (await recipients(file)).map(({ destination }) => destination);
const THREE = ['79161230001', '79161230002', '79161230003'];

describe('alphabets and delimiters', () => {
  test.each([
    ['utf8-semicolon.csv', 'utf-8', ';'],
    ['utf8-bom-semicolon.csv', 'utf-8', ';'],
    ['cp1251-semicolon.csv', 'windows-1251', ';'],
    ['utf16le-tab.txt', 'utf-16le', '\t'],
    ['utf16be-tab.txt', 'utf-16be', '\t'],
  ] as const)('the encoding of %s is %s', async (name, encoding, delimiter) => {
    const file = await opened(name);
    expect(file.source.format).toEqual({ encoding, delimiter, newline: '\n' });
    expect(file.options.hasHeader).toBe(true);
    expect(file.options.mapping).toEqual({ phone: 0, customText: null, tokens: ['', 'Имя', 'Сумма'] });
    expect(await recipients(file)).toMatchObject([
      { row: 2, destination: '79161230001', substitutions: { Имя: 'Анна', Сумма: '1 200,50' } },
      { row: 3, destination: '79161230002', substitutions: { Имя: 'Борис', Сумма: '90' } },
      { row: 4, destination: '79161230003', substitutions: { Имя: 'Вера', Сумма: '15' } },
    ]);
  });

  test('UTF-16 without a byte order mark is recognized by its zero bytes', async () => {
    expect((await opened('utf16le-without-mark.txt')).source.format.encoding).toBe('utf-16le');
  });

  test.each([
    ['no-header.csv', false],
    ['one-column.csv', false],
  ])('the columns of %s are named by letters without a header', async (name, hasHeader) => {
    const file = await opened(name);
    expect(file.options.hasHeader).toBe(hasHeader);
    expect((await recipients(file))[0]).toMatchObject({ row: 1, destination: '79161230001' });
  });

  test('CR line ends and a sep= line are understood', async () => {
    expect(await numbers(await opened('mac-line-ends.csv'))).toEqual(THREE.slice(0, 2));
    const named = await opened('separator-line.csv');
    expect(named.source.format.delimiter).toBe(',');
    expect(await recipients(named)).toMatchObject([{ row: 2, substitutions: { name: 'A' } }]);
  });
});

describe('fields', () => {
  test('quoted fields may contain line ends and quotation marks', async () => {
    const file = await opened('comma-quotes.csv');
    expect((await recipients(file)).map(({ row, substitutions }) => ({ row, ...substitutions }))).toEqual([
      { row: 2, name: 'Smith, Anna', note: 'said "hi"' },
      { row: 3, name: 'two\nlines', note: '' },
      { row: 4, name: 'ООО "Ромашка"', note: 'x' },
    ]);
  });

  test('blank lines count as rows but not as recipients', async () => {
    const file = await opened('blank-lines.csv');
    expect((await recipients(file)).map(({ row }) => row)).toEqual([3, 6]);
    expect(file.scanned.result).toMatchObject({ rows: 2, good: 2, bad: 0, blank: 4 });
  });

  test('a number in scientific notation is reported, and restored only without lost digits', async () => {
    const file = await opened('scientific.csv');
    expect(file.scanned.result.problems).toEqual([
      { row: 2, column: 0, value: '7,9E+10', kind: 'scientific' },
      { row: 3, column: 0, value: '7.91612E+10', kind: 'scientific' },
    ]);
    expect(await numbers(file)).toEqual(['79161230003', '79161230004']);
  });

  test('one number in three formats is one recipient, unless duplicates are kept', async () => {
    const file = await opened('duplicates.csv');
    expect(file.scanned.result).toMatchObject({ rows: 5, good: 2, duplicates: 3, addedSeven: 1 });
    expect(await numbers(file)).toEqual(THREE.slice(0, 2));
    expect(await numbers(await opened('duplicates.csv', { keepDuplicates: true }))).toHaveLength(5);
  });

  test('each row with an error names row, column, value and problem; a manual value corrects it', async () => {
    const file = await opened('bad-rows.csv');
    expect(file.scanned.result).toMatchObject({ good: 1, bad: 5 });
    expect(file.scanned.result.problems.map(({ row, kind }) => [row, kind])).toEqual([
      [2, 'empty'],
      [3, 'letters'],
      [4, 'short'],
      [5, 'long'],
      [6, 'zero'],
    ]);
    const mended = await opened('bad-rows.csv', { edits: new Map([[3, new Map([[0, '8 916 123 00 09']])]]) });
    expect(await numbers(mended)).toEqual(['79161230009', '79161230001']);
    const csv = await (await badRowsFile(mended, (kind) => `why: ${kind}`)).text();
    expect(csv.split('\r\n')).toEqual([
      'Номер;Имя;error',
      ';Анна;why: empty',
      '12345;Вера;why: short',
      '12345678901234567;Глеб;why: long',
      '0916123000;Дарья;why: zero',
      '',
    ]);
  });

  test.each([
    ['workbook.xlsx', 'workbook'],
    ['empty.csv', 'empty'],
    ['open-quote.csv', 'quote'],
  ])('the file %s cannot be read: %s', async (name, kind) => {
    await expect(opened(name)).rejects.toMatchObject({ kind, name: new FileProblem('empty').name });
  });
});

describe('columns', () => {
  const records = [
    ['ID', 'Mobile phone', 'First name', 'First name', 'text'],
    ['79990000001', '89161230001', 'A', 'B', 'own'],
  ];

  test('the phone column is found by title before content; titles become placeholders', () => {
    expect(guessHeader(records)).toBe(true);
    expect(guessMapping(records, true)).toEqual({
      phone: 1,
      customText: 4,
      tokens: ['ID', '', 'First_name', 'First_name_2', ''],
    });
  });

  test('without titles the phone column is found by content', () => {
    expect(guessMapping([['A1', 'Anna', '79161230001']], false).phone).toBe(2);
  });

  test('a mapping is stored by titles and applies to another order of columns', () => {
    const columns = columnsOf(records, true);
    const memory = rememberMapping(columns, { phone: 0, customText: null, tokens: ['', 'tel', '', 'nick', ''] });
    const swapped = [...columns].reverse();
    const guess = { phone: 3, customText: 0, tokens: ['', 'x', 'x', '', 'x'] };
    expect(recallMapping(swapped, guess, memory)).toMatchObject({ phone: 4, customText: null });
    expect(recallMapping(columns.slice(1), guess, memory)).toBe(guess);
  });

  test('column letters continue after Z with AA', () =>
    expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']));
});

describe('large files', () => {
  test('a large file is read again from any row in the same batches', async () => {
    const lines = Array.from({ length: 120_000 }, (_, at) => `${79_160_000_000 + at};Имя ${at};"a\nb"`);
    const bytes = new TextEncoder().encode(`phone;name;note\n${lines.join('\n')}\n`);
    const format = detectFormat(bytes.subarray(0, 200_000), false);
    const options = {
      hasHeader: true,
      mapping: { phone: 0, customText: null, tokens: ['', 'name', 'note'] },
      addSeven: true,
      keepDuplicates: false,
      edits: new Map(),
    };
    const source = { blob: new Blob([bytes]), format };
    const file = { source, options, scanned: await scanRows(source, options) };
    expect(file.scanned.result).toMatchObject({ rows: 120_000, good: 120_000, bad: 0, duplicates: 0 });
    expect(file.scanned.checkpoints.length).toBeGreaterThan(2);
    expect(await findRecipient(file, 100_001, 'forward')).toMatchObject({ row: 100_001, destination: '79160099999' });
    expect(await findRecipient(file, 500_000, 'back')).toMatchObject({ row: 120_001 });
    const second = await readBatch(file, 10_002, ['name']);
    expect(second.messages).toHaveLength(10_000);
    expect(second.messages[0]).toEqual({ destination: '79160010000', substitutions: { name: 'Имя 10000' } });
    expect(second.nextRow).toBe(20_002);
    expect((await readBatch(file, 120_001, [])).nextRow).toBeUndefined();
  });
});
