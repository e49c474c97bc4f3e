import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOf, IMAGE_LIST, type Image, imagesIn, parseImages, renamed, USERS, withImages } from './image-list.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');
const DIGEST = `sha256:${'a1'.repeat(32)}`;
const NODE: Image = { name: 'node', tag: '24.1.0-slim', digest: null, read: null };
const PINNED: Image = { ...NODE, digest: DIGEST, read: '2026-11-19' };
const COMPOSE = '  node:\n    image: node:24.1.0-slim\n  own:\n    image: volley\n';

test('compose and the Dockerfile use the listed images and no other', () => {
  const texts = Object.fromEntries(USERS.map((file) => [file, textOf(file)]));
  expect(Object.values(texts).flatMap(imagesIn).length).toBeGreaterThan(4);
  expect(faultsOf(parseImages(textOf(IMAGE_LIST)), texts)).toEqual([]);
});

test('the broker of compose is one that production takes', () => {
  const nats = parseImages(textOf(IMAGE_LIST)).find(({ name }) => name === 'nats');
  expect(nats?.tag).toMatch(/^2\.(10\.(2[3-9]|[3-9]\d)|1[1-9]\.\d+)-/);
});

test('the list is written as it was read', () => {
  const text = textOf(IMAGE_LIST);
  expect(withImages(text, parseImages(text))).toBe(text);
});

test.each([
  [[NODE], COMPOSE, []],
  [[PINNED], renamed(COMPOSE, [PINNED]), []],
  [[PINNED], COMPOSE, ['file uses node:24.1.0-slim, unlisted', `node:24.1.0-slim@${DIGEST} is not used`]],
  [[NODE, { ...NODE, name: 'nats', tag: '2.10.1' }], COMPOSE, ['nats:2.10.1 is not used']],
  [[NODE], `${COMPOSE}ARG NODE_IMAGE=node:25.1.0\n`, ['file uses node:25.1.0, unlisted']],
])('%j is compared with a file', (images, text, faults) => {
  expect(faultsOf(images, { file: text })).toEqual(faults);
});

test.each([
  [{ tag: '24-slim' }, 'is no exact version'],
  [{ tag: 'stable' }, 'is no exact version'],
  [{ tag: '24.1' }, 'is no exact version'],
  [{ tag: 'latest' }, 'is no exact version'],
  [{ digest: 'sha256:abc', read: '2026-11-19' }, 'is no SHA-256'],
  [{ digest: DIGEST }, 'does not go with its digest'],
  [{ read: '2026-11-19' }, 'does not go with its digest'],
])('a row with %j is a fault', (change, fault) => {
  const image: Image = { ...NODE, ...change };
  const text = renamed(COMPOSE.replace(':24.1.0-slim', `:${image.tag}`), [image]);
  expect(faultsOf([image], { file: text })).toEqual([expect.stringContaining(fault)]);
});

test('a new digest replaces the old one', () => {
  const next: Image = { ...PINNED, digest: `sha256:${'b2'.repeat(32)}` };
  expect(renamed(renamed(COMPOSE, [PINNED]), [next])).toBe(renamed(COMPOSE, [next]));
  expect(renamed(COMPOSE, [next])).toContain(`    image: node:24.1.0-slim@${next.digest}\n`);
});
