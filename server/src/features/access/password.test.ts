import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { describe, expect, test } from 'vitest';
import { type HashTurn, hashPassword, isPassword as isPasswordOf } from './password.ts';

const STRANGER: HashTurn = { lane: 'strangers', caller: '198.51.100.7' };
const isPassword = (password: string, stored: string | undefined, turn = STRANGER) =>
  isPasswordOf(password, stored, turn);

describe('passwords', () => {
  test('the right password is accepted, a wrong one is not', async () => {
    const stored = await hashPassword('correct horse', 'command');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(stored).not.toContain('correct');
    expect(await isPassword('correct horse', stored)).toBe(true);
    expect(await isPassword('correct horse ', stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });

  test('hashing a password twice gives different hashes', async () => {
    expect(await hashPassword('a', 'command')).not.toBe(await hashPassword('a', 'command'));
  });

  test('an unknown login accepts no password', async () => {
    expect(await isPassword('anything', undefined)).toBe(false);
  });

  test('a hash of another cost is still readable', async () => {
    const cheap = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    expect(await isPassword('a', cheap)).toBe(false);
  });

  test('a flood of sign-ins is refused beyond a short queue, and the queue is served', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => isPassword('a', undefined)));
    const refused = tries.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(40 - 2 - 16);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Refusal);
    expect(await isPassword('a', undefined)).toBe(false);
  });

  test('a flood of one address refuses neither another address, nor a known login, nor staff, nor a new password', async () => {
    const flood = Promise.allSettled(Array.from({ length: 100 }, () => isPassword('a', undefined)));
    const others: HashTurn[] = [
      { lane: 'strangers', caller: '203.0.113.1' },
      { lane: 'trusted', caller: STRANGER.caller },
      { lane: 'staff', caller: STRANGER.caller },
    ];
    expect(await Promise.all(others.map((turn) => isPassword('a', undefined, turn)))).toEqual([false, false, false]);
    expect(await hashPassword('a', 'partner 1')).toMatch(/^\$argon2id/);
    expect((await flood).filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0);
  });
});
