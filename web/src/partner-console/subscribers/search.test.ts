import { expect, test } from 'vitest';
import { subscriberSearch } from './search.ts';

test('known values of the URL are kept', () => {
  expect(subscriberSearch({ number: 79161230001, subscriber: ' 12 ', status: 'STOPPED', page: 3 })).toEqual({
    number: '79161230001',
    subscriber: '12',
    status: 'STOPPED',
    page: 3,
  });
});

test('values that the server would refuse are dropped', () => {
  const search = subscriberSearch({ number: ' ', subscriber: 'x'.repeat(4_097), status: 'ODD', page: 1 });
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
});
