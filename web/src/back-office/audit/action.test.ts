import { expect, test } from 'vitest';
import { detailsText, subjectPath } from './action.ts';

test('details are one line, whatever they hold', () => {
  expect(detailsText({ from: 'PRE_REVIEW', isOn: false, brands: [1, 2] })).toBe(
    'from: PRE_REVIEW, isOn: false, brands: [1,2]',
  );
  expect(detailsText({})).toBe('');
  expect(detailsText({ amountMicros: '15000000000' })).toBe('amount: 15000');
});

test.each([
  ['sender', '/bo/senders/7'],
  ['company', '/bo/companies/7'],
  ['link', undefined],
])('a %s is looked at on %s', (subjectKind, path) => {
  expect(subjectPath({ subjectKind, subjectId: '7' })).toBe(path);
});
