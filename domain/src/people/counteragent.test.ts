import { expect, test } from 'vitest';
import { counteragentFaults } from './counteragent.ts';

test.each([
  [{ counteragentType: 'LEGAL', counteragentInn: '7700000001', counteragentKpp: '770101001' }, []],
  [{ counteragentType: 'INDIVIDUAL', counteragentInn: '770000000012' }, []],
  [
    { counteragentType: 'LEGAL', counteragentInn: '770000000012' },
    ['company.counteragentInn must be 10 digits for LEGAL'],
  ],
  [
    { counteragentType: 'INDIVIDUAL', counteragentInn: '7700000001', counteragentKpp: '770101001' },
    [
      'company.counteragentInn must be 12 digits for INDIVIDUAL',
      'company.counteragentKpp must be absent unless counteragentType is LEGAL',
    ],
  ],
  [
    { counteragentType: 'INDIVIDUAL', counteragentKpp: '770101001' },
    ['company.counteragentKpp must be absent unless counteragentType is LEGAL'],
  ],
  [{ counteragentInn: '1' }, []],
] as const)('%j has the faults %j', (counteragent, expected) => {
  expect(counteragentFaults(counteragent, 'company.').map(({ field, reason }) => `${field} ${reason}`)).toEqual(
    expected,
  );
});
