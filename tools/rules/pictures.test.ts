// Pictures in the repository: few, small and used. `npm run screenshots` makes all others, into a folder that git
// ignores.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const PICTURES_MAX = 12;
const BYTES_MAX = 100_000;
const IMAGE = /\.(?:png|jpe?g|gif|bmp|tiff?|webp|avif)$/i;
const PLACES = ['docs', 'web', 'widget', 'deploy', 'bench', 'conformance', 'tools'];

const pictures = [
  ...readdirSync('.'),
  ...PLACES.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
  ),
].filter((path) => IMAGE.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path));

test('the repository has few pictures, all of them WebP or AVIF in docs/screenshots, and small', () => {
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.length).toBeLessThanOrEqual(PICTURES_MAX);
  expect(pictures.filter((path) => !/^docs\/screenshots\/[\w-]+\.(?:webp|avif)$/.test(path))).toEqual([]);
  expect(pictures.filter((path) => statSync(path).size > BYTES_MAX)).toEqual([]);
});

test('every picture is shown by a page, and every picture of a page exists', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const shown = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/screenshots\/([\w-]+\.\w+)/g)].map(
      ([, name]) => `docs/screenshots/${name}`,
    ),
  );
  expect([...new Set(shown)].toSorted((a, b) => a.localeCompare(b))).toEqual(
    pictures.toSorted((a, b) => a.localeCompare(b)),
  );
});

test('git ignores the folder of all screenshots', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('/screenshots/');
});
