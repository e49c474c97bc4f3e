// The sentences people read in this repository: comments, errors, test titles, documents and the English console. The
// rule is in CONTRIBUTING ("Language"); this file finds the breaches that a program can find.
import type { SourceFile } from './source-files.ts';

export type Sentence = { readonly path: string; readonly line: number; readonly text: string };

/** A sentence has a subject that names a thing. */
const OPENINGS =
  /^(?:What|Who|Whoever|Whatever|Nobody|Somebody|Something|Anybody|Others?|One (?:who|that|which|is|may|can|must))\b(?!.*\?$)/;

const WORDS: readonly RegExp[] = [
  /\b(?:whoever|nobody|somebody|anybody)\b/i,
  /\b(?:so many|anew|once more|alike)\b/i,
  /\bdear(?:er|est)\b/i,
  /\b(?:storeys?|shel(?:f|ves)|cabinet)\b/i,
  /\b(?:is|are) told\b/i,
];

/** Comment blocks of TypeScript, CSS and SQL; consecutive lines are one block. */
export function commentsOf({ path, text }: SourceFile): Sentence[] {
  const found: Sentence[] = [];
  let block: { line: number; text: string } | undefined;
  const close = () => {
    if (block !== undefined) found.push({ path, line: block.line, text: block.text.trim() });
    block = undefined;
  };
  for (const [at, line] of text.split('\n').entries()) {
    const comment = commentIn(line);
    if (comment === undefined) close();
    else if (block === undefined) block = { line: at + 1, text: comment };
    else block = { ...block, text: `${block.text} ${comment}` };
  }
  close();
  return found;
}

function commentIn(line: string): string | undefined {
  const whole = /^\s*(?:\/\/+|\/\*\*?|\*\/?|--)\s?(.*?)(?:\*\/)?\s*$/.exec(line)?.[1];
  return whole ?? /(?:^|\s)\/\/ (.*)$/.exec(line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "''"))?.[1];
}

/** Texts of errors, and titles of tests. */
export function quotedSentences({ path, text }: SourceFile): Sentence[] {
  const calls = /(?:new Error|\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
  return [...text.matchAll(calls)].map((found) => ({
    path,
    line: text.slice(0, found.index).split('\n').length,
    text: found[2] ?? '',
  }));
}

/** Documents without code, one entry per paragraph, list item or cell. */
export function paragraphsOf({ path, text }: SourceFile): Sentence[] {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''));
  return withoutCode.split('\n').flatMap((line, at) =>
    line
      .split(/\s\|\s|^\|\s?|\s?\|$/)
      .map((cell) => cell.replace(/^[\s>#*-]*(?:\d+\. )?/, '').replaceAll(/`[^`]*`/g, '`x`'))
      .filter((cell) => cell !== '')
      .map((cell) => ({ path, line: at + 1, text: cell })),
  );
}

export const breachesIn = (sentence: Sentence): string[] => [...openingsIn(sentence), ...wordsIn(sentence)];

function openingsIn({ path, line, text }: Sentence): string[] {
  const opening = text.split(/(?<=[.:;!?])\s+/).find((part) => OPENINGS.test(part));
  return opening === undefined ? [] : [`${path}:${line} begins without a thing: ${opening.slice(0, 80)}`];
}

/** Labels ("What to do") may begin as they like; these words fit nowhere. */
export function wordsIn({ path, line, text }: Sentence): string[] {
  const word = WORDS.map((banned) => banned.exec(text)?.[0]).find((found) => found !== undefined);
  return word === undefined ? [] : [`${path}:${line} says "${word}": ${text.slice(0, 80)}`];
}
