import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { SenderAccounts } from './sender-accounts.ts';

const box = createSecretBox([`one:${randomBytes(32).toString('base64')}`]);
const stored = (version: number, sealed = box.seal('{"secret":"secret-of-the-shop"}')) => ({
  senderId: 5,
  version,
  settings: { account: 'shop' },
  secretsSealed: sealed,
});

/** A database that never answers, or that refuses connections. */
const databaseThat = (connect: () => Promise<never>) =>
  ({ pool: { connect }, close: async () => undefined }) as unknown as Database; // the only members that are used

function givenAccounts(connect: () => Promise<never> = () => new Promise(() => undefined)) {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const open = vi.fn((sealed: string) => box.open(sealed));
  const accounts = new SenderAccounts(
    { db: databaseThat(connect), log, secrets: { ...box, open } },
    { id: 7, name: 'viber', protocol: 'VOLLEY_HTTP', password: 'password' },
  );
  return { accounts, lines, open };
}

afterEach(() => void vi.useRealTimers());

test('an account is opened once per version', () => {
  const { accounts, open } = givenAccounts();
  const first = stored(1);
  expect(accounts.open(first)).toEqual({ settings: { account: 'shop' }, secrets: { secret: 'secret-of-the-shop' } });
  accounts.open(stored(1));
  expect(open).toHaveBeenCalledTimes(1);
  accounts.open(stored(2));
  expect(open).toHaveBeenCalledTimes(2);
});

test('an account that cannot be opened is held and logged once, without its content', () => {
  const { accounts, lines } = givenAccounts();
  const [unknownKey, notJson] = [stored(1, 'other.AAAA'), stored(2, box.seal('secret-of-the-shop'))];
  for (const account of [unknownKey, unknownKey, notJson, notJson]) expect(accounts.isHeld(account)).toBe(true);
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('secret-of');
});

test('a refused account is held until it has newer credentials', () => {
  const { accounts, lines } = givenAccounts();
  const halt = { kind: 'closed', reason: 'answered 401: no secret-of-the-shop' } as const;
  accounts.halt(stored(3), halt);
  accounts.halt(stored(3), halt);
  expect([accounts.isHeld(stored(3)), accounts.isHeld(stored(2)), accounts.isHeld(stored(4))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { senderId: 5, link: 'viber', reason: 'answered 401: no ***' },
  ]);
});

test('a throttled account is held for the time that the provider names, at least a second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { accounts } = givenAccounts();
  for (const [forMs, heldMs] of [
    [0, 1_000],
    [5_000, 5_000],
  ] as const) {
    accounts.halt(stored(1), { kind: 'throttled', forMs });
    vi.advanceTimersByTime(heldMs - 1);
    expect(accounts.isHeld(stored(1))).toBe(true);
    vi.advanceTimersByTime(1);
    expect(accounts.isHeld(stored(1))).toBe(false);
  }
});

test('an answer that could not be stored is stored with the next one', async () => {
  const { accounts, lines } = givenAccounts(() => Promise.reject(new Error('database away')));
  accounts.halt(stored(1), { kind: 'throttled', forMs: 60_000 });
  await vi.waitFor(() => expect(lines.join()).toContain('database away'));
  expect(accounts.isHeld(stored(1))).toBe(false);
});

test('messages without an account are held only if the protocol requires one', () => {
  const { accounts } = givenAccounts();
  expect([accounts.linkId, accounts.isHeld(undefined)]).toEqual([7, false]);
});
