import { expect, test } from 'vitest';
import { showTables } from './show-tables.ts';

test('showTables aligns columns, numbers to the right, and prints "none" for an empty section', () => {
  const text = showTables({
    links: [
      { name: 'mts', bound: true, batches: 2, since: new Date('2026-01-02T03:04:05.678Z') },
      { name: 'beeline', bound: false, batches: 1_200, since: null },
    ],
    doubts: [],
  });
  expect(text).toBe(
    [
      'LINKS',
      '  name     bound  batches  since',
      '  mts      yes          2  2026-01-02T03:04:05Z',
      '  beeline  no        1200  -',
      '',
      'DOUBTS',
      '  none',
    ].join('\n'),
  );
});
