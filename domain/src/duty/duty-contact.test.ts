import { expect, test } from 'vitest';
import { isBotToken, isEmailAddress, isTelegramChat, nextAttemptMs, wantsAlert } from './duty-contact.ts';

test.each([
  [1, 0, 0, 10_000],
  [2, 0, 0, 30_000],
  [5, 0, 0, 300_000],
  [1, 0, 45_000, 45_000],
  [80, 6 * 3_600_000, 0, undefined],
])('after attempt %i at age %i ms, with %i ms wanted, the pause is %s', (attempts, age, wanted, expected) => {
  expect(nextAttemptMs(attempts, age, wanted)).toBe(expected);
});

test.each([
  ['duty@volley.example', true],
  ['дежурный@почта.рф', true],
  ['Duty <duty@volley.example>', false],
  ['a@b.example,c@d.example', false],
  ['a@b.example\r\nBcc: c@d.example', false],
  ['duty', false],
])('%j is an e-mail address: %s', (text, expected) => expect(isEmailAddress(text)).toBe(expected));

test.each([
  ['500', true],
  ['-1001234567890', true],
  ['@volley_duty', true],
  ['volley', false],
  ['', false],
])('%j is a chat: %s', (text, expected) => expect(isTelegramChat(text)).toBe(expected));

test('the token of a bot has its form', () => {
  expect(isBotToken('110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw')).toBe(true);
  expect(isBotToken('110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe')).toBe(false);
});

test('a contact gets its severities, and no word about its own failures', () => {
  const contact = { contactId: 3, enabled: true, severities: ['WARNING'] as const };
  expect(wantsAlert(contact, { key: 'doubts:mts', severity: 'WARNING' })).toBe(true);
  expect(wantsAlert(contact, { key: 'disk', severity: 'CRITICAL' })).toBe(false);
  expect(wantsAlert(contact, { key: 'contact-failing:3', severity: 'WARNING' })).toBe(false);
  expect(wantsAlert(contact, { key: 'contact-failing:4', severity: 'WARNING' })).toBe(true);
  expect(wantsAlert({ ...contact, enabled: false }, { key: 'doubts:mts', severity: 'WARNING' })).toBe(false);
});
