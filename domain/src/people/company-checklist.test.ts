import { expect, test } from 'vitest';
import { type CompanyState, companyChecklist } from './company-checklist.ts';

const ready: CompanyState = {
  isActive: true,
  documents: 1,
  senders: { total: 1, usable: 1 },
  budgetMicros: null,
  spentMicros: 0n,
  reservedMicros: 0n,
};
const missing = (change: Partial<CompanyState>) =>
  companyChecklist({ ...ready, ...change }).flatMap(({ check, done }) => (done ? [] : [check]));

test.each<[string, Partial<CompanyState>, string[]]>([
  ['nothing', {}, []],
  [
    'everything',
    { isActive: false, documents: 0, senders: { total: 0, usable: 0 }, budgetMicros: 0n },
    ['active', 'documents', 'sender', 'approval', 'budget'],
  ],
  ['an approval', { senders: { total: 2, usable: 0 } }, ['approval']],
  ['no documents if a name is usable', { documents: 0 }, []],
  ['money', { budgetMicros: 10n, spentMicros: 4n, reservedMicros: 6n }, ['budget']],
  ['no budget while one micro is left', { budgetMicros: 11n, spentMicros: 4n, reservedMicros: 6n }, []],
])('lacks %s', (_, change, checks) => {
  expect(missing(change)).toEqual(checks);
});
