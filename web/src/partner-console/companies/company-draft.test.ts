import { expect, test } from 'vitest';
import { type CompanyDraft, companyBody, EMPTY_DRAFT } from './company-draft.ts';

const draft: CompanyDraft = { ...EMPTY_DRAFT, name: ' Nord ', inn: '7707083893' };

test('the request of a new company has only filled fields and an explicit unlimited budget', () => {
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
])('the form of a new company is not ready with %s', (_what, change) => {
  expect(companyBody({ ...draft, ...change })).toBeUndefined();
});

test('a KPP typed earlier is not sent for a person', () => {
  const person = companyBody({ ...draft, counteragentType: 'INDIVIDUAL', inn: '500100732259', kpp: '77' });
  expect(person?.company).not.toHaveProperty('counteragentKpp');
});
