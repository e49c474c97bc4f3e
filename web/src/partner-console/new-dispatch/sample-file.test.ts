import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { expect, test } from 'vitest';
import { fileReader } from './file/file-reader.ts';
import { sampleCsv } from './sample-file.ts';

test.each(['ru', 'en'] as const)(
  'the sample has fifty rows, three of them bad, all to unassigned numbers: %s',
  async (language) => {
    const way = { onProgress: () => undefined, isCancelled: () => false };
    const reader = fileReader();
    const opened = await reader.open({ file: new Blob([sampleCsv(language)]), choice: {} }, way);
    expect(opened.hasHeader).toBe(true);
    const wish = { ...opened, addSeven: true, keepDuplicates: false, edits: [] };
    const scan = await reader.scan(wish, way);
    expect(scan.problems.map(({ kind }) => kind)).toEqual(['scientific', 'short', 'letters']);
    expect(scan).toMatchObject({ rows: 50, bad: 3 });
    expect(scan).toMatchObject({ good: 47, duplicates: 0 });
    const numbers = sampleCsv(language).match(/^\d{11}(?=;)/gm);
    expect(numbers?.every((number) => sandboxNumber(number) !== undefined)).toBe(true);
    expect(numbers).toHaveLength(47);
  },
);
