import { describe, expect, test } from 'vitest';
import { type LinkAnswer, LinkAnswers } from './degraded-link.ts';

type Answers = readonly [number: number, answer: LinkAnswer, tookMs?: number];

/** Counts the answers in order, one every `stepMs`. */
function judged(answers: LinkAnswers, given: readonly Answers[], stepMs = 100, fromMs = 0): LinkAnswers {
  given
    .flatMap(([number, answer, tookMs = 100]) => Array.from({ length: number }, () => ({ answer, tookMs })))
    .forEach(({ answer, tookMs }, at) => answers.count(answer, tookMs, fromMs + at * stepMs));
  return answers;
}

describe('a healthy link', () => {
  test.each([
    ['19 failures are too few to judge', [[19, 'failed']], undefined],
    ['20 failures degrade it', [[20, 'failed']], 'failures'],
    [
      'half of the messages taken is enough',
      [
        [20, 'taken'],
        [20, 'failed'],
      ],
      undefined,
    ],
    [
      'fewer than half of the messages taken degrade it',
      [
        [19, 'taken'],
        [21, 'failed'],
      ],
      'failures',
    ],
    [
      '5 % of lost answers are allowed',
      [
        [95, 'taken'],
        [5, 'doubt'],
      ],
      undefined,
    ],
    [
      'more than 5 % of lost answers degrade it',
      [
        [92, 'taken'],
        [8, 'doubt'],
      ],
      'doubts',
    ],
    [
      'a median answer of more than ten seconds degrades it',
      [
        [10, 'taken'],
        [11, 'taken', 10_001],
      ],
      'slow',
    ],
    [
      'half of the answers may be slow',
      [
        [11, 'taken', 10_000],
        [11, 'taken', 10_001],
      ],
      undefined,
    ],
  ] as const satisfies readonly (readonly [string, readonly Answers[], string | undefined])[])(
    '%s',
    (_, given, expected) => {
      expect(judged(new LinkAnswers(), given).degraded).toBe(expected);
    },
  );

  test('failures that are older than a minute do not count', () => {
    const answers = judged(new LinkAnswers(), [[19, 'failed']]);
    judged(answers, [[30, 'taken']], 100, 70_000);
    expect(judged(answers, [[19, 'failed']], 100, 75_000).degraded).toBeUndefined();
  });
});

describe('a degraded link', () => {
  test('recovers after 20 messages in a row that were taken', () => {
    const answers = judged(new LinkAnswers(), [[20, 'failed']]);
    expect(judged(answers, [[19, 'taken']]).degraded).toBe('failures');
    expect(judged(answers, [[1, 'taken']]).degraded).toBeUndefined();
  });

  test.each(['failed', 'doubt'] as const)('starts again from zero after an answer "%s"', (answer) => {
    const answers = judged(new LinkAnswers('doubts'), [[19, 'taken']]);
    judged(answers, [[1, answer]]);
    expect(judged(answers, [[19, 'taken']]).degraded).toBe('doubts');
  });

  test('does not recover by slow answers', () => {
    expect(judged(new LinkAnswers('slow'), [[50, 'taken', 12_000]]).degraded).toBe('slow');
  });

  test('begins a new minute after its recovery', () => {
    const answers = judged(new LinkAnswers(), [[20, 'failed']]);
    judged(answers, [[20, 'taken']]);
    expect(judged(answers, [[19, 'failed']]).degraded).toBeUndefined();
    expect(judged(answers, [[1, 'failed']]).degraded).toBe('failures');
  });
});
