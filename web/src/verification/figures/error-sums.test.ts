import { expect, test } from 'vitest';
import { errorLines } from './error-sums.ts';

const row = (change: object) => ({
  companyId: 1,
  widgetId: 'aaaaaa',
  widgetName: 'Sign-in',
  day: '2026-11-14',
  code: 341,
  count: 2,
  ...change,
});

test('a number is one line with its last day and its widgets', () => {
  expect(
    errorLines([
      row({}),
      row({ day: '2026-11-16', count: 1 }),
      row({ widgetId: 'bbbbbb', widgetName: 'Order', count: 9 }),
      row({ code: 110, count: 1 }),
    ]),
  ).toEqual([
    {
      code: 341,
      count: 12,
      lastDay: '2026-11-16',
      widgets: [
        { widgetId: 'bbbbbb', widgetName: 'Order', count: 9 },
        { widgetId: 'aaaaaa', widgetName: 'Sign-in', count: 3 },
      ],
    },
    { code: 110, count: 1, lastDay: '2026-11-14', widgets: [{ widgetId: 'aaaaaa', widgetName: 'Sign-in', count: 1 }] },
  ]);
});
