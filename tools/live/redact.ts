// The form of an exchange without its content: members and words of the protocol stay; tokens, numbers, ids, texts and
// every other value become placeholders. A word stays only if it has the form of one and holds no given secret.

/** Words of protocols: letters, dots, underscores, slashes and hyphens. */
const WORD = /^[A-Za-z][A-Za-z_.:/ -]{0,60}$/;
/** Codes and HTTP statuses have at most six digits. */
const CODE_MAX = 999_999;
const HEADERS: readonly string[] = ['content-type', 'retry-after'];

export type Redact = {
  readonly json: (value: unknown) => unknown;
  readonly path: (path: string) => string;
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
};

/** `hidden`: tokens, numbers and texts of the exchange. */
export function redactor(hidden: readonly string[]): Redact {
  const known = hidden.filter((one) => one !== '');
  const isHidden = (text: string) => known.some((one) => text.includes(one));
  const text = (value: string) => (WORD.test(value) && !isHidden(value) ? value : '<text>');
  const number = (value: number) => (Math.abs(value) <= CODE_MAX && !isHidden(String(value)) ? value : '<number>');
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), json(member)]));
  };
  return {
    json,
    path: (path) => {
      const [pathname = '', query] = path.split('?');
      const parts = pathname.split('/').map((part) => (part === '' || /^v\d+\.\d+$/.test(part) ? part : text(part)));
      const names = [...new URLSearchParams(query ?? '').keys()].map((name) => `${text(name)}=<text>`);
      return names.length === 0 ? parts.join('/') : `${parts.join('/')}?${names.join('&')}`;
    },
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, HEADERS.includes(name) ? value : '<text>']),
      ),
  };
}
