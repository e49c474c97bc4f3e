import { WIDGET_CODES } from '@volley/contract/dictionary/widget-codes.ts';
import { expect, test } from 'vitest';
import { describeError, errorText } from './errors.ts';
import { REASONS } from './reasons.ts';
import { EXPIRED, NETWORK, START, WRONG_CODE } from './state.ts';
import { en } from './texts/en.ts';

const NEUTRAL = 'A code cannot be sent now. Try later or contact the site.';
const MINUTE = 60_000;

test.each([
  [110, 'The robot check was not passed. Try it again.', 'user'],
  [130, 'Too many attempts. Try again in 2 min.', 'user'],
  [210, NEUTRAL, 'settings'],
  [230, NEUTRAL, 'settings'],
  [310, NEUTRAL, 'integration'],
  [320, NEUTRAL, 'integration'],
  [321, NEUTRAL, 'integration'],
  [330, NEUTRAL, 'integration'],
  [331, NEUTRAL, 'integration'],
  [340, NEUTRAL, 'integration'],
  [341, 'The robot check could not be loaded. Switch off blockers and reload.', 'integration'],
  [350, NEUTRAL, 'integration'],
  [NETWORK, 'No connection.', 'network'],
])('%i is shown as "%s" and belongs to %s', (error, text, kind) => {
  expect(errorText(en, { ...START, error, until: 1.5 * MINUTE }, 0)).toBe(text);
  expect(describeError(error, 'https://api.example')).toEqual({
    code: error,
    class: kind,
    docs: `https://api.example/console/errors/widget/${error}`,
  });
});

test('every number of the dictionary has words for the developer', () => {
  expect(WIDGET_CODES.filter(({ code }) => !REASONS[code]).map(({ code }) => code)).toEqual([]);
});

test.each([
  ['not-a-number', en['not-a-number']],
  ['country', en.country],
  ['not-a-subscriber', en['not-a-subscriber']],
  ['a reason of tomorrow', en['not-a-number']],
])('a number refused for "%s" is explained', (reason, text) => {
  expect(errorText(en, { ...START, error: 4000, reason }, 0)).toBe(text);
});

test('a wrong code shows the attempts that are left', () => {
  const sent = { channel: 'SMS', codeLength: 6, longest: 6, expiresAt: 9, resendAt: 0, since: 0, delivery: undefined };
  const state = { ...START, error: WRONG_CODE };
  expect(errorText(en, { ...state, sent: { ...sent, attemptsLeft: 3 } }, 0)).toBe('Wrong code. Attempts left: 3.');
  expect(errorText(en, { ...START, error: EXPIRED }, 0)).toBe('The code is no longer valid.');
  expect(errorText(en, START, 0)).toBe('');
});
