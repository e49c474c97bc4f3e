import { expect, test } from 'vitest';
import { detailLines } from './detail-lines.ts';

test.each([
  [{}, []],
  [{ login: 'anna', count: 3 }, ['login: anna', 'count: 3']],
  [{ role: { before: 'reader', after: 'sender' } }, ['role: reader → sender']],
  [{ budget: { before: null, after: 100 } }, ['budget: — → 100']],
  [{ ids: [1, 2] }, ['ids: [1,2]']],
])('the details %j are shown as %j', (details, lines) => {
  expect(detailLines(details)).toEqual(lines);
});
