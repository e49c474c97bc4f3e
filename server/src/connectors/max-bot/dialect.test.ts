import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { maxBot } from './dialect.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const dialect = maxBot({ basePath: '' });
const account = { settings: {}, secrets: { token: TOKEN } };
const hello: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'MAX',
  trafficType: 'SERVICE',
  senderName: 'shop_bot',
  destination: '79161230001',
  address: '174756854',
  text: 'Hello',
  reference: 40_502,
  account,
};
const said = (change: Partial<Submission> = {}) => {
  const { body = '', ...request } = dialect.commit({ ...hello, ...change }, 0, {});
  return { ...request, body: JSON.parse(body) as unknown };
};
const special = (change: object) => ({ special: { contentType: 'text', text: 'Hello', ...change } });
const button = (type: string, value?: string) => ({ type, text: 'Open', ...(value !== undefined && { value }) });
const keyboard = (...buttons: object[]) => special({ keyboard: { buttons } });
const answer = (body: unknown, status = 200, retryAfterMs = 0): Answer => ({
  kind: 'answer',
  status,
  retryAfterMs,
  body,
});
const failed = (status: number, code: string, message = 'words') => answer({ code, message }, status);
const files = openFiles({ allow: [], sourceAddress: '' });
const noCall = () => Promise.reject(new Error('no call is expected'));

describe('a message', () => {
  test('is a text to the person, under the bare token of the bot', () => {
    expect(said()).toEqual({
      method: 'POST',
      path: '/messages?user_id=174756854',
      headers: { 'content-type': 'application/json', authorization: TOKEN },
      body: { text: 'Hello' },
    });
  });

  test('goes below the path of the link', () => {
    const { path } = maxBot({ basePath: '/max' }).commit(hello, 0, {});
    expect(path).toBe('/max/messages?user_id=174756854');
  });

  test('with a picture has it as an attachment by its address, before the buttons', () => {
    const imageUrl = 'https://shop.example/a.png';
    const buttons = [button('url', 'https://shop.example')];
    expect(said(special({ imageUrl, keyboard: { buttons } })).body).toEqual({
      text: 'Hello',
      attachments: [
        { type: 'image', payload: { url: imageUrl } },
        {
          type: 'inline_keyboard',
          payload: { buttons: [[{ type: 'link', text: 'Open', url: 'https://shop.example' }]] },
        },
      ],
    });
  });

  test('may have links and replies, one below the other', () => {
    expect(said(keyboard(button('url', 'https://shop.example'), button('reply'))).body).toMatchObject({
      attachments: [
        {
          payload: {
            buttons: [
              [{ type: 'link', text: 'Open', url: 'https://shop.example' }],
              [{ type: 'message', text: 'Open' }],
            ],
          },
        },
      ],
    });
  });

  test('without buttons in its keyboard has no attachment', () => {
    expect(said(keyboard()).body).toEqual({ text: 'Hello' });
  });

  test('with a button that calls a number is refused before a call', async () => {
    const submission = { ...hello, ...keyboard(button('url', 'https://a.example'), button('phone', '79161230001')) };
    expect(await dialect.prepare?.(submission, noCall, files)).toEqual({
      kind: 'refused',
      errorCode: 151,
      providerCode: 'buttons',
    });
  });

  test.each(['12345678901234567890', '9223372036854775808', '-5', 'anna', ''])(
    'to the id %j, which is no id of MAX, is refused before a call',
    async (address) => {
      expect(await dialect.prepare?.({ ...hello, address }, noCall, files)).toEqual({
        kind: 'refused',
        errorCode: 149,
        providerCode: 'id',
        address: 'gone',
      });
    },
  );

  test('keeps every digit of a long id', async () => {
    const address = '9223372036854775807';
    expect(await dialect.prepare?.({ ...hello, address }, noCall, files)).toEqual({ kind: 'prepared', facts: {} });
    expect(said({ address }).path).toBe(`/messages?user_id=${address}`);
  });
});

describe('an answer', () => {
  const sent = { message: { recipient: { chat_id: 1, user_id: 174_756_854 }, body: { mid: 'mid.01', seq: 1 } } };
  test.each([
    [answer(sent), { kind: 'taken', ids: ['mid.01'], isFinal: true }],
    [answer({ message: {} }), { kind: 'lost', reason: 'the answer has no message id' }],
    [answer(undefined), { kind: 'lost', reason: 'the answer has no message id' }],
    [
      failed(401, 'verify.token', 'Invalid access_token'),
      { kind: 'closed', scope: 'account', reason: 'answered 401 verify.token Invalid access_token' },
    ],
    [answer('', 401), { kind: 'closed', scope: 'account', reason: 'answered 401' }],
    [failed(403, 'verify.token'), { kind: 'closed', scope: 'account', reason: 'answered 403 verify.token words' }],
    [failed(429, 'too.many.requests'), { kind: 'throttled', scope: 'account', forMs: 1_000 }],
    [answer('', 429, 5_000), { kind: 'throttled', scope: 'account', forMs: 5_000 }],
    [failed(503, 'service.unavailable', ''), temporary('503 service.unavailable')],
    [
      failed(400, 'attachment.not.ready', ''),
      { ...temporary('400 attachment.not.ready'), afterMs: 1_000, isOfMessage: true },
    ],
    [answer('<html>', 502), temporary('502')],
    [answer('', 301), temporary('301')],
    [answer('', 408), temporary('408')],
    [answer(undefined, 403), temporary('403')],
    [answer(undefined, 404), temporary('404')],
  ])('%j means %j', (given, verdict) => {
    expect(dialect.hear(given, hello, {})).toEqual(verdict);
  });

  test.each([
    [403, 'chat.denied', 'error.dialog.suspended', 150, 'stopped', undefined],
    [403, 'access.denied', 'new', 150, undefined, true],
    [404, 'chat.not.found', 'dialog.not.found', 149, 'gone', undefined],
    [404, 'not.found', 'path', 149, undefined, true],
    [400, 'proto.payload', "Field 'text' size (4001) must be at most 4000", 151, undefined, undefined],
    [400, 'something.new', 'new', 151, undefined, true],
    [405, 'method.not.allowed', 'new', 151, undefined, true],
  ])('%i %s %s means %i', (status, code, message, errorCode, address, isUnknown) => {
    expect(dialect.hear(failed(status, code, message), hello, {})).toEqual({
      kind: 'refused',
      errorCode,
      providerCode: `${status} ${code} ${message}`.slice(0, 64),
      ...(address && { address }),
      ...(isUnknown && { isUnknown }),
    });
  });
});

describe('the question about the bot', () => {
  test('tests its token', () => {
    expect(dialect.health(0, account)).toEqual({ method: 'GET', path: '/me', headers: { authorization: TOKEN } });
    expect(dialect.hearHealth(answer({ user_id: 7, is_bot: true }), account)).toBeUndefined();
    expect(dialect.hearHealth(failed(401, 'verify.token', 'Invalid access_token'), account)).toBe(
      '401 verify.token Invalid access_token',
    );
  });

  test('without a bot tells only whether the provider answers', () => {
    expect(dialect.health(0).headers).toEqual({});
    expect(dialect.hearHealth(failed(401, 'verify.token', 'No access token'))).toBeUndefined();
    expect(dialect.hearHealth(answer('<html>', 200))).toBe('200');
    expect(dialect.hearHealth(failed(503, 'service.unavailable', ''))).toBe('503 service.unavailable');
  });
});

describe('the subscription of a bot', () => {
  const hooksUrl = 'https://volley.example/channels/v1/bots';

  test('has the address of the sender, a secret that follows from the token, and four kinds of updates', () => {
    const { body = '', ...request } = maxBot({ basePath: '/max', hooksUrl }).subscribe?.(account, 12) ?? {};
    expect(request).toEqual({
      method: 'POST',
      path: '/max/subscriptions',
      headers: { 'content-type': 'application/json', authorization: TOKEN },
    });
    const { secret, ...rest } = JSON.parse(body) as { secret: string };
    expect(rest).toEqual({
      url: `${hooksUrl}/max/12`,
      update_types: ['bot_started', 'bot_stopped', 'dialog_removed', 'message_created'],
    });
    // The form that MAX demands.
    expect(secret).toMatch(/^[\w-]{5,256}$/);
    expect(secret).not.toContain(TOKEN);
  });

  test('is not asked for without an address of this service', () => {
    expect(dialect.subscribe?.(account, 12)).toBeUndefined();
  });

  test.each([
    [answer({ success: true }), undefined],
    [answer({ success: false, message: 'Port 9000 is not allowed' }), '200 Port 9000 is not allowed'],
    [failed(400, 'proto.payload', 'Invalid url'), '400 proto.payload Invalid url'],
    [answer('<html>', 502), '502'],
    [answer(undefined), '200'],
  ])('is set or not: %j', (given, problem) => {
    expect(dialect.hearSubscription?.(given)).toBe(problem);
  });

  test('is asked about if an address of this service is known', () => {
    expect(maxBot({ basePath: '/max', hooksUrl }).inquireSubscription?.(account)).toEqual({
      method: 'GET',
      path: '/max/subscriptions',
      headers: { authorization: TOKEN },
    });
    expect(dialect.inquireSubscription?.(account)).toBeUndefined();
  });

  const listed = (...urls: string[]) => answer({ subscriptions: urls.map((url) => ({ url, time: 1 })) });
  test.each([
    [listed('https://shop.example/hook', `${hooksUrl}/max/12`), true],
    [listed(`${hooksUrl}/max/1`), false],
    [listed(), false],
    [answer({}), '200'],
    [failed(401, 'verify.token', 'Invalid access_token'), '401 verify.token Invalid access_token'],
    [answer('<html>', 502), '502'],
  ])('is there or not: %j', (given, state) => {
    expect(maxBot({ basePath: '', hooksUrl }).hearSubscribed?.(given, 12)).toBe(state);
  });
});

function temporary(providerCode: string) {
  return { kind: 'temporary', providerCode, afterMs: 0, errorCode: 152 };
}
