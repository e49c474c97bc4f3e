import { describe, expect, test } from 'vitest';
import { AREAS, type Area, sourcesOf } from './areas.ts';
import { draw } from './draw.ts';
import { findMutations, mutated } from './find-mutations.ts';

const mutants = (text: string) => findMutations({ path: 'a.ts', text }).map((found) => mutated(text, found));

describe('mutations', () => {
  test.each([
    ['const a = b === c;', ['const a = b !== c;']],
    ['const a = b < c && d;', ['const a = b < c || d;', 'const a = b <= c && d;']],
    ['const a = 10n;', ['const a = 11n;']],
    ['const a = true as boolean;', ['const a = false as boolean;']],
    ['if (a) throw b;', ['if (false) throw b;']],
    ['for (;;) if (a) { b(); continue; }', ['for (;;) if (false) { b(); continue; }']],
    ['if (a) b();', ['if (true) b();']],
    ['const a = !b;', ['const a = b;']],
    ['const a = (b) - (c);', ['const a = (b) + (c);']],
    ['const a = `x` + b;', []],
    ['type A = 1 | 2; let a: A; // 3 < 4', []],
    ["import a from 'b' with { type: 'json' };", []],
    ["const ж = '1 < 2'; const a = b * c;", ["const ж = '1 < 2'; const a = b / c;"]],
  ])('of %j are %j', (text, expected) => {
    expect(mutants(text)).toEqual(expected);
  });

  // Keys of a constant object.
  test.each(Object.keys(AREAS) as Area[])('of the area %s are many', (area) => {
    expect(sourcesOf(area).flatMap(findMutations).length).toBeGreaterThan(100);
  });

  test('are drawn by the seed alone, from different files', () => {
    const all = sourcesOf('callbacks').flatMap(findMutations);
    const drawn = draw(all, 5, '28');
    expect(drawn).toEqual(draw(all.toReversed(), 5, '28'));
    expect(new Set(drawn.map(({ path }) => path)).size).toBe(5);
    expect(drawn).not.toEqual(draw(all, 5, '29'));
  });
});
