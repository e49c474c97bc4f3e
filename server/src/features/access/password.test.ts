import { Refusal } from '@volley/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

describe('passwords', () => {
  test('the right password is accepted, a wrong one is not', async () => {
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(stored).not.toContain('correct');
    expect(await isPassword('correct horse', stored)).toBe(true);
    expect(await isPassword('correct horse ', stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });

  test('one password never hashes to the same text twice', async () => {
    expect(await hashPassword('a')).not.toBe(await hashPassword('a'));
  });

  test('a login nobody has accepts no password', async () => {
    expect(await isPassword('anything', undefined)).toBe(false);
  });

  test('a hash made at another cost is still understood', async () => {
    const cheap = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    expect(await isPassword('a', cheap)).toBe(false);
  });

  test('a flood of logins is refused beyond a short queue, and the queue is served', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => isPassword('a', undefined)));
    const refused = tries.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(40 - 2 - 16);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Refusal);
    expect(await isPassword('a', undefined)).toBe(false);
  });
});
