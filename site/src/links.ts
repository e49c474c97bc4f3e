// Links of documents, turned into links of the site. Documents link to each other as files of the repository.
import { dirname, join, normalize } from 'node:path/posix';
import { folderOf, type Language } from './language.ts';
import { outsideCode } from './markdown.ts';
import { DOCUMENTS, QUICK_START, translationOf } from './published.ts';
import { sampleSlug } from './samples.ts';

const SLUGS: ReadonlyMap<string, string> = new Map([
  ...DOCUMENTS.flatMap(({ source, slug }) => [
    [source, slug] as const,
    // A translation is published at the place of its document.
    [translationOf(source), slug] as const,
  ]),
  ['contract/openapi/partner.json', 'reference/partner/index'],
  ['contract/openapi/messaging.json', 'reference/messaging/index'],
]);
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** `source`: path of the document from the root of the repository. */
export function withSiteLinks(text: string, source: string, language: Language): string {
  return outsideCode(text, (part) =>
    part
      .replaceAll(LINK, (whole: string, image: string, words: string, target: string) => {
        if (/^[a-z]+:|^#/.test(target)) return whole;
        const [path = '', anchor] = target.split('#', 2);
        const file = normalize(join(dirname(source), path));
        if (image !== '') return `![${words}](${publicPath(file)})`;
        const slug = SLUGS.get(file) ?? sampleSlug(file);
        if (slug === undefined || isOtherPart(file, anchor)) return words;
        return `[${words}](/${folderOf(language)}${slug}.md${anchor === undefined ? '' : `#${anchor}`})`;
      })
      .replaceAll(/<img src="([^"]+)"/g, (_whole, path: string) => {
        return `<img src="${publicPath(normalize(join(dirname(source), path)))}"`;
      }),
  );
}

/** Only one section of README.md is published. */
const isOtherPart = (file: string, anchor: string | undefined): boolean =>
  file === QUICK_START.source && anchor !== 'five-minutes';

/** Address of an image, which the site carries under the name of its folder and file. */
const publicPath = (file: string): string => `/${file.replace(/^docs\//, '')}`;
