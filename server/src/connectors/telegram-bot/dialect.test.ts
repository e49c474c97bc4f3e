import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { telegramBot } from './dialect.ts';

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const files = openFiles({ allow: [], sourceAddress: '' });
const dialect = telegramBot({ basePath: '' });
const account = { settings: {}, secrets: { token: TOKEN } };
const hello: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'TELEGRAM',
  trafficType: 'SERVICE',
  senderName: 'shop_bot',
  destination: '79161230001',
  address: '123456789',
  text: 'Hello',
  reference: 40_502,
  account,
};
const said = (change: Partial<Submission> = {}) => {
  const { path, body = '' } = dialect.commit({ ...hello, ...change }, 0, {});
  return { path, body: JSON.parse(body) as unknown };
};
const special = (change: object) => ({ special: { contentType: 'text', text: 'Hello', ...change } });
const button = (type: string, value?: string) => ({ type, text: 'Open', ...(value !== undefined && { value }) });
const answer = (body: unknown, status = 200): Answer => ({ kind: 'answer', status, retryAfterMs: 2_000, body });
const failed = (code: number, description: string, parameters?: object) =>
  answer({ ok: false, error_code: code, description, ...(parameters && { parameters }) }, code);

describe('a message', () => {
  test('is a text to the chat of the subscriber, under the token of the bot', () => {
    expect(said()).toEqual({ path: `/bot${TOKEN}/sendMessage`, body: { chat_id: 123_456_789, text: 'Hello' } });
  });

  test('with a picture is a photo with a caption; a long text has the picture as its preview', () => {
    const imageUrl = 'https://shop.example/a.png';
    expect(said(special({ imageUrl }))).toEqual({
      path: `/bot${TOKEN}/sendPhoto`,
      body: { chat_id: 123_456_789, photo: imageUrl, caption: 'Hello' },
    });
    const text = 'x'.repeat(1_025);
    expect(said({ ...special({ imageUrl }), text })).toEqual({
      path: `/bot${TOKEN}/sendMessage`,
      body: { chat_id: 123_456_789, text, link_preview_options: { url: imageUrl, prefer_large_media: true } },
    });
  });

  test('has links below it, or replies as a keyboard', () => {
    const links = { keyboard: { buttons: [button('url', 'https://shop.example')] } };
    expect(said(special(links)).body).toMatchObject({
      reply_markup: { inline_keyboard: [[{ text: 'Open', url: 'https://shop.example' }]] },
    });
    const replies = { keyboard: { buttons: [button('reply'), button('reply')] } };
    expect(said(special(replies)).body).toMatchObject({
      reply_markup: { keyboard: [[{ text: 'Open' }], [{ text: 'Open' }]], one_time_keyboard: true },
    });
  });

  test.each([[[button('phone', '79161230001')]], [[button('url', 'https://shop.example'), button('reply')]]])(
    'with the buttons %j is refused before a call',
    async (buttons) => {
      const ask = () => Promise.reject(new Error('no call is expected'));
      expect(await dialect.prepare?.({ ...hello, ...special({ keyboard: { buttons } }) }, ask, files)).toEqual({
        kind: 'refused',
        errorCode: 151,
        providerCode: 'buttons',
      });
    },
  );
});

test('an id that is not exact as a number is refused before a call', async () => {
  const ask = () => Promise.reject(new Error('no call is expected'));
  expect(await dialect.prepare?.({ ...hello, address: '12345678901234567890' }, ask, files)).toEqual({
    kind: 'refused',
    errorCode: 149,
    providerCode: 'id',
    address: 'gone',
  });
});

describe('an answer', () => {
  test.each([
    [answer({ ok: true, result: { message_id: 7 } }), { kind: 'taken', ids: ['110201543.123456789.7'], isFinal: true }],
    [answer({ ok: true, result: {} }), { kind: 'lost', reason: 'the answer has no message id' }],
    [
      failed(429, 'Too Many Requests: retry after 3', { retry_after: 3 }),
      { kind: 'throttled', scope: 'account', forMs: 3_000 },
    ],
    [answer('', 429), { kind: 'throttled', scope: 'account', forMs: 2_000 }],
    [failed(401, 'Unauthorized'), { kind: 'closed', scope: 'account', reason: 'answered 401 Unauthorized' }],
    [failed(404, 'Not Found'), { kind: 'closed', scope: 'account', reason: 'answered 404 Not Found' }],
    [answer('<html>', 502), { kind: 'temporary', providerCode: '502', afterMs: 2_000, errorCode: 152 }],
    [answer('', 301), { kind: 'temporary', providerCode: '301', afterMs: 2_000, errorCode: 152 }],
  ])('%j means %j', (given, verdict) => {
    expect(dialect.hear(given, hello, {})).toEqual(verdict);
  });

  test.each([
    [403, 'Forbidden: bot was blocked by the user', 150, 'stopped', undefined],
    [403, 'Forbidden: user is deactivated', 149, 'gone', undefined],
    [403, "Forbidden: bot can't initiate conversation with a user", 149, 'stopped', undefined],
    [403, 'Forbidden: something new', 150, undefined, true],
    [400, 'Bad Request: chat not found', 149, 'gone', undefined],
    [400, 'Bad Request: message is too long', 151, undefined, undefined],
    [400, 'Bad Request: BUTTON_URL_INVALID', 151, undefined, undefined],
    [400, 'Bad Request: something new', 151, undefined, true],
    [418, 'new', 502, undefined, true],
  ])('%i %s means %i', (code, description, errorCode, address, isUnknown) => {
    expect(dialect.hear(failed(code, description), hello, {})).toEqual({
      kind: 'refused',
      errorCode,
      providerCode: `${code} ${description}`.slice(0, 64),
      ...(address && { address }),
      ...(isUnknown && { isUnknown }),
    });
  });
});

describe('the question about the bot', () => {
  test('tests its token', () => {
    expect(dialect.health(0, account).path).toBe(`/bot${TOKEN}/getMe`);
    expect(dialect.hearHealth(answer({ ok: true, result: {} }), account)).toBeUndefined();
    expect(dialect.hearHealth(failed(401, 'Unauthorized'), account)).toBe('401 Unauthorized');
  });

  test('without a bot tells only whether the provider answers', () => {
    expect(dialect.health(0).path).not.toContain(TOKEN);
    expect(dialect.hearHealth(failed(404, 'Not Found'))).toBeUndefined();
    expect(dialect.hearHealth(answer('<html>', 200))).toBe('200');
    expect(dialect.hearHealth(answer({ ok: false }, 502))).toBe('502');
  });
});

describe('the webhook of a bot', () => {
  const hooksUrl = 'https://volley.example/channels/v1/bots';

  test('has the address of the sender, a secret that follows from the token, and two kinds of updates', () => {
    const { path, body = '' } = telegramBot({ basePath: '', hooksUrl }).subscribe?.(account, 12) ?? {};
    const parameters = JSON.parse(body) as { secret_token: string };
    expect(path).toBe(`/bot${TOKEN}/setWebhook`);
    expect(parameters).toMatchObject({
      url: `${hooksUrl}/telegram/12`,
      allowed_updates: ['message', 'my_chat_member'],
    });
    // The form that Telegram demands.
    expect(parameters.secret_token).toMatch(/^[\w-]{1,256}$/);
    expect(parameters.secret_token).not.toContain(TOKEN.split(':')[1]);
  });

  test('is not set without an address of this service', () => {
    expect(dialect.subscribe?.(account, 12)).toBeUndefined();
  });

  test.each([
    [answer({ ok: true, result: true }), undefined],
    [failed(400, 'Bad Request: bad webhook'), '400 Bad Request: bad webhook'],
    [answer('<html>', 502), '502'],
  ])('is set or not: %j', (given, problem) => {
    expect(dialect.hearSubscription?.(given)).toBe(problem);
  });

  test('is asked about if an address of this service is known', () => {
    expect(telegramBot({ basePath: '', hooksUrl }).inquireSubscription?.(account)?.path).toBe(
      `/bot${TOKEN}/getWebhookInfo`,
    );
    expect(dialect.inquireSubscription?.(account)).toBeUndefined();
  });

  test.each([
    [answer({ ok: true, result: { url: `${hooksUrl}/telegram/12` } }), true],
    [answer({ ok: true, result: { url: `${hooksUrl}/telegram/1` } }), false],
    [answer({ ok: true, result: { url: '' } }), false],
    [answer({ ok: true }), false],
    [failed(401, 'Unauthorized'), '401 Unauthorized'],
    [answer('<html>', 502), '502'],
  ])('is there or not: %j', (given, state) => {
    expect(telegramBot({ basePath: '', hooksUrl }).hearSubscribed?.(given, 12)).toBe(state);
  });
});
