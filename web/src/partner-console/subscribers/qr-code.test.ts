import { expect, test } from 'vitest';
import { qrDrawing, qrFile } from './qr-code.ts';

/** Dark modules of a drawing, from its path. */
function modulesOf({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  return modules;
}

const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];

test('a drawing has a quiet zone of four modules and the three finder patterns', () => {
  const drawing = qrDrawing('https://t.me/shop_bot');
  const { size } = drawing;
  const modules = modulesOf(drawing);
  const isQuiet = (at: number) => at < 4 || at >= size - 4;
  expect((size - 8 - 17) % 4).toBe(0);
  expect(modules.flatMap((row, y) => row.filter((dark, x) => dark && (isQuiet(x) || isQuiet(y))))).toEqual([]);
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    expect(
      modules.slice(y, y + 7).map((row) =>
        row
          .slice(x, x + 7)
          .map(Number)
          .join(''),
      ),
    ).toEqual(FINDER);
});

test('different links have different drawings, and the file contains the drawing', () => {
  const [one, other] = [qrDrawing('https://t.me/shop_bot'), qrDrawing('https://t.me/shop_cat')];
  expect(one.path).not.toBe(other.path);
  expect(qrFile(one)).toContain(`d="${one.path}"`);
});
