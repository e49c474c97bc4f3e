import { describe, expect, test } from 'vitest';
import { noAttack } from './attacker.ts';
import { noHonest } from './honest.ts';
import type { Scene } from './scenes.ts';
import { resultOf } from './verdict.ts';

/** A million hashes per second make the figures of the tests readable. */
const RATES = { browser: 200_000, attacker: 1_000_000 };

const scene = (change: { readonly honest?: object; readonly attack?: object; readonly failing?: boolean }): Scene => ({
  name: 'a test',
  honest: { ...noHonest(), visitors: 100, confirmed: 85, hashesMax: 200_000, ...change.honest },
  attack: { ...noAttack(), attempts: 10, sms: 10, hashes: 55_000_000, ...change.attack },
  isCaptchaFailing: change.failing ?? false,
});

const violations = (change: Parameters<typeof scene>[0]) => resultOf(scene(change), RATES).violations;

describe('the verdict', () => {
  test('finds nothing where both figures hold', () => {
    expect(violations({})).toEqual([]);
    expect(violations({ attack: { sms: 0, hashes: 0 } })).toEqual([]);
    expect(violations({ attack: { hashes: 0, solvedCaptchas: 10 } })).toEqual([]);
    expect(violations({ attack: { hashes: 22_000_000, solvedCaptchas: 6 } })).toEqual([]);
  });

  test.each([
    ['honest visitors who are refused', { honest: { refused: 1 } }, /1 honest visitors were refused/],
    ['honest visitors who are asked for too much', { honest: { hashesMax: 200_001 } }, /more than 1 s/],
    ['messages that cost too little work', { attack: { hashes: 54_000_000 } }, /5\.40 s and 0\.000 captchas/],
    ['messages that cost too few captchas', { attack: { hashes: 0, solvedCaptchas: 9 } }, /0\.900 captchas/],
    ['a run without visitors', { honest: { visitors: 0 } }, /no visitor/],
  ])('finds %s', (_what, change, text) => {
    expect(violations(change)).toEqual([expect.stringMatching(text)]);
  });

  test('allows more work in place of a captcha that fails', () => {
    expect(violations({ honest: { hashesMax: 1_000_000 }, failing: true })).toEqual([]);
  });
});
