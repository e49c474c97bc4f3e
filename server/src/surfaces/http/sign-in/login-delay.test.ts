import { describe, expect, test } from 'vitest';
import { LoginDelay } from './login-delay.ts';

function delays() {
  const time = { ms: 0 };
  return { time, delay: new LoginDelay(() => time.ms) };
}

describe('LoginDelay', () => {
  test('grows with every wrong password of a login, up to eight seconds', () => {
    const { delay } = delays();
    const seen = Array.from({ length: 16 }, () => {
      const ms = delay.delayMs('a');
      delay.failed('a');
      return ms;
    });
    expect(seen).toEqual([...Array(10).fill(0), 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(delay.delayMs('b')).toBe(0);
  });

  test('is cleared by the right password and by a quarter of an hour without failures', () => {
    const { time, delay } = delays();
    for (const login of ['a', 'b']) for (let at = 0; at < 12; at += 1) delay.failed(login);
    delay.succeeded('a');
    expect([delay.delayMs('a'), delay.delayMs('b')]).toEqual([0, 2_000]);
    time.ms += 15 * 60_000 + 1;
    expect(delay.delayMs('b')).toBe(0);
    delay.failed('b');
    expect(delay.delayMs('b')).toBe(0);
  });

  test('remembers a bounded number of logins', () => {
    const { delay } = delays();
    for (let at = 0; at < 12; at += 1) delay.failed('first');
    for (let at = 0; at < 100_000; at += 1) delay.failed(`login ${at}`);
    expect(delay.delayMs('first')).toBe(0);
  });
});
