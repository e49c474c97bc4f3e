import { expect, test } from 'vitest';
import { ALERT_RULES, type AlertRule } from './alert-rule.ts';
import { alertText, DUTY_LANGUAGES } from './alert-text.ts';
import { type NoticeLine, noticeOf, noticeText } from './duty-notice.ts';
import { spanText } from './span-text.ts';

const line = (change: Partial<NoticeLine> = {}): NoticeLine => ({
  key: 'link-down:mts',
  rule: 'link-down',
  subject: 'mts',
  facts: { channelType: 'SMS', reason: 'ECONNREFUSED' },
  severity: 'CRITICAL',
  event: 'OPENED',
  since: '2026-11-18T00:00:00.000Z',
  seconds: 75,
  ...change,
});

test('a notice shows severe alerts first and recoveries last', () => {
  const { lines, more } = noticeOf([
    line({ key: 'c', event: 'RECOVERED' }),
    line({ key: 'b', severity: 'WARNING' }),
    line({ key: 'a' }),
  ]);
  expect(lines.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect(more).toBe(0);
});

test('a notice has at most forty lines and counts the others', () => {
  const notice = noticeOf(Array.from({ length: 43 }, () => line()));
  expect(notice.lines).toHaveLength(40);
  expect(notice.more).toBe(3);
  expect(noticeText(notice, 'en', 'cell1').text).toMatch(/… and 3 more$/);
});

test('the English text names the installation, the alert, its time and its page', () => {
  const { subject, text } = noticeText(noticeOf([line(), line({ event: 'RECOVERED', seconds: 3_725 })]), 'en', 'cell1');
  expect(subject).toBe('[Volley cell1] CRITICAL: 1 open, 1 recovered');
  expect(text).toBe(
    `${subject}\n\nNEW CRITICAL · Link mts is down (ECONNREFUSED)\n` +
      '  link-down:mts · for 1 min 15 s · docs/operating/runbook.md#a-link-is-down\n\n' +
      'RECOVERED CRITICAL · Link mts is down (ECONNREFUSED)\n  link-down:mts · lasted 1 h 2 min',
  );
});

test('the Russian text says the same', () => {
  const { subject, text } = noticeText(noticeOf([line({ event: 'REMINDER' })]), 'ru', 'cell1');
  expect(subject).toBe('[Volley cell1] CRITICAL: открыто: 1');
  expect(text).toContain('ДЛИТСЯ CRITICAL · Подключение mts не работает (ECONNREFUSED)');
});

test('a recovery of a severe alert is not announced as critical', () => {
  expect(noticeText(noticeOf([line({ event: 'RECOVERED' })]), 'en', 'c').subject).toBe('[Volley c] 1 recovered');
});

test('a notice without lines is a test', () => {
  expect(noticeText({ lines: [], more: 0 }, 'en', 'cell1').subject).toBe('[Volley cell1] test notice');
});

test('a phone number in a reason of a provider does not leave', () => {
  expect(alertText(line({ facts: { reason: 'refused 79161234567' } }), 'en')).toBe('Link mts is down (refused …)');
});

test('the time of a condition is in units that people read', () => {
  const alert = { rule: 'callbacks', subject: 'shop.example', facts: { waiting: 721, seconds: 432_026 } } as const;
  expect(alertText(alert, 'en')).toBe('Callbacks to shop.example fail: 721 wait, the oldest for 5 d');
  expect(alertText(alert, 'ru')).toBe('Колбэки на shop.example не проходят, ждут: 721, самый старый ждёт 5 д');
});

test.each(DUTY_LANGUAGES)('every rule has a sentence without gaps in %s', (language) => {
  // Keys of a constant object.
  for (const rule of Object.keys(ALERT_RULES) as AlertRule[]) {
    const text = alertText({ rule, subject: 'x', facts: {} }, language);
    expect(text.length).toBeGreaterThan(10);
    expect(text).not.toContain('undefined');
  }
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [3_600, '1 h'],
  [90_061, '1 d 1 h'],
  [432_026, '5 d'],
])('%i seconds read as %s', (seconds, text) => {
  expect(spanText(seconds, 'en')).toBe(text);
});
