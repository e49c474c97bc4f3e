import { expect, test } from 'vitest';
import { type CompanyDraft, companyBody, EMPTY_DRAFT } from './company-draft.ts';

const draft: CompanyDraft = { ...EMPTY_DRAFT, name: ' Nord ', inn: '7707083893' };

test('says only what was filled in, and that nothing limits the month', () => {
  expect(companyBody(draft)).toEqual({
    company: { name: 'Nord', counteragentType: 'LEGAL', counteragentInn: '7707083893' },
    budget: null,
  });
});

test.each<[string, Partial<CompanyDraft>]>([
  ['no name', { name: '  ' }],
  ['a wrong INN', { inn: '7707083894' }],
  ['an INN of the other kind', { counteragentType: 'INDIVIDUAL' }],
  ['a wrong KPP', { kpp: '77' }],
  ['a limit without a sum', { budget: undefined }],
])('is not ready with %s', (_what, change) => {
  expect(companyBody({ ...draft, ...change })).toBeUndefined();
});

test('a person has no KPP, whatever was typed before', () => {
  const person = companyBody({ ...draft, counteragentType: 'INDIVIDUAL', inn: '500100732259', kpp: '77' });
  expect(person?.company).not.toHaveProperty('counteragentKpp');
});
