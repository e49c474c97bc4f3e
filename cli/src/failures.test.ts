// Failures as the command line ends with them: its messages and its exit codes.
import type { FailureDetail } from '@volley/sdk/checks/fault.ts';
import { apiFailureOf } from '@volley/sdk/errors/api-failure.ts';
import { AnswerUnknown } from '@volley/sdk/errors/connection-failure.ts';
import { InvalidArgument } from '@volley/sdk/errors/invalid-argument.ts';
import { PartialFailure } from '@volley/sdk/errors/partial-failure.ts';
import { describe, expect, test } from 'vitest';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { explainError } from './explain-error.ts';

const refusal = (status: number, details: readonly FailureDetail[] = []) =>
  apiFailureOf({
    api: 'http://a',
    status,
    headers: new Headers({ 'x-request-id': 'r-1' }),
    body: { code: status * 10, msg: 'No', details },
    warnings: [],
    idempotencyKey: 'mine.2',
    isRead: false,
  });
const partial = (cause: unknown) =>
  new PartialFailure({
    method: 'messages.send',
    result: undefined,
    taken: { from: 0, to: 1_000 },
    unknown: undefined,
    notTaken: { from: 1_000, to: 1_500 },
    idempotencyKey: 'mine',
    cause,
    resume: () => Promise.reject(new Error('not in this test')),
  });

test.each([
  [401, EXIT.auth],
  [403, EXIT.auth],
  [404, EXIT.notFound],
  [429, EXIT.limit],
  [500, EXIT.error],
])('the exit code of %i is %i, also if earlier parts or attempts may be done', (status, code) => {
  expect(exitCodeOf(refusal(status))).toBe(code);
  expect(exitCodeOf(partial(refusal(status)))).toBe(code);
  expect(exitCodeOf(partial(new AnswerUnknown('messages.send', 'mine.2', refusal(status))))).toBe(code);
});

describe('the message of a failure', () => {
  const details = [{ field: '[3].ttl', reason: 'must be at least 60', code: 'too-small' }];

  test('has the faults, the next step, the page of the code and the request', () => {
    expect(explainError(refusal(400, details)).split('\n')).toEqual([
      '4000 No',
      '  [3].ttl: must be at least 60',
      'Correct the members named in `details`, then repeat the call.',
      'See http://a/console/errors/api/4000. Request r-1.',
    ]);
  });

  test('has the faults that were found before the request', () => {
    const fault = new InvalidArgument('messages.send', [...details, ...details]);
    expect(explainError(fault).split('\n')).toEqual([
      'messages.send: [3].ttl must be at least 60 (and 1 more)',
      '  [3].ttl: must be at least 60',
      '  [3].ttl: must be at least 60',
      'Correct the arguments named in `details`. No request was made.',
    ]);
  });

  test('names the option that repeats the command under the key of the whole list', () => {
    const failure = partial(refusal(402));
    expect(explainError(failure, true).split('\n')).toEqual([
      'messages.send: items 0 to 999 were taken, items 1000 to 1499 were not: 4020 No',
      "Repeat the command with the same input and --idempotency-key 'mine' within 24 hours: nothing is done twice.",
      'Request r-1.',
    ]);
    expect(explainError(failure)).toContain('Call resume() of this error');
    // A corrected list is another list.
    expect(explainError(partial(refusal(400, details)), true)).toContain('  [1003].ttl: must be at least 60\nCorrect');
  });

  test('of another origin is its text', () => {
    expect(explainError(new Error('no space left'))).toBe('no space left');
  });
});
