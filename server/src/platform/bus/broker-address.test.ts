import { expect, test } from 'vitest';
import { brokerAddress } from './broker-address.ts';

test.each([
  ['nats://127.0.0.1:4222', { servers: ['nats://127.0.0.1:4222'] }],
  ['nats-1:4222', { servers: ['nats://nats-1:4222'] }],
  ['nats://a:4222, nats://b:4222,c', { servers: ['nats://a:4222', 'nats://b:4222', 'nats://c'] }],
  [
    'nats://volley:p%40ss@a:4222,nats://b:4222',
    { servers: ['nats://a:4222', 'nats://b:4222'], user: 'volley', pass: 'p@ss' },
  ],
  ['tls://secret@a:4222', { servers: ['tls://a:4222'], token: 'secret' }],
])('%s names the servers and their credentials', (url, address) => {
  expect(brokerAddress(url)).toEqual(address);
});
