import { describe, expect, test } from 'vitest';
import type { Answer } from '../dialect.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { whatsappCloud } from './dialect.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5Z';
const dialect = whatsappCloud({ basePath: '', settings: {} });
const account = { settings: { phoneNumberId: '106540352242922' }, secrets: { token: TOKEN } };
const hello: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'WHATSAPP',
  trafficType: 'SERVICE',
  senderName: 'shop',
  destination: '79161230001',
  text: 'Hello',
  reference: 40_502,
  account,
  session: { isOpen: true },
};
const said = (change: Partial<Submission> = {}) => {
  const { body = '', ...request } = dialect.commit({ ...hello, ...change }, 0, {});
  return { ...request, body: JSON.parse(body) as unknown };
};
const special = (change: object) => ({ special: { contentType: 'text', text: 'Hello', ...change } });
const button = (type: string, text: string, value?: string) => ({ type, text, ...(value !== undefined && { value }) });
const keyboard = (...buttons: object[]) => special({ keyboard: { buttons } });
const answer = (body: unknown, status = 200, retryAfterMs = 0): Answer => ({
  kind: 'answer',
  status,
  retryAfterMs,
  body,
});
const failed = (code: number, status = 400, change: object = {}) =>
  answer({ error: { message: 'words', type: 'OAuthException', code, fbtrace_id: 'A', ...change } }, status);
const files = openFiles({ allow: [], sourceAddress: '' });
const noCall = () => Promise.reject(new Error('no call is expected'));
const prepared = (change: Partial<Submission>) => dialect.prepare?.({ ...hello, ...change }, noCall, files);
const refused = (errorCode: number, providerCode: string) => ({ kind: 'refused', errorCode, providerCode });

describe('a message within the session', () => {
  test('is a text under the token and the number of the sender name, with our reference and the number', () => {
    expect(said()).toEqual({
      method: 'POST',
      path: '/v24.0/106540352242922/messages',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '79161230001',
        biz_opaque_callback_data: '40502-79161230001',
        type: 'text',
        text: { body: 'Hello', preview_url: true },
      },
    });
  });

  test('goes to the version of the link, below its path', () => {
    const link = whatsappCloud({ basePath: '/meta', settings: { apiVersion: 'v25.0' } });
    expect(link.commit(hello, 0, {}).path).toBe('/meta/v25.0/106540352242922/messages');
  });

  test('has header and footer as lines of its text', () => {
    expect(said(special({ header: { text: 'Shop' }, footer: { text: 'Bye' } })).body).toMatchObject({
      text: { body: 'Shop\n\nHello\n\nBye' },
    });
  });

  test.each([
    ['image', { caption: 'Hello' }],
    ['video', { caption: 'Hello' }],
    ['document', { caption: 'Hello', filename: 'a.pdf' }],
  ])('may be a file of type %s by its address', (contentType, shown) => {
    const fileUrl = 'https://shop.example/a';
    expect(said(special({ contentType, fileUrl, fileName: 'a.pdf' })).body).toMatchObject({
      type: contentType,
      [contentType]: { link: fileUrl, ...shown },
    });
  });

  test('may be a sound without a text', async () => {
    const sound = { contentType: 'audio', fileUrl: 'https://shop.example/a' };
    expect(said({ special: sound, text: '' }).body).toMatchObject({ type: 'audio', audio: { link: sound.fileUrl } });
    expect(await prepared({ special: sound })).toEqual(refused(7403, 'caption'));
  });

  test('may have up to three replies', () => {
    expect(said(keyboard(button('reply', 'Yes'), button('reply', 'No'))).body).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: 'Hello' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: '1', title: 'Yes' } },
            { type: 'reply', reply: { id: '2', title: 'No' } },
          ],
        },
      },
    });
  });

  test('may have one link, a header and a footer', () => {
    const buttons = [button('url', 'Open', 'https://shop.example')];
    const frame = { header: { text: 'Shop' }, footer: { text: 'Bye' }, keyboard: { buttons } };
    expect(said(special(frame)).body).toMatchObject({
      interactive: {
        type: 'cta_url',
        header: { type: 'text', text: 'Shop' },
        body: { text: 'Hello' },
        footer: { text: 'Bye' },
        action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example' } },
      },
    });
  });

  test.each([
    ['four replies', Array.from({ length: 4 }, () => button('reply', 'Yes'))],
    ['two links', [button('url', 'A', 'https://a.example'), button('url', 'B', 'https://b.example')]],
    ['a reply and a link', [button('reply', 'Yes'), button('url', 'A', 'https://a.example')]],
    ['a number to call', [button('phone', 'Call', '79161230001')]],
    ['a long button', [button('reply', 'x'.repeat(21))]],
  ])('with %s is refused before a call', async (_title, buttons) => {
    expect(await prepared(keyboard(...buttons))).toEqual(refused(7403, 'buttons'));
  });

  test('with buttons has at most 1,024 characters', async () => {
    const buttons = keyboard(button('reply', 'Yes'));
    expect(await prepared({ ...buttons, text: 'x'.repeat(1_024) })).toEqual({ kind: 'prepared', facts: {} });
    expect(await prepared({ ...buttons, text: 'x'.repeat(1_025) })).toEqual(refused(7403, 'caption'));
  });
});

describe('a message outside the session', () => {
  test.each([{ session: { isOpen: false } }, { session: undefined }])(
    'without a template is refused: %j',
    async (change) => {
      const { session: _session, ...rest } = hello;
      const submission = change.session === undefined ? rest : { ...rest, session: change.session };
      expect(await dialect.prepare?.(submission, noCall, files)).toEqual(refused(7404, 'window'));
    },
  );

  test('is a template with the values of its variables', () => {
    const template = { name: 'order_ready', language: 'en_US', values: ['17', 'Anna'], isCode: false };
    expect(said({ session: { isOpen: false, template } }).body).toMatchObject({
      type: 'template',
      template: {
        name: 'order_ready',
        language: { code: 'en_US' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: '17' },
              { type: 'text', text: 'Anna' },
            ],
          },
        ],
      },
    });
  });

  test('may have a file as the header of its template', () => {
    const session = { isOpen: false, template: { name: 'bill', language: 'ru', values: [], isCode: false } };
    const file = special({ contentType: 'document', fileUrl: 'https://shop.example/a', fileName: 'a.pdf' });
    const document = { link: 'https://shop.example/a', filename: 'a.pdf' };
    expect(said({ ...file, session }).body).toMatchObject({
      template: { components: [{ type: 'header', parameters: [{ type: 'document', document }] }] },
    });
  });

  test('with a code has the code in the body and in the button', () => {
    const session = { isOpen: false, template: { name: 'otp', language: 'ru', values: ['4711'], isCode: true } };
    const parameters = [{ type: 'text', text: '4711' }];
    expect(said({ session }).body).toMatchObject({
      template: {
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    });
  });
});

describe('an answer', () => {
  const closed = (code: number, status = 400) => ({
    kind: 'closed',
    scope: 'account',
    reason: `answered ${status} ${code} words`,
  });
  test.each([
    [answer({ messages: [{ id: 'wamid.1', message_status: 'accepted' }] }), { kind: 'taken', ids: ['wamid.1'] }],
    [answer({ messages: [] }), { kind: 'lost', reason: 'the answer has no message id' }],
    [answer('<html>', 502), temporary('502')],
    [answer('', 403), temporary('403')],
    [answer('', 401), { kind: 'closed', scope: 'account', reason: 'answered 401' }],
    [answer('', 429, 5_000), { kind: 'throttled', scope: 'account', forMs: 5_000 }],
    [failed(999_999, 400, { is_transient: true }), temporary('999999')],
    [failed(999_999, 500), temporary('999999')],
    [failed(999_999), { ...refused(502, '999999'), isUnknown: true }],
    [failed(130_429), { kind: 'throttled', scope: 'account', forMs: 1_000 }],
    [failed(80_007), { kind: 'throttled', scope: 'account', forMs: 60_000 }],
    [failed(4), { kind: 'throttled', scope: 'account', forMs: 60_000 }],
    [failed(131_056), { kind: 'throttled', scope: 'recipient', forMs: 6_000 }],
    [failed(190, 401), closed(190, 401)],
    [
      failed(131_042, 400, { error_data: { details: 'no payment method' } }),
      { kind: 'closed', scope: 'account', reason: 'answered 400 131042 words no payment method' },
    ],
  ])('%j means %j', (given, verdict) => {
    expect(dialect.hear(given, hello, {})).toEqual(verdict);
  });

  test.each([
    [456, [131_026]],
    [505, [131_049, 130_472, 131_050]],
    [7404, [131_047, 132_001, 132_015, 132_016, 132_068, 132_069]],
    [7403, [132_000, 132_005, 132_007, 132_012, 132_018, 131_051, 131_052, 131_053]],
    [7500, [131_021, 100, 131_008, 131_009]],
  ])('refuses the message with %i for the codes %j', (errorCode, codes) => {
    for (const code of codes) expect(dialect.hear(failed(code), hello, {})).toEqual(refused(errorCode, String(code)));
  });

  test('closes the account, or is tried again, by its code', () => {
    for (const code of [131_048, 131_031, 131_042, 131_045, 133_010, 368, 190, 10, 200, 299])
      expect(dialect.hear(failed(code), hello, {})).toEqual(closed(code));
    for (const code of [1, 2, 131_000, 131_016, 133_004])
      expect(dialect.hear(failed(code), hello, {})).toEqual(temporary(String(code)));
  });
});

describe('the question about the number', () => {
  test('tests its token', () => {
    expect(dialect.health(0, account)).toEqual({
      method: 'GET',
      path: '/v24.0/106540352242922?fields=id,verified_name',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(dialect.hearHealth(answer({ id: '106540352242922', verified_name: 'Shop' }), account)).toBeUndefined();
    expect(dialect.hearHealth(failed(190, 401), account)).toBe('401 190 words');
  });

  test('without an account tells only whether the provider answers', () => {
    expect(dialect.health(0).headers).toEqual({});
    expect(dialect.hearHealth(failed(190, 401))).toBeUndefined();
    expect(dialect.hearHealth(answer('<html>', 200))).toBe('200');
    expect(dialect.hearHealth(failed(2, 503))).toBe('503 2 words');
  });
});

function temporary(providerCode: string) {
  return { kind: 'temporary', providerCode, afterMs: 0 };
}

test('a template that Meta refuses is not said', async () => {
  const template = { name: 'a', language: 'ru', values: [], isCode: false, refusedAs: 'PAUSED' };
  expect(await prepared({ session: { isOpen: true, template } })).toEqual(refused(7404, 'template PAUSED'));
});
