// Writes the pages of the site, in both languages, from the documents, the OpenAPI documents and the dictionary of
// errors. VitePress reads the folder; people edit the sources.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorPages } from './error-pages.ts';
import { frontPage } from './front-page.ts';
import { folderOf, LANGUAGES, type Language, WORDS } from './language.ts';
import { withSiteLinks } from './links.ts';
import { anchorsOf, withAnchors } from './markdown.ts';
import { menuOf } from './menu.ts';
import type { OpenApiDocument } from './open-api.ts';
import { DOCUMENTS, type Document, QUICK_START, translationOf } from './published.ts';
import { referencePages } from './reference.ts';
import { SAMPLE_TASKS, samplePage } from './samples.ts';

/** File that the configuration of VitePress reads. */
export const MENU_FILE = 'menu.json';
const PUBLIC: readonly (readonly [from: string, to: string])[] = [
  ['web/public/assets/volley.svg', 'volley.svg'],
  ['docs/screenshots', 'screenshots'],
  ['contract/openapi/partner.json', 'openapi/partner.json'],
  ['contract/openapi/messaging.json', 'openapi/messaging.json'],
];

/** `root`: the repository. Replaces the folder `to`. */
export function composePages(root: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const apis = {
    partner: JSON.parse(read('contract/openapi/partner.json')) as OpenApiDocument,
    messaging: JSON.parse(read('contract/openapi/messaging.json')) as OpenApiDocument,
  };
  for (const language of LANGUAGES) {
    const texts = JSON.parse(read(`web/src/texts/${language}/errors.json`)) as Record<string, string>;
    const pages = new Map([
      ['index', frontPage(language)],
      ...DOCUMENTS.map((document) => [document.slug, documentPage(root, document, language)] as const),
      ...SAMPLE_TASKS.map((task) => [`samples/${task.slug}`, samplePage(root, task, language)] as const),
      ...errorPages(texts, language),
      ...referencePages('partner', apis.partner, language),
      ...referencePages('messaging', apis.messaging, language),
    ]);
    for (const [slug, text] of pages) writePage(join(to, `${folderOf(language)}${slug}.md`), text);
  }
  const menus = Object.fromEntries(LANGUAGES.map((language) => [language, menuOf(apis, language)]));
  writePage(join(to, MENU_FILE), JSON.stringify(menus));
  for (const [from, name] of PUBLIC) cpSync(join(root, from), join(to, 'public', name), { recursive: true });
}

function writePage(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A translation keeps the anchors of its document, so that links work in both languages. */
function documentPage(root: string, { source }: Document, language: Language): string {
  const english = sourceText(root, source);
  const translation = translationOf(source);
  if (language === 'en' || !existsSync(join(root, translation))) {
    const page = withSiteLinks(english, source, language);
    return language === 'en' ? page : withNote(page, language);
  }
  const text = readFileSync(join(root, translation), 'utf8');
  return withSiteLinks(withAnchors(text, anchorsOf(english)), translation, language);
}

/** The text of a document; of README.md only its quick start. */
export function sourceText(root: string, source: string): string {
  const text = readFileSync(join(root, source), 'utf8');
  if (source !== QUICK_START.source) return text;
  const [, section = ''] = text.split(`\n## ${QUICK_START.heading}\n`);
  return `# ${QUICK_START.heading}\n${section.slice(0, section.search(/^## /m))}`;
}

const withNote = (page: string, language: Language): string =>
  page.replace(
    /^# .*$/m,
    (title) => `${title}\n\n::: info ${WORDS[language].note}\n${WORDS[language].untranslated}\n:::`,
  );
