import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('a secret box', () => {
  const [first, second] = [key('first'), key('second')];

  test('opens any text that it sealed', () => {
    const box = createSecretBox([first]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (plain) => {
        expect(box.open(box.seal(plain))).toBe(Buffer.from(plain).toString('utf8'));
      }),
    );
  });

  test('seals the same text differently each time and does not contain it', () => {
    const box = createSecretBox([first]);
    const sealed = [box.seal('secret'), box.seal('secret')];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed[0]).toMatch(/^first\.[\w-]+$/);
    expect(sealed[0]).not.toContain(Buffer.from('secret').toString('base64url'));
  });

  test('seals with the first key and opens with any', () => {
    const old = createSecretBox([first]).seal('secret');
    const box = createSecretBox([second, first]);
    expect(box.currentKeyId).toBe('second');
    expect(box.seal('x')).toMatch(/^second\./);
    expect(box.open(old)).toBe('secret');
  });

  test('rejects text sealed with another key and text with any changed byte', () => {
    const box = createSecretBox([first]);
    const sealed = box.seal('secret');
    expect(() => createSecretBox([second]).open(sealed)).toThrow('no key "first"');
    expect(() => createSecretBox([key('first')]).open(sealed)).toThrow();
    const [id, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`${id}.${changed.toString('base64url')}`)).toThrow();
    }
  });

  test('rejects a truncated tag', () => {
    const box = createSecretBox([first]);
    const [id, body = ''] = box.seal('').split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (const length of [0, 12, 16, 20, 27])
      expect(() => box.open(`${id}.${bytes.subarray(0, length).toString('base64url')}`)).toThrow();
  });

  test.each([
    ['nothing'],
    ['a:b'],
    [`bad id:${randomBytes(32).toString('base64')}`],
    [`short:${randomBytes(16).toString('base64')}`],
    [`:${randomBytes(32).toString('base64')}`],
  ])('%# %# rejects a malformed key', (text) => {
    expect(() => createSecretBox([text])).toThrow('SECRET_KEYS');
  });

  test('cannot seal without a key', () => {
    expect(() => createSecretBox([]).seal('x')).toThrow('SECRET_KEYS is empty');
  });
});

describe('a keyed hash', () => {
  const [first, second] = [key('first'), key('second')];

  test('matches its own text only, does not contain it and is deterministic', () => {
    const box = createSecretBox([first]);
    const mac = box.mac('4711');
    expect(mac).toMatch(/^first\.[\w-]{43}$/);
    expect(box.mac('4711')).toBe(mac);
    expect(box.isMacOf('4711', mac)).toBe(true);
    for (const other of ['4712', '471', '47111', '', ' 4711'])
      expect([other, box.isMacOf(other, mac)]).toEqual([other, false]);
    expect(box.isMacOf('4711', mac.slice(0, -4))).toBe(false);
  });

  test('uses the first key and verifies with any key', () => {
    const old = createSecretBox([first]).mac('4711');
    const box = createSecretBox([second, first]);
    expect(box.isMacOf('4711', old)).toBe(true);
    expect(box.mac('4711')).toMatch(/^second\./);
    expect(() => createSecretBox([second]).isMacOf('4711', old)).toThrow('no key "first"');
  });
});
