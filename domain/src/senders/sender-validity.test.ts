import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingMonth } from '../money/budget.ts';
import { COMMON_TYPES } from './sender-name.ts';
import { feeMonthsDue, isSenderRequestComplete, monthAfter, senderDatesProblem } from './sender-validity.ts';

const now = Date.UTC(2026, 10, 15, 9);
const at = (offsetMs: number) => new Date(now + offsetMs);
const both = { dateFrom: true, dateTo: true };

describe('the dates of a name', () => {
  test.each([
    ['open-ended', at(0), null, both, undefined],
    ['may end at the present instant', at(-1), at(0), both, undefined],
    ['must not end before now', at(-9), at(-1), both, 'dateTo must not be in the past'],
    ['must not end as they begin', at(5), at(5), both, 'dateTo must be after dateFrom'],
    [
      'must not end before they begin',
      at(9),
      at(5),
      { dateFrom: false, dateTo: true },
      'dateTo must be after dateFrom',
    ],
    [
      'must not begin after their end',
      at(9),
      at(5),
      { dateFrom: true, dateTo: false },
      'dateFrom must be before dateTo',
    ],
    ['may be in the past if unchanged', at(9), at(-5), { dateFrom: false, dateTo: false }, undefined],
    ['may have an unchanged end in the past', at(-9), at(-5), { dateFrom: true, dateTo: false }, undefined],
  ])('%s', (_, dateFrom, dateTo, changed, expected) => {
    const found = senderDatesProblem({ dateFrom, dateTo }, changed, now);
    expect(found && `${found.field} ${found.problem}`).toBe(expected);
  });
});

test('only advertising needs a document', () => {
  for (const commonType of COMMON_TYPES) {
    expect(isSenderRequestComplete({ commonType, documentIds: [] })).toBe(commonType !== 'PROMO');
    expect(isSenderRequestComplete({ commonType, documentIds: ['x'] })).toBe(true);
  }
});

describe('the months of a fee', () => {
  test.each([
    ['the present month', '2026-11-01', null, ['2026-11-01']],
    ['paid ahead', '2026-12-01', null, []],
    ['two missed months', '2026-09-01', null, ['2026-09-01', '2026-10-01', '2026-11-01']],
    ['over a new year', '2025-12-01', '2026-02-10T00:00:00Z', ['2025-12-01', '2026-01-01', '2026-02-01']],
    ['ends later this month', '2026-11-01', '2026-11-20T00:00:00Z', ['2026-11-01']],
    ['ended with the month before, in Moscow', '2026-11-01', '2026-10-31T21:00:00Z', []],
    ['ended a moment into the month, in Moscow', '2026-11-01', '2026-10-31T21:00:01Z', ['2026-11-01']],
  ])('%s', (_, due, validUntil, expected) => {
    expect(feeMonthsDue(due, validUntil === null ? null : new Date(validUntil), now)).toEqual(expected);
  });

  test('every month is charged exactly once, for every jump of the clock', () => {
    const jumps = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 12, size: 'max' });
    fc.assert(
      fc.property(jumps, (days) => {
        const first = billingMonth(now);
        let due = first;
        let nowMs = now;
        const charged: string[] = [];
        for (const jump of days) {
          nowMs += jump * 86_400_000;
          const months = feeMonthsDue(due, null, nowMs);
          charged.push(...months);
          due = monthAfter(months.at(-1) ?? monthBefore(due));
        }
        expect(charged).toEqual(days.length === 0 ? [] : feeMonthsDue(first, null, nowMs));
        expect(new Set(charged).size).toBe(charged.length);
      }),
    );
  });
});

function monthBefore(month: string): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10);
}
