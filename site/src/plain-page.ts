// A composed page as plain Markdown, for programs that read the site: without the marks that only VitePress knows, and
// with links that lead to Markdown again.
import { outsideCode } from './markdown.ts';

/** `base`: address of the site, such as `/docs/`. */
export function plainPage(composed: string, base: string): string {
  const text = composed
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    // A tab of a group of samples.
    .replaceAll(/^```(\w+) \[([^\]]+)\]$/gm, '$2:\n\n```$1');
  return outsideCode(text, (part) => plainPart(part, base)).replaceAll(/\n{3,}/g, '\n\n');
}

const plainPart = (part: string, base: string): string =>
  part
    .replaceAll(/^(#{1,6} .*?) \{#[^}]+\}$/gm, '$1')
    .replaceAll(/^::: info(.*)\n([\s\S]*?)\n:::$/gm, (_whole, title: string, words: string) =>
      [...(title.trim() === '' ? [] : [`**${title.trim()}**`]), ...words.split('\n')]
        .map((line) => `> ${line}`)
        .join('\n'),
    )
    .replaceAll(/^:::.*$/gm, '')
    .replaceAll(/<\/?span\b[^>]*>/g, '')
    .replaceAll(/<p class="call">(.*?)<code v-pre>(.*?)<\/code><\/p>/g, '$1`$2`')
    .replaceAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g, '[$2]($1)')
    .replaceAll(/\]\(\/(?!\/)/g, `](${base}`)
    .replaceAll(/(<img [^>]*?src=")\/(?!\/)/g, `$1${base}`);

/** A shorter sentence says nothing about the page, such as "You need:". */
const WORDS_MIN = 4;
const CHARACTERS_MAX = 200;

/** First sentence of the first paragraph; empty if the page begins with something else. */
export function leadOf(composed: string): string {
  const paragraph = plainPage(composed, '/')
    .split(/\n{2,}/)
    .find((part) => !/^(?:#|>)/.test(part));
  const words = (paragraph ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  const sentence = /^[\p{L}`].*?[.:!?](?= |$)/u.exec(words)?.[0].replace(/:$/, '.') ?? '';
  return sentence.length > CHARACTERS_MAX || sentence.split(' ').length < WORDS_MIN ? '' : sentence;
}
