import { expect, test } from 'vitest';
import { detailsText, subjectPath } from './action.ts';
import { actionText, subjectText } from './action-words.ts';

/** Returns the id of the requested text. */
const t = (id: string) => `<${id}>`;

test('details of any type are written in one line', () => {
  expect(detailsText(t, { from: 'PRE_REVIEW', isOn: false, brands: [1, 2] })).toBe(
    '<backOffice.detail.from>: <backOffice.status.PRE_REVIEW>; <backOffice.detail.isOn>: <backOffice.detail.no>; brands: 1, 2',
  );
  expect(detailsText(t, {})).toBe('');
  expect(detailsText(t, { amountMicros: '15000000000' })).toBe('<backOffice.detail.amount>: 15000');
});

test('an unknown name is shown as stored', () => {
  expect([actionText(t, 'wallet.top-up'), actionText(t, 'moon.land')]).toEqual([
    '<backOffice.act.wallet.top-up>',
    'moon.land',
  ]);
  expect([subjectText(t, 'link'), subjectText(t, 'moon')]).toEqual(['<backOffice.subject.link>', 'moon']);
});

test.each([
  ['sender', '/bo/senders/7'],
  ['company', '/bo/companies/7'],
  ['link', undefined],
])('the page of a %s is %s', (subjectKind, path) => {
  expect(subjectPath({ subjectKind, subjectId: '7' })).toBe(path);
});
