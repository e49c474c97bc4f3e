import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CallbackRefused, verifyCallback } from './verify-callback.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const NOW = 1_760_000_000_000;
const body = JSON.stringify([{ event_number: 1, callback_event: 'sent', status: 'sent' }]);

const signed = (text = body, timestamp = String(NOW / 1_000), by = key) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${createHmac('sha256', by).update(`evt_1.${timestamp}.${text}`).digest('base64')}`,
});

describe('a request of the service', () => {
  test.each([
    ['with the headers of Node', signed(), body],
    ['with the headers of fetch', new Headers(signed()), body],
    ['as bytes', signed(), Buffer.from(body)],
    [
      'during a rotation of the secret',
      { ...signed(), 'webhook-signature': `v1,${'x'.repeat(43)}= ${signed()['webhook-signature']}` },
      body,
    ],
    ['if five minutes old', signed(body, String(NOW / 1_000 - 300)), body],
  ])('is accepted %s', (_name, headers, raw) => {
    expect(verifyCallback(secret, headers, raw, NOW)).toEqual(JSON.parse(body));
  });

  test.each([
    ['changed in transit', signed(), `${body} `],
    ['signed by another secret', signed(body, undefined, randomBytes(32)), body],
    ['older than five minutes', signed(body, String(NOW / 1_000 - 301)), body],
    ['from the future', signed(body, String(NOW / 1_000 + 301)), body],
    ['without a signature', { ...signed(), 'webhook-signature': undefined }, body],
    ['without a time', { ...signed(), 'webhook-timestamp': undefined }, body],
    ['with another id', { ...signed(), 'webhook-id': 'evt_2' }, body],
    ['not an array', signed('{}'), '{}'],
  ])('is refused if %s', (_name, headers, raw) => {
    expect(() => verifyCallback(secret, headers, raw, NOW)).toThrow(CallbackRefused);
  });

  test.each([
    'secret',
    'whsec_',
    'whsec_ ',
    'whsec_…',
    'whsec_AAAA',
    `whsec_${'A'.repeat(21)}`,
    `whsec_${'A'.repeat(43)}= `,
  ])('cannot be verified with the malformed secret %j', (malformed) => {
    // An empty key is known to everyone.
    const headers = signed(body, undefined, Buffer.alloc(0));
    expect(() => verifyCallback(malformed, headers, body, NOW)).toThrow('A callback secret must be whsec_ and');
  });
});
