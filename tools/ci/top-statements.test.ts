import { describe, expect, test } from 'vitest';
import { changedStatements, endpointOf, namesUsing, topStatements } from './top-statements.ts';

const TEXT = `// A comment.
import type { A } from './a.ts';
import { b } from './b.ts';

/** The most. */
export const LIMIT = 10;

export type Kind = 'x' | 'y';

export const double = (value: number): number => value * 2;

export const send = endpoint({
  id: 'sendMessages',
  surface: 'messaging',
  body: Type.Object({ count: Type.Integer({ maximum: LIMIT }) }),
});

async function work({ a }: { a: number }) {
  return a;
}
`;
const names = (text: string) => topStatements(text).map(({ name, isFunction }) => [name, isFunction]);
const changed = (from: string, to: string) =>
  changedStatements(TEXT, TEXT.replace(from, to)).map(({ name, text }) => name || text);

describe('statements', () => {
  test('are constants, functions and imports, without types and comments', () => {
    expect(names(TEXT)).toEqual([
      ['', false],
      ['LIMIT', false],
      ['double', true],
      ['send', false],
      ['work', true],
    ]);
  });

  test.each([
    ['LIMIT = 10', 'LIMIT = 11', ['LIMIT', 'LIMIT']],
    ['value * 2', 'value * 3', ['double', 'double']],
    ['return a', 'return a + 1', ['work', 'work']],
    ['A comment', 'Another comment', []],
    ['The most.', 'The least.', []],
    [`'x' | 'y'`, `'x'`, []],
    ["id: 'sendMessages'", "id: 'sendAll'", ['send', 'send']],
    ["import { b } from './b.ts';\n", '', ["import { b } from './b.ts';"]],
  ])('that change when %j becomes %j are %j', (from, to, expected) => {
    expect(changed(from, to)).toEqual(expected);
  });

  test('of endpoints have a name', () => {
    expect(topStatements(TEXT).map(endpointOf).filter(Boolean)).toEqual(['messaging.sendMessages']);
  });

  test('that use a value are found through other statements', () => {
    expect(namesUsing(new Set(['LIMIT']), topStatements(TEXT))).toEqual(new Set(['LIMIT', 'send']));
  });
});
