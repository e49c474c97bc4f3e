import { expect, test } from 'vitest';
import { formatMap, numberTests, parseMap, type ReachMap } from './reach-map.ts';

const givenMap = (tests: readonly string[], over: Partial<ReachMap> = {}): ReachMap => ({
  commit: 'c0ffee',
  tests: new Map(tests.map((name, number) => [number, name])),
  reached: {
    source: new Map([['domain/src/a.ts', new Set(tests)]]),
    endpoint: new Map([['partner.createDispatch', new Set(tests.slice(1, 2))]]),
    table: new Map(),
  },
  idle: new Set(['server/src/main.ts']),
  ...over,
});

test('the map reads what it writes, and names tests by ranges', () => {
  const text = formatMap(givenMap(['a', 'b', 'c']));
  expect(text).toContain('source\tdomain/src/a.ts\t0-2\n');
  expect(parseMap(text)).toEqual(givenMap(['a', 'b', 'c']));
});

test('a map that was edited is no map', () => {
  const text = formatMap(givenMap(['a', 'b', 'c']));
  expect(parseMap(text.replace('0-2', '0-1'))).toBeUndefined();
  expect(parseMap('')).toBeUndefined();
});

test('a test keeps its number, a new one gets the next, and a number is not used again', () => {
  const before = givenMap(['a', 'b', 'c']);
  expect([...numberTests(['c', 'a', 'x'], before)]).toEqual([
    [0, 'a'],
    [2, 'c'],
    [3, 'x'],
  ]);
});
