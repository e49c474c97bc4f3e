import { expect, test } from 'vitest';
import { newSenderSearch, senderListSearch } from './search.ts';

test('known values of the URL are kept and others dropped', () => {
  expect(
    senderListSearch({ q: 123, status: ['REJECTED', 'ODD'], brand: 'MTS', turn: ['partner'], page: 3, usable: false }),
  ).toEqual({ q: '123', status: ['REJECTED'], brand: ['MTS'], turn: ['partner'], page: 3, usable: false });
});

test('an empty URL sets no filter', () => {
  expect(senderListSearch({ q: '', status: [], page: 1, suspended: false })).toEqual({});
  expect(newSenderSearch({ brand: 'YOTA' })).toEqual({});
});

test('a name of digits stays a text', () => {
  expect(newSenderSearch({ name: 900, brand: 'TELE2' })).toEqual({ name: '900', brand: 'TELE2' });
});
