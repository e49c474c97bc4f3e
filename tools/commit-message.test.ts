import { expect, test } from 'vitest';
import { faultsOf } from './commit-message.ts';

test.each([
  ['callbacks: keep the five-minute step after a restart'],
  ['lists, widget: return empty results for out-of-range ids\n\nThey were answered with 500.'],
  ['.ci: run chaos with a fixed seed'.slice(1)],
])('accepts %j', (message) => {
  expect(faultsOf(message)).toEqual([]);
});

test.each([
  ['money: nobody is refused what is there', 'the area must be followed by a verb in the imperative'],
  ['Fix things', 'the subject must read "area: verb …"'],
  ['a: write\nmore', 'the line after the subject must be empty'],
  [`a: ${'write '.repeat(12)}`, 'the subject has 75 characters, 72 at most'],
])('refuses %j', (message, fault) => {
  expect(faultsOf(message)).toEqual([fault]);
});
