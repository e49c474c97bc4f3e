// A page per error code, from the dictionary of the contract, and the list of all codes.
import { type Entry, KINDS, type Kind } from '@volley/contract/dictionary/entry.ts';
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import { folderOf, type Language } from './language.ts';
import { cell, fenced, plain, table } from './markdown.ts';

/** Texts of the console's pages about errors, by name: `errors.todo` and others. */
export type ErrorTexts = Readonly<Record<string, string>>;

export const errorSlug = (kind: Kind, code: number): string => `errors/${kind}/${code}`;

export function errorPages(texts: ErrorTexts, language: Language): Map<string, string> {
  return new Map([
    ['errors/index', listPage(texts, language)],
    ...KINDS.flatMap((kind) =>
      DICTIONARY[kind].map(
        (entry) => [errorSlug(kind, entry.code), codePage(kind, entry, { texts, language })] as const,
      ),
    ),
  ]);
}

const linkTo = (kind: Kind, code: number, language: Language): string =>
  `[${code}](/${folderOf(language)}${errorSlug(kind, code)}.md)`;

function listPage(texts: ErrorTexts, language: Language): string {
  const lists = KINDS.map((kind) => {
    const rows = DICTIONARY[kind].map((entry) => [
      linkTo(kind, entry.code, language),
      cell(entry[language].title),
      cell(texts[`errors.fixer.${entry.fixer}`] ?? ''),
    ]);
    const head = ['errors.code', 'errors.meaning', 'errors.fixer'].map((name) => texts[name] ?? '');
    return `## ${texts[`errors.kind.${kind}`]} {#${kind}}\n\n${texts[`errors.where.${kind}`]}.\n\n${table(head, rows)}`;
  });
  return `# ${texts['errors.title']}\n\n${texts['errors.lead']}\n\n${lists.join('\n')}`;
}

type Place = { readonly texts: ErrorTexts; readonly language: Language };

function codePage(kind: Kind, entry: Entry, { texts, language }: Place): string {
  const { title, meaning, todo } = entry[language];
  // A related code may be one of another kind.
  const related = entry.related.flatMap((code) => {
    const home = [kind, ...KINDS].find((one) => DICTIONARY[one].some((other) => other.code === code));
    const name = home === undefined ? undefined : DICTIONARY[home].find((one) => one.code === code)?.[language].title;
    return home === undefined ? [] : [`- ${linkTo(home, code, language)} ${plain(name ?? '')}`];
  });
  return [
    `# ${entry.code}: ${plain(title)}`,
    plain(meaning),
    [
      [texts['errors.where'], texts[`errors.where.${kind}`]],
      [texts['errors.fixer'], texts[`errors.fixer.${entry.fixer}`]],
      [texts['errors.charged'], texts[`errors.charged.${entry.charged}`]],
    ]
      .map(([name = '', value = '']) => `- **${name}:** ${plain(value)}`)
      .join('\n'),
    `## ${texts['errors.todo']} {#todo}`,
    todo.map((step) => `- ${plain(step)}`).join('\n'),
    `## ${texts['errors.example']} {#example}`,
    fenced('text', entry.example),
    ...(related.length === 0 ? [] : [`## ${texts['errors.related']} {#related}`, related.join('\n')]),
    '',
  ].join('\n\n');
}
