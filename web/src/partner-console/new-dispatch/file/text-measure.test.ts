import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { fileReader } from './file-reader.ts';
import { scanRows } from './row-scan.ts';
import { measureText } from './text-measure.ts';

const way = { onProgress: () => undefined, isCancelled: () => false };

test('parts are counted after substitution: minimum, median, maximum and the longest row', async () => {
  const names = ['Anna', 'Bob', 'a'.repeat(160), 'Я', 'Eve', ''];
  const csv = `phone;name;text\n${names.map((name, at) => `7916123000${at};${name};${at === 4 ? 'own text' : ''}`).join('\n')}\n`;
  const reader = fileReader();
  const file = new Blob([csv]);
  const opened = await reader.open({ file, choice: {} }, way);
  const wish = { ...opened, addSeven: true, keepDuplicates: false, edits: [] };
  expect(await reader.scan(wish, way)).toMatchObject({ good: 6, customTexts: 1 });
  const measured = await reader.measure({ text: 'Hi {name}', countsParts: true }, way);
  expect(measured).toMatchObject({
    messages: 6,
    min: 1,
    typical: 1,
    max: 2,
    longestRow: 4,
    totalParts: 7,
    unicode: 1,
    customTexts: 1,
    empty: { name: 1 },
    tooLong: { count: 0 },
  });
  expect(measured.histogram.slice(0, 2)).toEqual([5, 1]);
  const ask = { text: 'Hi {name}', countsParts: true, row: 5, direction: 'forward' } as const;
  expect(await reader.preview(ask, way)).toEqual({
    row: 5,
    destination: '79161230003',
    text: 'Hi Я',
    parts: 1,
    isCustom: false,
  });
  expect(await reader.preview({ ...ask, row: 99 }, way)).toMatchObject({ row: 7 });
});

test('two hundred thousand rows are read, mapped and measured in a bounded heap', async () => {
  const lines: string[] = ['Телефон;Имя;Сумма\n'];
  for (let at = 0; at < 200_000; at += 1) lines.push(`${79_160_000_000 + at};Имя ${at % 997};${at % 5_000}\n`);
  const blob = new Blob([lines.join('')]);
  lines.length = 0;
  const source = { blob, format: { encoding: 'utf-8', delimiter: ';', newline: '\n' } } as const;
  const options = {
    hasHeader: true,
    mapping: { phone: 0, customText: null, tokens: ['', 'Имя', 'Сумма'] },
    addSeven: true,
    keepDuplicates: false,
    edits: new Map(),
  };
  const before = bytesHeld();
  const scanned = await scanRows(source, options);
  expect(scanned.result).toMatchObject({ rows: 200_000, good: 200_000, duplicates: 0, bad: 0 });
  const measured = await measureText(
    { source, options, scanned },
    { text: 'Здравствуйте, {Имя}! Ваша скидка {Сумма}', countsParts: true },
  );
  expect(measured.messages).toBe(200_000);
  expect(bytesHeld() - before).toBeLessThan(150 * 1024 ** 2);
  // Reading here keeps the rows alive while the memory is measured.
  expect(scanned.result.good).toBe(200_000);
});

/** The heap after a garbage collection, without garbage of other tests. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void; // `--expose-gc` defines it
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
