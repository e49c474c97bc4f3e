import { describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { isOldBroker, probeBroker } from './broker-version.ts';

test.each([
  ['2.9.10', true],
  ['2.10.22', true],
  ['2.10.3', true],
  ['1.99.99', true],
  ['2.10.23', false],
  ['2.10.27', false],
  ['2.10.23-RC.1', false],
  ['2.11.0-preview.2', false],
  ['3.0.0', false],
  ['2.10', true],
  ['dev', true],
  ['', true],
])('NATS %j is too old for production: %s', (version, expected) => {
  expect(isOldBroker(version)).toBe(expected);
});

describe('a process that finds an old broker', () => {
  const probe = (testMode: boolean, allowOldBroker: boolean, version: string | undefined = '2.10.22') => {
    const warnings: string[] = [];
    const log = Object.assign(createLog('silent', 'test'), { warn: (message: string) => void warnings.push(message) });
    probeBroker({ serverVersion: () => version }, { testMode, allowOldBroker }, log);
    return warnings;
  };

  test('does not start in production', () => {
    expect(() => probe(false, false)).toThrow(
      'the broker is NATS 2.10.22, and before 2.10.23 a crash can lose whole streams: upgrade it, or set ALLOW_OLD_BROKER=true',
    );
  });

  test.each([
    [true, false],
    [false, true],
    [true, true],
  ])('warns once with test mode %s and ALLOW_OLD_BROKER %s', (testMode, allowOldBroker) => {
    expect(probe(testMode, allowOldBroker)).toEqual([expect.stringContaining('NATS 2.10.22')]);
  });

  test('is silent about a newer one', () => {
    expect(probe(false, false, '2.10.23')).toEqual([]);
  });
});
