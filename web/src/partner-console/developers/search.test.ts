import { expect, test } from 'vitest';
import { callbackSearch, inboundSearch, keySearch, requestSearch } from './search.ts';

test('unknown values are dropped from the URL', () => {
  expect(keySearch({ ended: true, other: 1 })).toEqual({ ended: true });
  expect(callbackSearch({ target: 3, state: 'retrying', before: -1 })).toEqual({ target: 3, state: 'retrying' });
  expect(callbackSearch({ state: 'nonsense', target: '3' })).toEqual({});
  expect(requestSearch({ status: '4xx', hours: 24, code: 4000, key: 'short', path: '/message' })).toEqual({
    status: '4xx',
    hours: 24,
    code: 4000,
    path: '/message',
  });
  expect(inboundSearch({ name: 900 })).toEqual({ name: '900' });
});
