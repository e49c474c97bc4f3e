// Short links: finds the addresses to replace and defines the codes. A code identifies a recipient, so codes are
// random, not sequential. Similar-looking letters are excluded, because people type codes by hand.

const CODE_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const CODE_LENGTH = 8;
const TARGET_LENGTH_MAX = 2_048;

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}(?![0-9A-Za-z])`);
const HOST = /(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?(?:\.(?=[:/?#]))?)(?::\d+)?/u
  .source;
/** Quotes and angle brackets end an address; after a comma, semicolon or bar another address may begin. */
const REST = /(?:[/?#](?:(?![,;|]https?:\/\/)[^\s<>"`«»„“”])*)?/u.source;
/** Starts a word: `xhttp://` is another scheme. Addresses with credentials are not replaced. */
const ADDRESS = new RegExp(`(?<![a-z0-9])https?://(?![^\\s/?#]*@)${HOST}${REST}`, 'giu');
const CLOSING: readonly (readonly [string, string])[] = [
  [')', '('],
  [']', '['],
  ['}', '{'],
];
const SENTENCE = ".,;:!?…'’";
/** Messenger markup (bold, italic, strikethrough) has the same sign before and after the text. */
const MARKUP = '*_~';

export type ShortLink = { readonly code: string; readonly url: string };

/** Code of a visited short link. Phones may include punctuation that follows the link in the text. */
export function codeIn(text: string): string | undefined {
  return CODE.exec(text)?.[0];
}

/** Maps bytes to a code. Skips bytes that would bias the letters; undefined if the bytes run out. */
export function codeOf(bytes: Iterable<number>): string | undefined {
  const fair = 256 - (256 % CODE_ALPHABET.length);
  let code = '';
  for (const byte of bytes) {
    if (byte < fair) code += CODE_ALPHABET[byte % CODE_ALPHABET.length];
    if (code.length === CODE_LENGTH) return code;
  }
  return undefined;
}

/**
 * Replaces every http and https address by `shortHost/code`; a repeated address gets one code. Addresses with
 * credentials, overlong addresses and short links stay unchanged.
 */
export function shortenText(
  text: string,
  { shortHost, mintCode }: { readonly shortHost: string; readonly mintCode: () => string },
): { text: string; links: ShortLink[] } {
  const base = shortHost.replace(/\/+$/, '');
  const codes = new Map<string, string>();
  const shortened = text.replace(ADDRESS, (found, at: number) => {
    const url = withoutTrail(found, text[at - 1] ?? '');
    if (!isTarget(url, base)) return found;
    const code = codes.get(url) ?? mintCode();
    codes.set(url, code);
    return `${base}/${code}${found.slice(url.length)}`;
  });
  return { text: shortened, links: [...codes].map(([url, code]) => ({ code, url })) };
}

/** Removes sentence punctuation, and closing signs whose opening sign precedes the address. */
function withoutTrail(found: string, before: string): string {
  const unopened = new Map(
    CLOSING.map(([closing, opening]) => [closing, count(found, closing) - count(found, opening)] as const),
  );
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? '';
    const left = unopened.get(last);
    if (left !== undefined) unopened.set(last, left - 1);
    const isMarkup = last === before && MARKUP.includes(last);
    if (left === undefined ? !isMarkup && !SENTENCE.includes(last) : left <= 0) break;
  }
  return found.slice(0, end);
}

const count = (text: string, letter: string) => text.split(letter).length - 1;

function isTarget(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const { href, host, pathname, username, password } = new URL(url);
  if (username !== '' || password !== '' || href.length > TARGET_LENGTH_MAX) return false;
  const own = new URL(base);
  return !(host === own.host && pathname.startsWith(`${own.pathname.replace(/\/$/, '')}/`));
}
