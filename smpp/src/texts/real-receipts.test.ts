import { expect, test } from 'vitest';
import { pduOf, realReceipts } from '../testing/real-receipts.ts';
import { parseReceipt } from './receipt.ts';

test.each(realReceipts.map((row) => [row.title, row.source, row] as const))('%s %s', (_title, _source, row) => {
  const receipt = parseReceipt(pduOf(row));
  if (row.expected === null) expect(receipt).toBeUndefined();
  else expect(receipt).toMatchObject(row.expected);
});

test('at least forty rows name the page that shows them', () => {
  const shown = realReceipts.filter(({ source }) => source.startsWith('https://'));
  expect(shown.length).toBeGreaterThanOrEqual(40);
});
