// Which failures of the network come before the request has left.
import { expect, test } from 'vitest';
import { connectionFailureOf, mayHaveArrived } from './connection-failure.ts';

const system = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
/** As `fetch` reports it. */
const failureOf = (cause: Error) => connectionFailureOf('http://a', new TypeError('fetch failed', { cause }), 1_000);

test.each<[string, Error, boolean]>([
  ['a refused connection', system('ECONNREFUSED', 'connect'), false],
  ['a host without a route', system('EHOSTUNREACH', 'connect'), false],
  ['an unknown name', system('ENOTFOUND', 'getaddrinfo'), false],
  [
    'a host of two addresses without a route',
    Object.assign(new AggregateError([system('ENETUNREACH', 'connect'), system('EHOSTUNREACH', 'connect')]), {
      code: 'ENETUNREACH',
    }),
    false,
  ],
  ['a port that fetch refuses', new Error('bad port'), false],
  ['an expired certificate', system('CERT_HAS_EXPIRED'), false],
  ['a route that is lost after the request', system('EHOSTUNREACH', 'read'), true],
  ['a network that is lost while the request is written', system('ENETUNREACH', 'write'), true],
  ['an alert of TLS after the request', system('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), true],
  ['a connection that was reset', system('ECONNRESET', 'read'), true],
])('%s', (_name, cause, expected) => {
  expect(mayHaveArrived(failureOf(cause))).toBe(expected);
});
