import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { HookCall } from '../hook.ts';
import { vkHook } from './hook.ts';

const NOW_MS = 1_800_000_000_000;
const NOW_SECONDS = NOW_MS / 1_000;
const SECRET = 'aQx31kTh78sPq0Zm';
const CONFIRMATION = '6a80b0d1';
const account = { settings: { confirmation: CONFIRMATION }, secrets: { token: 'token', secret: SECRET } };

const event = (type: string, object: unknown, change: object = {}) => ({
  type,
  object,
  group_id: 1,
  event_id: 'e1',
  v: '5.199',
  ...change,
});
const message = (change: object = {}) => ({ from_id: 500, peer_id: 500, date: NOW_SECONDS, text: 'Hi', ...change });
const written = (change: object = {}) => event('message_new', { message: message(change), client_info: {} });
const textsOf = (body: unknown) => vkHook.read(body, account, NOW_MS).texts;
const read = (body: unknown) => vkHook.read(body, account, NOW_MS).events;

describe('an event of a community', () => {
  test.each([
    ['an allowance', event('message_allow', { user_id: 500, key: '' }), 'started'],
    ['a denial', event('message_deny', { user_id: 500 }), 'stopped'],
    ['a message', written(), 'started'],
    ['a message in the form of an earlier version', event('message_new', message()), 'started'],
  ])('about %s is an event of the person', (_title, body, kind) => {
    expect(read(body)).toEqual([{ subscriberId: '500', kind, ageMs: 0 }]);
  });

  test.each([
    ['a message in a chat of several people', written({ peer_id: 2_000_000_001 })],
    ['a message of a community', written({ from_id: -5, peer_id: -5 })],
    ['a message to the person', written({ out: 1 })],
    ['an answer of the community', event('message_reply', message())],
    ['a person who joins', event('group_join', { user_id: 500, join_type: 'join' })],
    ['a confirmation', event('confirmation', undefined)],
    ['an allowance without a person', event('message_allow', {})],
    ['a denial of an id that is not exact', event('message_deny', { user_id: 2 ** 60 })],
  ])('about %s changes nothing', (_title, body) => {
    expect(read(body)).toEqual([]);
  });

  test.each([
    [NOW_SECONDS - 60, 59_000],
    [NOW_SECONDS + 60, 0],
    ['yesterday', 0],
  ])('with the date %s is %i ms old', (date, ageMs) => {
    expect(read(written({ date }))).toMatchObject([{ ageMs }]);
  });

  test('of any form is read, and has an answer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const types = ['message_allow', 'message_deny', 'message_new'];
        for (const body of [value, ...types.map((type) => event(type, value)), written({ from_id: value })]) {
          expect(read(body).length).toBeLessThanOrEqual(1);
          expect(vkHook.answer?.(body, account)).toBe('ok');
        }
      }),
    );
  });
});

describe('a call about a community', () => {
  const call = (body: unknown): HookCall => ({
    header: () => '',
    query: () => '',
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    nowMs: NOW_MS,
  });
  const withSecret = (secret?: unknown, type = 'message_allow') =>
    call(event(type, { user_id: 500 }, secret === undefined ? {} : { secret }));

  test('is accepted with its secret alone', () => {
    expect(vkHook.isSigned(withSecret(SECRET), account)).toBe(true);
    for (const wrong of [undefined, '', null, 7, 'token', CONFIRMATION, SECRET.slice(1), SECRET.toLowerCase()])
      expect(vkHook.isSigned(withSecret(wrong), account)).toBe(false);
    expect(vkHook.isSigned(call('{'), account)).toBe(false);
    expect(vkHook.isSigned(call([{ secret: SECRET }]), account)).toBe(false);
  });

  test('is refused by an account without a secret', () => {
    expect(vkHook.isSigned(withSecret(''), { settings: {}, secrets: {} })).toBe(false);
  });

  test('is answered with the text ok', () => {
    expect(vkHook.answer?.(event('message_new', {}), account)).toBe('ok');
  });

  test('for confirmation may come before the secret is set at VK, but not with a wrong one', () => {
    const calls = [undefined, SECRET, 'wrong'].map((one) => withSecret(one, 'confirmation'));
    expect(calls.map((one) => [vkHook.isSigned(one, account), vkHook.isOpen?.(one)])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
    expect(vkHook.isOpen?.(withSecret())).toBe(false);
    expect(vkHook.answer?.(event('confirmation', undefined), account)).toBe(CONFIRMATION);
  });

  test('may write its secret anywhere, spaced and escaped', () => {
    const escaped = '/!~/aQx31kTh78sP';
    const withSlashes = { settings: {}, secrets: { secret: escaped } };
    const body = `{ "secret" : ${JSON.stringify(escaped).replaceAll('/', '\\/')}, "type": "message_allow" }`;
    expect(vkHook.isSigned(call(body), withSlashes)).toBe(true);
    const text = `my "secret": "${SECRET}"`;
    expect(vkHook.isSigned(call(event('message_new', { message: message({ text }) })), account)).toBe(false);
    const inside = event('message_new', { secret: SECRET });
    expect(vkHook.isSigned(call(inside), account)).toBe(false);
    expect(vkHook.isSigned(call({ ...inside, secret: SECRET }), account)).toBe(true);
  });

  test('of three megabytes is parsed only if it has the secret', () => {
    const long = 'x'.repeat(3 * 1024 * 1024);
    const forged = [
      call(event('message_new', { long })),
      call(event('message_new', { long }, { secret: 'wrong' })),
      call(event('confirmation', { long })),
      call(
        event(
          'message_new',
          Array.from({ length: 100_000 }, () => ({ secret: 'x' })),
        ),
      ),
    ];
    const right = call(event('message_new', { long }, { secret: SECRET }));
    const parse = vi.spyOn(JSON, 'parse');
    for (const one of forged) expect([vkHook.isSigned(one, account), vkHook.isOpen?.(one)]).toEqual([false, false]);
    expect(parse.mock.calls.every(([text]) => text.length < 1_000)).toBe(true);
    expect(vkHook.isSigned(right, account)).toBe(true);
    parse.mockRestore();
  });
});

describe('a text of a person', () => {
  test('has the id of the message and its age', () => {
    expect(textsOf(written({ id: 7, date: NOW_SECONDS - 60 }))).toEqual([
      { subscriberId: '500', id: '7', text: 'Hi', ageMs: 59_000 },
    ]);
  });

  test.each([
    ['without an id', written()],
    ['with the id 0', written({ id: 0 })],
    ['that is a command', written({ id: 7, text: '/start' })],
    ['that is empty', written({ id: 7, text: '' })],
    ['in a chat of several people', written({ id: 7, peer_id: 2_000_000_001 })],
    ['of a community', written({ id: 7, from_id: -5, peer_id: -5 })],
    ['to the person', written({ id: 7, out: 1 })],
    ['in a denial', event('message_deny', { ...message(), id: 7, user_id: 500 })],
  ])('%s is not stored', (_title, body) => {
    expect(textsOf(body)).toEqual([]);
  });
});
