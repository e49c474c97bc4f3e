import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breachesIn, commentsOf, paragraphsOf, quotedSentences, type Sentence, wordsIn } from './prose.ts';
import { readSources, type SourceFile } from './source-files.ts';

/** The language rule quotes what it forbids. */
const QUOTES = ['tools/rules/prose.ts', 'tools/rules/prose.test.ts', 'tools/commit-message.test.ts'];
const isJudged = ({ path }: SourceFile) => !QUOTES.includes(path);

const code = readSources(['.ts', '.tsx', '.mjs', '.css']).filter(isJudged);
const documents = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'].map((path) => ({
  path,
  text: readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
}));

const faults = (sentences: readonly Sentence[]) => sentences.flatMap(breachesIn);

test('comments name the thing they speak of', () => {
  expect(faults([...code, ...readSources(['.sql'], ['server/migrations'])].flatMap(commentsOf))).toEqual([]);
});

test('errors and titles of tests name the thing they speak of', () => {
  expect(faults(code.flatMap(quotedSentences))).toEqual([]);
});

test('documents name the thing they speak of', () => {
  expect(faults([...documents, ...readSources(['.md'], ['docs'])].flatMap(paragraphsOf))).toEqual([]);
});

test('English texts of the console are plain', () => {
  const texts = readSources(['.json'], ['web/src/texts/en']).flatMap(({ path, text }) =>
    Object.entries(JSON.parse(text) as Record<string, string>).map(([id, value]) => ({
      path: `${path} ${id}`,
      line: 1,
      text: value,
    })),
  );
  expect(texts.flatMap(wordsIn)).toEqual([]);
});

test.each([
  ['// What ends because its time is over ends in bulk.'],
  ['  /** Whoever looks for a number need not look further back. */'],
  ['const a = 1; // it is made anew'],
  ["throw new Error('nobody answers');"],
])('a breach is found in %j', (text) => {
  const file = { path: 'a.ts', text };
  expect(faults([...commentsOf(file), ...quotedSentences(file)]).length).toBeGreaterThan(0);
});

test('names and code are no sentences', () => {
  const file = { path: 'a.ts', text: "const url = 'http://what.example/'; // Expires up to 1,000 batches." };
  expect(faults([...commentsOf(file), ...quotedSentences(file)])).toEqual([]);
});
