import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listParts } from './list-parts.ts';

test('listParts selects the same rows as a slice of the whole list', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5), { maxLength: 8 }),
      fc.nat(30),
      fc.integer({ min: 1, max: 12 }),
      (counts, offset, limit) => {
        const groups = counts.map((count, at) => ({ at, count }));
        const rowsOf = ({ at, count }: { at: number; count: number }) =>
          Array.from({ length: count }, (_, row) => `${at}.${row}`);
        const page = listParts(groups, { offset, limit }).flatMap((part) =>
          rowsOf(part.group).slice(part.offset, part.offset + part.limit),
        );
        expect(page).toEqual(groups.flatMap(rowsOf).slice(offset, offset + limit));
      },
    ),
  );
});

test('listParts leaves out groups without a row of the page', () => {
  const groups = [0, 10, 0, 5, 7].map((count, at) => ({ at, count }));
  expect(listParts(groups, { offset: 12, limit: 3 })).toEqual([{ group: groups[3], offset: 2, limit: 3 }]);
});
