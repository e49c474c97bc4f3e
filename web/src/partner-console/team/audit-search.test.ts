import { expect, test } from 'vitest';
import { auditSearch, auditTimes } from './audit-search.ts';

test.each([
  [
    { login: 'anna', action: 'createCompany' },
    { login: 'anna', action: 'createCompany' },
  ],
  [{ subjectId: 17 }, { subjectId: '17' }],
  [{ from: '2026-11-01', to: 'yesterday' }, { from: '2026-11-01' }],
  [{ login: '', action: ['x'], other: 'y' }, {}],
])('the URL parameters %j give the filters %j', (raw, found) => {
  expect(auditSearch(raw)).toEqual(found);
});

test('a filter by day covers the whole day', () => {
  const { from, to } = auditTimes({ from: '2026-11-15', to: '2026-11-15' });
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
  expect(auditTimes({})).toEqual({});
});
