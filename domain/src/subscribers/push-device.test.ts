import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEVICES_MAX, lastDevices, tokenProblem } from './push-device.ts';

const subscription = (change: object) =>
  JSON.stringify({ endpoint: 'https://push.example/1', keys: { p256dh: 'BN-x_1', auth: 'a9==' }, ...change });

test.each([subscription({}), subscription({ expirationTime: null })])('%s is a Web Push subscription', (token) => {
  expect(tokenProblem('WEB_PUSH', token)).toBeUndefined();
});

test.each([
  'dGVzdA',
  'null',
  '[]',
  '"text"',
  subscription({ endpoint: 'http://push.example/1' }),
  subscription({ endpoint: 'push' }),
  subscription({ endpoint: 5 }),
  subscription({ keys: undefined }),
  subscription({ keys: { p256dh: 'BN' } }),
  subscription({ keys: { p256dh: 'B N', auth: 'a' } }),
])('%s is not a Web Push subscription', (token) => {
  expect(tokenProblem('WEB_PUSH', token)).toContain('must be a Web Push subscription');
});

test.each(['FCM', 'APNS', 'RUSTORE', 'HMS'] as const)('a token of %s has any form', (provider) => {
  expect(tokenProblem(provider, 'a:b {')).toBeUndefined();
});

describe('lastDevices', () => {
  const item = (subscriberId: string, destination: string) => ({ subscriberId, destination });

  test('keeps the last ten devices of a number and the last number of a token', () => {
    const many = Array.from({ length: 12 }, (_, at) => item(`t${at}`, 'A'));
    expect(lastDevices([item('t5', 'B'), ...many]).map(({ subscriberId }) => subscriberId)).toEqual(
      many.slice(2).map(({ subscriberId }) => subscriberId),
    );
  });

  test('ends with the devices of the same items one after the other', () => {
    const items = fc.array(
      fc.tuple(fc.nat(30), fc.constantFrom('A', 'B')).map(([id, number]) => item(String(id), number)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(items, (given) => {
        const book = new Map<string, string>();
        for (const { subscriberId, destination } of given) {
          book.delete(subscriberId);
          book.set(subscriberId, destination);
        }
        const newest = (number: string) => [...book].filter(([, one]) => one === number).slice(-DEVICES_MAX);
        const kept = lastDevices(given).map(({ subscriberId, destination }) => [subscriberId, destination]);
        expect(kept.filter(([, number]) => number === 'A')).toEqual(newest('A'));
        expect(kept.filter(([, number]) => number === 'B')).toEqual(newest('B'));
      }),
    );
  });
});
