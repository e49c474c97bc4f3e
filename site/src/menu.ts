// Menus of the site: the bar at the top and the lists at the side, by part of the site.
import { KINDS } from '@volley/contract/dictionary/entry.ts';
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import { errorSlug } from './error-pages.ts';
import { folderOf, type Language, WORDS } from './language.ts';
import { type Api, callSlug, callsOf, type OpenApiDocument } from './open-api.ts';
import { CHANGELOG, type Group, GUIDES, OPERATING } from './published.ts';
import { SAMPLE_TASKS } from './samples.ts';

type Item = {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Item[];
  readonly collapsed?: boolean;
};
type Menu = {
  readonly nav: readonly (Item & { readonly activeMatch?: string })[];
  readonly sidebar: Readonly<Record<string, readonly Item[]>>;
};

const PARTS = {
  en: {
    guides: 'Guides',
    errors: 'Error codes',
    operating: 'Operating',
    api: 'API',
    message: 'Messages',
    widget: 'Widget',
  },
  ru: {
    guides: 'Руководства',
    errors: 'Коды ошибок',
    operating: 'Эксплуатация',
    api: 'API',
    message: 'Сообщения',
    widget: 'Виджет',
  },
} as const;

export function menuOf(apis: Readonly<Record<Api, OpenApiDocument>>, language: Language): Menu {
  const words = WORDS[language];
  const parts = PARTS[language];
  const root = `/${folderOf(language)}`;
  const groups = (list: readonly Group[]): Item[] =>
    list.map(({ title, documents }) => ({
      text: title[language],
      items: documents.map((document) => ({ text: document.title[language], link: `${root}${document.slug}` })),
    }));
  const samples: Item = {
    text: words.samples,
    items: SAMPLE_TASKS.map(({ slug, title }) => ({ text: title[language], link: `${root}samples/${slug}` })),
  };
  const guides = [...groups(GUIDES), samples];
  const reference = (api: Api): Item[] => referenceMenu(apis[api], `${root}reference/${api}/`, language);
  return {
    nav: [
      {
        text: parts.guides,
        link: `${root}guides/quick-start`,
        activeMatch: '/(guides|channels|samples|pricing|glossary)',
      },
      {
        text: words.reference,
        activeMatch: '/reference/',
        items: [
          { text: words.messaging, link: `${root}reference/messaging/` },
          { text: words.partner, link: `${root}reference/partner/` },
        ],
      },
      { text: parts.errors, link: `${root}errors/`, activeMatch: '/errors/' },
      { text: parts.operating, link: `${root}operating/install`, activeMatch: '/operating/' },
      { text: CHANGELOG.title[language], link: `${root}changelog`, activeMatch: '/changelog' },
    ],
    sidebar: {
      ...Object.fromEntries(
        ['guides', 'channels', 'samples', 'pricing', 'glossary'].map((part) => [`${root}${part}`, guides]),
      ),
      [`${root}operating/`]: groups(OPERATING),
      [`${root}reference/partner/`]: reference('partner'),
      [`${root}reference/messaging/`]: reference('messaging'),
      [`${root}errors/`]: [
        { text: parts.errors, link: `${root}errors/` },
        ...KINDS.map((kind) => ({
          text: parts[kind],
          items: DICTIONARY[kind].map((entry) => ({
            text: `${entry.code} ${entry[language].title}`,
            link: `${root}${errorSlug(kind, entry.code)}`,
          })),
        })),
      ],
    },
  };
}

function referenceMenu(document: OpenApiDocument, folder: string, language: Language): Item[] {
  const words = WORDS[language];
  const tags = document.tags.flatMap(({ name }) => {
    const calls = callsOf(document).filter(({ operation }) => operation.tags.includes(name));
    if (calls.length === 0) return [];
    const items = calls.map(({ operation }) => ({
      text: shortTitle(operation.summary),
      link: `${folder}${callSlug(operation.operationId)}`,
    }));
    return [{ text: name, items }];
  });
  return [
    {
      text: words.overview,
      items: [
        { text: words.allCalls, link: folder },
        { text: words.schemas, link: `${folder}objects` },
        { text: words.callbacks, link: `${folder}callbacks` },
      ],
    },
    ...tags,
  ];
}

/** The first clause of a summary; a comma within a number does not end it. */
const shortTitle = (summary: string): string => summary.split(/[;:]|,(?!\d)/, 1)[0] ?? summary;
