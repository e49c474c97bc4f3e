// Markdown as data: parts outside code, headings, and text of other origin made safe for a page of the site.

/** Applies `change` to the parts of a document that are outside fenced code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```[^\n]*$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** Fenced code of a document with its language, in order. */
export const codeBlocks = (text: string): string[] => text.match(/^```[^\n]*\n[\s\S]*?^```[^\n]*$/gm) ?? [];

export type Heading = { readonly level: number; readonly text: string };

export function headingsOf(text: string): Heading[] {
  const found: Heading[] = [];
  outsideCode(text, (part) => {
    for (const [, marks = '', words = ''] of part.matchAll(/^(#{1,6}) +(.+?) *$/gm))
      found.push({ level: marks.length, text: words });
    return part;
  });
  return found;
}

/** The anchor of a heading, by the rule of code hosts: links work there and here. */
export function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Anchors of all headings of a document; repeated ones get a number. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return headingsOf(text).map(({ text: words }) => {
    const slug = slugOf(words);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** Gives the headings of a document these anchors. */
export function withAnchors(text: string, anchors: readonly string[]): string {
  let at = 0;
  return outsideCode(text, (part) =>
    part.replaceAll(/^(#{1,6}) +(.+?) *$/gm, (line: string) => {
      const anchor = anchors[at];
      at += 1;
      return anchor === undefined ? line : `${line} {#${anchor}}`;
    }),
  );
}

/** Text that no template engine reads; code in backticks stays as it is. */
export const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;') : part))
    .join('');

/** A cell of a table. */
export const cell = (text: string): string =>
  plain(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;
