// Every fenced block of the pages has a way to be proved (ways.ts), or says before its fence why nothing runs it.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callbacksOf, programsOf, stepsOf } from '../given/guides/guide.ts';
import { type Block, blocksOf, nameOf, ROOT, readBlocks } from './documents.ts';
import { FOLLOWED_PAGES, WAYS, wayOf } from './ways.ts';

const blocks = readBlocks();
/** Blocks that nothing runs. */
const NOT_RUN_MAX = 4;

const problemOf = (block: Block): string | undefined => {
  if (block.language === '') return `${nameOf(block)}: name the language; \`text\` for output and pictures`;
  if (block.reason !== undefined) return undefined;
  return wayOf(block) === undefined ? `${nameOf(block)}: ways.ts has no way to prove it` : undefined;
};

test('every block of the pages is proved in a declared way', () => {
  expect(blocks.length).toBeGreaterThan(200);
  expect(blocks.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
  expect(new Set(blocks.map(wayOf))).toEqual(new Set(WAYS));
});

test('few blocks are not run, and each gives its reason', () => {
  const left = blocks.filter(({ reason }) => reason !== undefined);
  expect(left.length).toBeLessThanOrEqual(NOT_RUN_MAX);
  for (const { reason } of left) expect(reason?.split(' ').length).toBeGreaterThan(4);
});

test('a block in a language without a way, or without a language, is found', () => {
  const page =
    '# Page\n\nSome text:\n\n```yaml\na: 1\n```\n\n```\nb\n```\n\n<!-- not run: it needs a moon -->\n```sh\nfly\n```\n';
  const found = blocksOf('docs/new.md', page);
  expect(found.map(problemOf)).toEqual([
    'docs/new.md:5 (yaml): ways.ts has no way to prove it',
    'docs/new.md:9 (): name the language; `text` for output and pictures',
    undefined,
  ]);
  expect(found.map(({ intro, reason }) => [intro, reason])).toEqual([
    ['Some text:', undefined],
    ['', undefined],
    ['', 'it needs a moon'],
  ]);
});

test.each(FOLLOWED_PAGES)('%s: the test of the guides sees every block', (page) => {
  const markdown = readFileSync(`${ROOT}${page}`, 'utf8');
  const followed = blocks.filter((block) => block.page === page && wayOf(block) === 'followed');
  const seen = stepsOf(markdown).flatMap(({ answer }) => (answer === '' ? ['command'] : ['command', 'answer']));
  expect(followed.length).toBe(seen.length + callbacksOf(markdown).size + programsOf(markdown).size);
});
