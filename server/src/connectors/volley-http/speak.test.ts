import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signBody } from '../../platform/http/body-signature.ts';
import { volleyHttp } from './dialect.ts';
import { errorOfAnswer, idOfAnswer } from './hear.ts';
import { healthRequest, messageRequest } from './speak.ts';

const signer = { account: 'volley', secret: 'secret', basePath: '/v2' };
const submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'VIBER',
  trafficType: 'PROMO',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Hi',
  reference: 7,
} as const;

test('messageRequest carries the message id and a signature with its time', () => {
  const { method, path, headers, body = '' } = messageRequest(signer, submission, 1_800_000_000_999);
  expect([method, path]).toEqual(['POST', '/v2/messages']);
  expect(headers).toEqual({
    'content-type': 'application/json',
    'idempotency-key': submission.messageId,
    'x-channel-account': 'volley',
    'x-channel-timestamp': '1800000000',
    'x-channel-signature': `sha256=${signBody('secret', '1800000000', body)}`,
  });
  expect(JSON.parse(body)).toEqual({
    messageId: submission.messageId,
    channel: 'VIBER',
    trafficType: 'PROMO',
    from: 'Shop',
    to: '79161230001',
    text: 'Hi',
    reference: 7,
  });
});

test('messageRequest has content and lifetime only if the client set them', () => {
  const special = { contentType: 'image', fileUrl: 'https://shop.example/a.png' };
  const { body = '' } = messageRequest(signer, { ...submission, special, ttlSeconds: 60 }, 0);
  expect(JSON.parse(body)).toMatchObject({ content: special, ttlSeconds: 60 });
});

test('healthRequest is signed over an empty body', () => {
  expect(healthRequest(signer, 5_000)).toEqual({
    method: 'GET',
    path: '/v2/health',
    headers: {
      'x-channel-account': 'volley',
      'x-channel-timestamp': '5',
      'x-channel-signature': `sha256=${signBody('secret', '5', '')}`,
    },
  });
});

test('an account of the sender name signs messages and health requests instead of the link', () => {
  const account = { settings: { account: 'shop' }, secrets: { secret: 'secret of the shop' } };
  const dialect = volleyHttp(signer);
  const { headers, body = '' } = dialect.commit({ ...submission, account }, 5_000, {});
  expect(headers).toMatchObject({
    'x-channel-account': 'shop',
    'x-channel-signature': `sha256=${signBody('secret of the shop', '5', body)}`,
  });
  expect(dialect.health(5_000, account).headers).toMatchObject({
    'x-channel-account': 'shop',
    'x-channel-signature': `sha256=${signBody('secret of the shop', '5', '')}`,
  });
});

test.each([
  [{ id: 'a1' }, 'a1'],
  [{ id: 17 }, '17'],
  [{ id: 'a\0b' }, 'ab'],
  [{ id: '' }, undefined],
  [{ id: 'x'.repeat(201) }, undefined],
  [{ id: null }, undefined],
  [undefined, undefined],
])('idOfAnswer reads %j as %s', (body, id) => {
  expect(idOfAnswer(body)).toBe(id);
});

test('idOfAnswer never throws, whatever the provider answers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(['string', 'undefined']).toContain(typeof idOfAnswer(body));
      expect(['number', 'undefined']).toContain(typeof errorOfAnswer(body));
    }),
  );
  expect(errorOfAnswer({ error: { code: 456 } })).toBe(456);
  expect(errorOfAnswer({ error: { code: '456' } })).toBe(undefined);
});
