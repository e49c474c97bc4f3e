// Short links: which addresses of a text are replaced, and how a code looks. A code leads to a person, so codes are
// random and never counted up; letters that look alike are left out, because people also type them.

const CODE_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const CODE_LENGTH = 8;
const TARGET_LENGTH_MAX = 2_048;

const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}(?![0-9A-Za-z])`);
const HOST = /(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?(?:\.(?=[:/?#]))?)(?::\d+)?/u
  .source;
/** Quotes and angle brackets stand around an address; after a comma or the like another one may begin. */
const REST = /(?:[/?#](?:(?![,;|]https?:\/\/)[^\s<>"`«»„“”])*)?/u.source;
/** Starts a word of its own: `xhttp://` is another scheme. An address with a login is none of ours. */
const ADDRESS = new RegExp(`(?<![a-z0-9])https?://(?![^\\s/?#]*@)${HOST}${REST}`, 'giu');
const CLOSING: readonly (readonly [string, string])[] = [
  [')', '('],
  [']', '['],
  ['}', '{'],
];
const SENTENCE = ".,;:!?…'’";
/** What messengers make bold, slanted or struck out has the same sign before and after. */
const MARKUP = '*_~';

export type ShortLink = { readonly code: string; readonly url: string };

/** The code of a link that was followed. Telephones take signs that stand after a link for a part of it. */
export function codeIn(text: string): string | undefined {
  return CODE.exec(text)?.[0];
}

/** A code of the bytes; those that would make some letters likelier are passed over. Undefined when they run out. */
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
 * The text with every http and https address replaced by `shortHost/code`; an address that comes twice has one code.
 * What cannot be a target stays as it is: addresses with a login, too long ones, and short links themselves.
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

/** Punctuation that ends a sentence, and what was opened before the address, do not belong to it. */
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
