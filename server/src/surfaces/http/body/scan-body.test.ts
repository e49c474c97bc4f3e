import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countValues } from './request-body.ts';
import { scanBody } from './scan-body.ts';

const scan = (text: string) => scanBody(Buffer.from(text));
const objectOf = (members: number) => `{${Array.from({ length: members }, (_, at) => `"m${at}":${at % 7}`).join(',')}}`;

describe('the shape of a body', () => {
  test.each([
    ['an object of 1,000 members', objectOf(1_000)],
    ['a thousand objects of 500 members', `[${Array(1_000).fill(objectOf(500)).join(',')}]`],
    ['a list of 900,000 numbers', `[${'0,'.repeat(899_999)}0]`],
    [
      'punctuation within a text',
      JSON.stringify({ a: ':'.repeat(5_000), b: '{['.repeat(50), c: '"\\"'.repeat(3_000) }),
    ],
    ['a text that ends with a backslash', JSON.stringify([`x\\`, objectOf(999)])],
  ])('%s passes', (_name, text) => {
    expect(scan(text)).toBeUndefined();
  });

  test.each([
    ['an object of 1,001 members', objectOf(1_001), 'at most 1000 members'],
    ['a nested object of 1,001 members', `[1,[{"a":${objectOf(1_001)}}]]`, 'at most 1000 members'],
    ['a repeated member, which the parser would merge', `{${'"a":1,'.repeat(1_000)}"a":1}`, 'at most 1000 members'],
    ['eleven levels', '['.repeat(11), 'at most 10 levels'],
    ['too many numbers', `[${'0,'.repeat(1_000_001)}0]`, 'at most 1000000 values'],
    ['too many lists', `[${'[],'.repeat(500_001)}0]`, 'at most 1000000 values'],
  ])('%s is refused', (_name, text, problem) => {
    expect(scan(text)).toContain(problem);
  });

  test('reports at most the nesting of a text that is not JSON, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a'), maxLength: 200 }),
        (text) => {
          const problem = scan(text);
          expect(problem === undefined || problem.startsWith('must be nested')).toBe(true);
        },
      ),
    );
  });

  test('reads each byte once, wherever quotes and backslashes are', () => {
    for (const unit of ['\\"', '\\\\', '"', '":'])
      for (const length of [10_000, 20_000]) {
        let reads = 0;
        const bytes = Buffer.from(unit.repeat(length / unit.length));
        const counted = new Proxy(bytes, {
          get: (target, name) => {
            if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
            return Reflect.get(target, name) as unknown;
          },
        });
        scanBody(counted);
        expect(reads).toBeLessThanOrEqual(3 * length);
      }
  });
});

test('countValues counts members and items at every level', () => {
  expect(countValues({ a: [1, 2, { b: null }], c: {} })).toBe(6);
});
