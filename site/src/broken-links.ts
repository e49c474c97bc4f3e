// Links and files that the built pages name: all must be pages, headings and files of the site, below its base.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMED = /<(a|link|script|img) [^>]*?(?:href|src)="([^"]+)"/g;

/** One line per link that leads nowhere, and per file that a page would load from another host. */
export function brokenLinks(folder: string, base: string): string[] {
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const pages = new Map(
    [...names].filter((name) => name.endsWith('.html')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const isThere = (url: URL): boolean => {
    if (!url.pathname.startsWith(base)) return false;
    const path = decodeURI(url.pathname.slice(base.length)).replace(/(^|\/)$/, '$1index.html');
    const anchor = decodeURIComponent(url.hash.slice(1));
    return names.has(path) && (anchor === '' || pages.get(path)?.includes(`id="${anchor}"`) === true);
  };
  return [...pages].flatMap(([name, text]) =>
    [...text.matchAll(NAMED)].flatMap(([, element, address = '']) => {
      if (address.startsWith('data:')) return [];
      const isOutside = /^(?:https?:|mailto:|\/\/)/.test(address);
      // People may follow a link to another host; a page loads nothing from there.
      if (isOutside ? element === 'a' : isThere(new URL(address, `http://site${base}${name}`))) return [];
      return [`${name}: ${address}`];
    }),
  );
}
