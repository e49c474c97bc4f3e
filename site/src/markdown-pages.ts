// Every page as plain Markdown beside its HTML, and the list of them, by the convention of https://llmstxt.org/: the
// file `llms.txt`, which the API also serves at the root of its host.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf, LANGUAGES, type Language, WORDS } from './language.ts';
import { leadOf, plainPage } from './plain-page.ts';
import { CHANGELOG, GUIDES, OPERATING } from './published.ts';
import { SAMPLE_TASKS } from './samples.ts';

const SUMMARY: Readonly<Record<Language, string>> = {
  en: 'Volley sends messages in bulk: SMS over SMPP, messengers, calls and codes, for partners (partner API), developers (messaging API) and staff. Every page is Markdown at its address with `.md`; the same in Russian below `ru/`.',
  ru: 'Volley отправляет массовые сообщения: SMS по SMPP, мессенджеры, звонки и коды, для партнёров (партнёрский API), разработчиков (API сообщений) и сотрудников. Каждая страница есть в виде Markdown по её адресу с `.md`.',
};
const ERRORS: Readonly<Record<Language, string>> = { en: 'Error codes', ru: 'Коды ошибок' };
const TITLE: Readonly<Record<Language, string>> = { en: 'Volley documentation', ru: 'Документация Volley' };

type Entry = { readonly slug: string; readonly title: string };
type Part = { readonly title: string; readonly entries: readonly Entry[] };

/** `pages`: the composed pages; `folder`: the built site. */
export function writeMarkdownPages(pages: string, folder: string, base: string): void {
  const names = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.startsWith('public/'),
  );
  for (const name of names) write(join(folder, name), plainPage(readFileSync(join(pages, name), 'utf8'), base));
  for (const language of LANGUAGES)
    write(join(folder, `${folderOf(language)}index.md`), listOfPages(pages, language, base));
  write(join(folder, 'llms.txt'), listOfPages(pages, 'en', base));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function listOfPages(pages: string, language: Language, base: string): string {
  const lineOf = ({ slug, title }: Entry): string => {
    const name = `${folderOf(language)}${slug}.md`;
    const lead = leadOf(readFileSync(join(pages, name), 'utf8'));
    return `- [${title}](${base}${name})${lead === '' ? '' : `: ${lead}`}`;
  };
  const lists = partsOf(language).map(({ title, entries }) => `## ${title}\n\n${entries.map(lineOf).join('\n')}`);
  const documents = (['partner', 'messaging'] as const).map(
    (api) => `- [OpenAPI: ${WORDS[language][api]}](${base}openapi/${api}.json)`,
  );
  return `${[`# ${TITLE[language]}`, `> ${SUMMARY[language]}`, ...lists, documents.join('\n')].join('\n\n')}\n`;
}

function partsOf(language: Language): Part[] {
  const words = WORDS[language];
  const groups = [...GUIDES, ...OPERATING].map(({ title, documents }) => ({
    title: title[language],
    entries: documents.map((document) => ({ slug: document.slug, title: document.title[language] })),
  }));
  const reference = (['partner', 'messaging'] as const).flatMap((api) => [
    { slug: `reference/${api}/index`, title: words[api] },
    { slug: `reference/${api}/objects`, title: `${words[api]}: ${words.schemas}` },
    { slug: `reference/${api}/callbacks`, title: `${words[api]}: ${words.callbacks}` },
  ]);
  const samples = SAMPLE_TASKS.map(({ slug, title }) => ({ slug: `samples/${slug}`, title: title[language] }));
  return [
    ...groups,
    { title: words.samples, entries: samples },
    {
      title: words.reference,
      entries: [
        { slug: 'errors/index', title: ERRORS[language] },
        ...reference,
        { slug: CHANGELOG.slug, title: CHANGELOG.title[language] },
      ],
    },
  ];
}
