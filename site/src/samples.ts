// The complete programs of docs/samples, one page per task with a tab per language.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Language } from './language.ts';

type Task = {
  readonly slug: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly lead: Readonly<Record<Language, string>>;
};

export const SAMPLE_TASKS: readonly Task[] = [
  {
    slug: 'receive-callbacks',
    title: { en: 'Receivers of callbacks', ru: 'Приёмники колбэков' },
    lead: {
      en: 'Complete servers in one file, without packages. They check the signature and handle each event once.',
      ru: 'Готовые серверы в одном файле, без пакетов. Они проверяют подпись и обрабатывают каждое событие один раз.',
    },
  },
  {
    slug: 'verify-phone',
    title: { en: 'Servers of a site with the widget', ru: 'Серверы сайта с виджетом' },
    lead: {
      en: 'The server of a page with the verification widget: it asks for the code and learns the result.',
      ru: 'Сервер страницы с виджетом проверки номера: запрашивает код и узнаёт результат.',
    },
  },
];

const TABS: Readonly<Record<string, readonly [fence: string, name: string]>> = {
  '.mjs': ['js', 'Node'],
  '.php': ['php', 'PHP'],
  '.py': ['python', 'Python'],
  '.go': ['go', 'Go'],
  '.java': ['java', 'Java'],
  '.cs': ['csharp', 'C#'],
};

/** Task of a file, whatever the naming style of its language. */
const taskOf = (name: string): string =>
  name
    .slice(0, -extname(name).length)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();

export function sampleSlug(path: string): string | undefined {
  const name = /^docs\/samples\/([^/]+)$/.exec(path)?.[1];
  const task = name === undefined ? undefined : taskOf(name);
  return SAMPLE_TASKS.some(({ slug }) => slug === task) ? `samples/${task}` : undefined;
}

export function samplePage(root: string, { slug, title, lead }: Task, language: Language): string {
  const folder = join(root, 'docs/samples');
  const files = readdirSync(folder).filter((name) => taskOf(name) === slug);
  const tabs = Object.entries(TABS).flatMap(([ending, [fence, name]]) => {
    const file = files.find((one) => extname(one) === ending);
    if (file === undefined) return [];
    return [`\`\`\`${fence} [${name}]\n${readFileSync(join(folder, file), 'utf8').trimEnd()}\n\`\`\``];
  });
  return `# ${title[language]}\n\n${lead[language]}\n\n::: code-group\n\n${tabs.join('\n\n')}\n\n:::\n`;
}
