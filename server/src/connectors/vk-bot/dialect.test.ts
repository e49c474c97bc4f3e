import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { vkBot } from './dialect.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const dialect = vkBot({ basePath: '' });
const account = { settings: { confirmation: '6a80b0d1' }, secrets: { token: TOKEN, secret: 'secretOfTheServer' } };
const hello: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'VK',
  trafficType: 'SERVICE',
  senderName: 'shop',
  destination: '79161230001',
  address: '174756854',
  text: 'Hello & good-bye',
  reference: 40_502,
  account,
};
const said = (change: Partial<Submission> = {}) => {
  const { body = '', ...request } = dialect.commit({ ...hello, ...change }, 0, {});
  return { ...request, form: Object.fromEntries(new URLSearchParams(body)) };
};
const keyboard = (...buttons: object[]) => ({
  special: { contentType: 'text', text: 'Hello', keyboard: { buttons } },
});
const shownKeyboard = (...buttons: object[]) =>
  JSON.parse(said(keyboard(...buttons)).form['keyboard'] ?? '') as unknown;
const button = (type: string, value?: string) => ({ type, text: 'Open', ...(value !== undefined && { value }) });
const answer = (body: unknown, status = 200, retryAfterMs = 0): Answer => ({
  kind: 'answer',
  status,
  retryAfterMs,
  body,
});
const failed = (code: number, message = 'words', change: object = {}) =>
  answer({ error: { error_code: code, error_msg: message, request_params: [], ...change } });
const files = openFiles({ allow: [], sourceAddress: '' });
const noCall = () => Promise.reject(new Error('no call is expected'));

describe('a message', () => {
  test('is a form with the person, the text and the token of the community', () => {
    expect(said()).toEqual({
      method: 'POST',
      path: '/method/messages.send',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      form: {
        user_id: '174756854',
        random_id: said().form['random_id'],
        message: 'Hello & good-bye',
        access_token: TOKEN,
        v: '5.199',
      },
    });
  });

  test('goes below the path of the link', () => {
    expect(vkBot({ basePath: '/vk' }).commit(hello, 0, {}).path).toBe('/vk/method/messages.send');
  });

  test('has the same random_id at every try, and another message has another', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        const [first, again, second] = [one, one, other].map((messageId) => said({ messageId }).form['random_id']);
        expect(first).toBe(again);
        if (one !== other) expect(first).not.toBe(second);
        expect(Number(first)).toSatisfy((id: number) => Number.isInteger(id) && id !== 0 && Math.abs(id) <= 2 ** 31);
      }),
    );
  });

  test('may have links and replies inside it, one below the other', () => {
    expect(shownKeyboard(button('url', 'https://shop.example'), button('reply'))).toEqual({
      inline: true,
      buttons: [
        [{ action: { type: 'open_link', label: 'Open', link: 'https://shop.example' } }],
        [{ action: { type: 'text', label: 'Open' } }],
      ],
    });
  });

  test.each([
    [6, [1, 1, 1, 1, 1, 1]],
    [7, [2, 2, 2, 1]],
    [10, [2, 2, 2, 2, 2]],
  ])('with %i buttons has rows of %j', (count, rows) => {
    const { buttons } = shownKeyboard(...Array<object>(count).fill(button('reply'))) as { buttons: object[][] };
    expect(buttons.map(({ length }) => length)).toEqual(rows);
  });

  test('without buttons in its keyboard has no keyboard', () => {
    expect(said(keyboard()).form).not.toHaveProperty('keyboard');
  });

  test('with a button that calls a number is refused before a call', async () => {
    const submission = { ...hello, ...keyboard(button('url', 'https://a.example'), button('phone', '79161230001')) };
    expect(await dialect.prepare?.(submission, noCall, files)).toEqual({
      kind: 'refused',
      errorCode: 151,
      providerCode: 'buttons',
    });
  });

  test.each(['12345678901234567', '-5', '0', '007', 'anna', ''])(
    'to the id %j, which is no id of VK, is refused before a call',
    async (address) => {
      expect(await dialect.prepare?.({ ...hello, address }, noCall, files)).toEqual({
        kind: 'refused',
        errorCode: 149,
        providerCode: 'id',
        address: 'gone',
      });
    },
  );

  test('to an id of VK is prepared without a call', async () => {
    expect(await dialect.prepare?.(hello, noCall, files)).toEqual({ kind: 'prepared', facts: {} });
  });
});

describe('an answer', () => {
  const taken = (id: number) => ({
    kind: 'taken',
    ids: [`174756854.${id}.${said().form['random_id']}`],
    isFinal: true,
  });
  const throttled = (forMs: number) => ({ kind: 'throttled', scope: 'account', forMs });

  test.each([
    [answer({ response: 5 }), taken(5)],
    [answer({ response: 0 }), taken(0)],
    [answer({ response: [] }), { kind: 'lost', reason: 'the answer has no message id' }],
    [answer(undefined), { kind: 'lost', reason: 'the answer has no message id' }],
    [failed(6), throttled(1_000)],
    [failed(9), throttled(10_000)],
    [failed(29), throttled(60_000)],
    [answer({ error: { error_code: 6 } }, 200, 5_000), throttled(5_000)],
    [answer('', 429), throttled(1_000)],
    [answer('<html>', 502), temporary('502')],
    [answer('', 301), temporary('301')],
    [answer(undefined, 403), temporary('403')],
    [answer({ response: 5 }, 500), temporary('500')],
    [failed(1), temporary('1 words')],
    [failed(10), temporary('10 words')],
    [failed(36), temporary('36 words')],
  ])('%j means %j', (given, verdict) => {
    expect(dialect.hear(given, hello, {})).toEqual(verdict);
  });

  test.each([
    [5, 'User authorization failed: invalid access_token (4).', {}],
    [15, 'Access denied: no access to call this method', {}],
    [15, 'Access denied', { error_subcode: 1133 }],
    [7, 'It cannot be called with current scopes', {}],
    [27, 'Group authorization failed', {}],
    [1117, 'Access token has expired', {}],
  ])('%i %s %j closes the account', (code, message, change) => {
    expect(dialect.hear(failed(code, message, change), hello, {})).toEqual({
      kind: 'closed',
      scope: 'account',
      reason: `answered ${code} ${message}`,
    });
  });

  test.each([
    [901, "Can't send messages for users without permission", 149, 'stopped', undefined],
    [902, "Can't send messages to this user due to their privacy settings", 149, undefined, undefined],
    [7, 'Permission to perform this action is denied', 150, 'stopped', undefined],
    [15, 'Access denied', 150, 'stopped', undefined],
    [900, "Can't send messages for users from blacklist", 150, undefined, undefined],
    [18, 'User was deleted or banned', 149, 'gone', undefined],
    [100, 'One of the parameters specified was missing or invalid', 151, undefined, undefined],
    [911, 'Keyboard format is invalid', 151, undefined, undefined],
    [914, 'Message is too long', 151, undefined, undefined],
    [4_711, 'Something new', 502, undefined, true],
  ])('%i %s means %i', (code, message, errorCode, address, isUnknown) => {
    expect(dialect.hear(failed(code, message), hello, {})).toEqual({
      kind: 'refused',
      errorCode,
      providerCode: `${code} ${message}`.slice(0, 64),
      ...(address && { address }),
      ...(isUnknown && { isUnknown }),
    });
  });
});

describe('the question about the community', () => {
  const rights = (mask: unknown) => answer({ response: { mask, permissions: [] } });

  test('asks for the rights of the token', () => {
    const { path, body = '' } = dialect.health(0, account);
    expect([path, new URLSearchParams(body).get('access_token')]).toEqual([
      '/method/groups.getTokenPermissions',
      TOKEN,
    ]);
  });

  test.each([
    [rights(4 + 4_096), undefined],
    [rights(2 ** 40 + 4_096), undefined],
    [rights(4 + 8_192), 'without the right messages'],
    [rights('4096'), '200'],
    [failed(5, 'User authorization failed'), '5 User authorization failed'],
    [answer('<html>', 502), '502'],
    [answer({ response: 1 }), '200'],
  ])('hears %j as %j', (given, problem) => {
    expect(dialect.hearHealth(given, account)).toBe(problem);
  });

  test('without a community tells only whether VK answers', () => {
    expect(new URLSearchParams(dialect.health(0).body).has('access_token')).toBe(false);
    expect(dialect.hearHealth(failed(5, 'no access_token passed'))).toBeUndefined();
    expect(dialect.hearHealth(answer('<html>', 200))).toBe('200');
    expect(dialect.hearHealth(answer('', 503))).toBe('503');
  });
});

function temporary(providerCode: string) {
  return { kind: 'temporary', providerCode, afterMs: 0, errorCode: 152 };
}
