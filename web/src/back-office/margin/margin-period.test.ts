import { expect, test } from 'vitest';
import { periodOf } from './margin-period.ts';

const NOW_MS = Date.parse('2026-11-18T22:30:00Z');

test('the report covers the last 30 days of Moscow unless days are chosen', () => {
  expect(periodOf({}, NOW_MS)).toEqual({ from: '2026-10-21', to: '2026-11-19' });
  expect(periodOf({ from: '2026-11-01', to: '2026-11-02' }, NOW_MS)).toEqual({ from: '2026-11-01', to: '2026-11-02' });
});
