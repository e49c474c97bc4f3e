import { expect, test } from 'vitest';
import { companySearch } from '../../back-office/searches.ts';
import { type Found, type FoundItem, foundItems, readRecent, withRecent } from './found-items.ts';

const NOTHING: Found = {
  number: null,
  messages: [],
  dispatches: [],
  companies: [],
  senders: [],
  keys: [],
  partners: [],
};

const item = (key: string): FoundItem => ({ key, kind: 'shell.search.company', title: key, hint: '', to: '/' });

test('a number links to its messages and to the blacklists that contain it', () => {
  const items = foundItems({ ...NOTHING, number: { digits: '79161230000', blacklisted: [4] } }, 'partner');
  expect(items.map(({ to, search }) => ({ to, search }))).toEqual([
    { to: '/messages', search: { destination: '79161230000' } },
    { to: '/blacklist', search: { company: 4 } },
  ]);
});

test('results of staff link to the back office', () => {
  const companies = [{ id: 3, name: 'Shop', inn: '7700000001', status: 'ACTIVE' }];
  const partners = [{ id: 8, login: 'agency', status: 'ACTIVE' }];
  const items = foundItems({ ...NOTHING, companies, partners }, 'staff');
  expect(items.map(({ to, search }) => ({ to, search }))).toEqual([
    { to: '/bo/companies/3', search: undefined },
    { to: '/bo/companies', search: { partnerId: 8 } },
  ]);
  expect(companySearch({ partnerId: 8 })).toEqual({ partnerId: 8 });
  expect(foundItems({ ...NOTHING, companies }, 'partner')[0]?.to).toBe('/companies/3');
});

test('the latest choice moves to the front, and the oldest is dropped', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(item);
  expect(withRecent(six, item('c')).map(({ key }) => key)).toEqual(['c', 'a', 'b', 'd', 'e', 'f']);
  expect(withRecent(six, item('g')).map(({ key }) => key)).toEqual(['g', 'a', 'b', 'c', 'd', 'e']);
});

test.each([[undefined], ['{'], ['5'], ['[{"key":1}]'], ['[null]']])(
  'unreadable stored choices are ignored: %s',
  (text) => {
    expect(readRecent(text)).toEqual([]);
  },
);

test('stored choices are read back', () => {
  expect(readRecent(JSON.stringify([item('a')]))).toEqual([item('a')]);
});
