// The fenced blocks of the project's pages, in page order.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = [
  'docs',
  'deploy',
  'sdk',
  'cli',
  'smpp',
  'server',
  'simulator',
  'web',
  'widget',
  'bench',
  'conformance',
];

export type Block = {
  readonly page: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The paragraph before the fence. */
  readonly intro: string;
  /** Why nothing runs it: `<!-- not run: … -->` directly before the fence. */
  readonly reason: string | undefined;
};

export const nameOf = ({ page, line, language }: Block): string => `${page}:${line} (${language})`;

export function readBlocks(): Block[] {
  return pages().flatMap((page) => blocksOf(page, readFileSync(`${ROOT}${page}`, 'utf8')));
}

function pages(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync(ROOT), ...below]
    .filter((path) => path.endsWith('.md') && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .toSorted((a, b) => a.localeCompare(b));
}

const FENCED = /^( *)```([^\n`]*)\n(.*?)^ *```$/gms;
const REASON = /<!-- not run: (.+?) -->\s*$/s;

export function blocksOf(page: string, markdown: string): Block[] {
  let end = 0;
  return [...markdown.matchAll(FENCED)].map((found) => {
    const [whole, indent = '', language = '', text = ''] = found;
    const before = markdown.slice(end, found.index);
    end = found.index + whole.length;
    const prose = before.replace(REASON, '').trim();
    return {
      page,
      line: markdown.slice(0, found.index).split('\n').length,
      language: language.trim(),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      intro: prose.slice(prose.lastIndexOf('\n\n') + 1).trim(),
      reason: REASON.exec(before)?.[1],
    };
  });
}
