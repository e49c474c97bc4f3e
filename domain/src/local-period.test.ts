import { expect, test } from 'vitest';
import { localPeriodProblem } from './local-period.ts';

const NOW = Date.parse('2024-07-01T12:00:00Z');

test.each([
  [null, null, undefined],
  ['2024-07-01 00:00:00', null, undefined],
  ['2024-06-30 23:59:59', null, 'localSendTime is more than 12 hours past'],
  ['2024-07-08 12:00:00', null, undefined],
  ['2024-07-08 12:00:01', null, 'localSendTime is more than 7 days ahead'],
  ['2024-07-01', null, 'localSendTime must be a time like 2024-07-01 09:00:00'],
  [null, '2024-09-09 12:00:00', undefined],
  [null, '2024-09-09 12:00:01', 'localCompletionTime is more than 70 days ahead'],
  [null, '2024-06-30 23:59:59', 'localCompletionTime is more than 12 hours past'],
  [null, 'soon', 'localCompletionTime must be a time like 2024-07-01 09:00:00'],
  ['2024-07-02 10:00:00', '2024-07-02 10:00:01', undefined],
  ['2024-07-02 10:00:00', '2024-07-02 10:00:00', 'localCompletionTime must be later than localSendTime'],
])('from %s to %s: %s', (localSendTime, localCompletionTime, expected) => {
  const found = localPeriodProblem({ localSendTime, localCompletionTime }, NOW);
  expect(found && `${found.field} ${found.problem}`).toBe(expected);
});
